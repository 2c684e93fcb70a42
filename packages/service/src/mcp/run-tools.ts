import { findJsonOperation, isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { type ServiceResponse, textOfBody } from '../http/request.js'
import type { ToolDescription } from './system-tools.js'

/** Sends a JSON request to the service with the token of the run, and `Task-Run-Id` if the client has sent it. */
export type SendJson = (method: string, target: string, body?: JsonValue) => Promise<ServiceResponse>

/** The interface through which a run's tools reach the run. */
export interface OpenRun {
  readonly id: string
  /** In the order of the run, with the task ids that a client may name too. */
  readonly taskRuns: readonly { readonly id: string; readonly task_id: string; readonly name: string }[]
  /** `Task-Run-Id` of the client; undefined if it has sent none. */
  readonly chosen: string | undefined
  readonly send: SendJson
}

/** A tool that every run has, whatever its systems. */
export interface RunTool extends ToolDescription {
  readonly call: (run: OpenRun, args: Readonly<Record<string, unknown>>) => Promise<CallToolResult>
}

type ObjectSchema = ToolDescription['inputSchema']

const none: ObjectSchema = { type: 'object', properties: {}, additionalProperties: false }
const writes = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const text = { type: 'string' }
const instant = { type: 'string', description: 'RFC 3339.' }
const remaining = { type: 'integer', description: 'The number of tasks of the run that have not ended.' }

const startTask: RunTool = {
  name: 'start_task',
  title: 'Start a task',
  description:
    'Start a task and return its instruction, in task_item. Call it first: the systems are available only while a ' +
    'task is started. While one is started, it returns that one again.',
  inputSchema: {
    ...none,
    properties: {
      task: { ...text, description: 'The name or id of a task. Default: the next one.' },
    },
  },
  outputSchema: {
    type: 'object',
    properties: {
      task_run_id: text,
      name: text,
      task_item: { type: ['object', 'null'], description: 'The task; its instruction says what to do.' },
      phase: text,
      status: text,
      started_at: instant,
      deadline_at: { ...instant, description: 'When the task must be submitted.' },
      remaining,
    },
    required: ['task_run_id', 'name', 'task_item', 'phase', 'status', 'started_at', 'deadline_at', 'remaining'],
  },
  annotations: writes,
  async call(run, { task }) {
    if (task !== undefined && typeof task !== 'string') return refusal('/task', 'must be a string')
    const { taskRuns, failed } = await readTaskRuns(run)
    if (failed !== undefined) return failed
    const id = chooseTask(run, taskRuns, task)
    if (typeof id !== 'string') return id
    const response = await run.send('POST', `/v1/task-runs/${encodeURIComponent(id)}/start`)
    if (response.status >= 400) return toResult(response)
    // Neither the credentials of sandboxes nor paths: the systems are reached by their tools.
    const { name, task_item, phase, status, started_at, deadline_at } = readObject(response)
    return success({
      task_run_id: id,
      name: name ?? null,
      task_item: task_item ?? null,
      phase: phase ?? null,
      status: status ?? null,
      started_at: started_at ?? null,
      deadline_at: deadline_at ?? null,
      remaining: taskRuns.filter(isOpen).length,
    })
  },
}

const clock: RunTool = {
  name: 'clock',
  title: 'Read the clock',
  description: "Read the time of the started task's systems. It may differ from the time of your machine.",
  inputSchema: none,
  outputSchema: toPlainSchema(findJsonOperation('readRunClock').response),
  annotations: { ...writes, readOnlyHint: true },
  async call(run) {
    return toResult(await run.send('GET', `${writePath(run)}/clock`))
  },
}

const wait: RunTool = {
  name: 'wait',
  title: 'Wait',
  description:
    'Let time pass in the systems of the started task, for some seconds or until something happens, such as a ' +
    'reply or a decision. Returns the time and what happened meanwhile.',
  inputSchema: toPlainSchema(findJsonOperation('waitInRun').body),
  outputSchema: toPlainSchema(findJsonOperation('waitInRun').response),
  annotations: { ...writes, idempotentHint: false },
  async call(run, args) {
    return toResult(await run.send('POST', `${writePath(run)}/wait`, args as JsonObject))
  },
}

const submit: RunTool = {
  name: 'submit',
  title: 'Submit the task',
  description:
    'End the started task, with the output that its instruction asks for. The work cannot be changed afterwards.',
  inputSchema: {
    ...none,
    properties: { output: { description: 'JSON; omit it if the instruction asks for none.' } },
  },
  outputSchema: {
    type: 'object',
    properties: { task_run_id: text, phase: text, status: text, remaining },
    required: ['task_run_id', 'phase', 'status', 'remaining'],
  },
  annotations: { ...writes, destructiveHint: true },
  async call(run, args) {
    const before = await readTaskRuns(run)
    if (before.failed !== undefined) return before.failed
    const id = chooseStarted(run, before.taskRuns)
    if (typeof id !== 'string') return id
    const response = await run.send('POST', `/v1/task-runs/${encodeURIComponent(id)}/complete`, {
      ...(args.output !== undefined && { output: args.output as JsonValue }),
    })
    if (response.status >= 400) return toResult(response)
    // The verdict, the score and the criteria are for evaluators only: the agent may have further tasks.
    const after = await readTaskRuns(run)
    if (after.failed !== undefined) return after.failed
    const { phase, status } = after.taskRuns.find((taskRun) => taskRun.id === id) ?? {}
    return success({
      task_run_id: id,
      phase: phase ?? 'completed',
      status: status ?? 'completed',
      remaining: after.taskRuns.filter(isOpen).length,
    })
  },
}

/** The tools that every run has. */
export const runTools: ReadonlyMap<string, RunTool> = /* @__PURE__ */ new Map(
  [startTask, clock, wait, submit].map((tool) => [tool.name, tool]),
)

/** Returns the error for arguments from which no request could be made. */
export function refusal(path: string, message: string): CallToolResult {
  return refusals([{ path, message }])
}

/** Does the same as {@link refusal} for several arguments. */
export function refusals(errors: readonly { readonly path: string; readonly message: string }[]): CallToolResult {
  const faults = errors.map(({ path, message: fault }) => `${path.slice(1)} ${fault}.`)
  const message = `Nothing was sent. ${faults.join(' ')}`
  return failure({ error: { code: 'INVALID_REQUEST', message, errors: errors.map((error) => ({ ...error })) } })
}

interface TaskRunState {
  readonly id: string
  readonly phase: string
  readonly status: string
}

/** Returns the current task runs of the run; `failed` if the service returns an error. */
async function readTaskRuns(
  run: OpenRun,
): Promise<{ readonly taskRuns: readonly TaskRunState[]; readonly failed?: CallToolResult }> {
  const response = await run.send('GET', writePath(run))
  if (response.status >= 400) return { taskRuns: [], failed: toResult(response) }
  const { task_runs } = readObject(response)
  const taskRuns = (Array.isArray(task_runs) ? task_runs : []).flatMap((taskRun) =>
    isJsonObject(taskRun)
      ? [{ id: String(taskRun.id), phase: String(taskRun.phase), status: String(taskRun.status) }]
      : [],
  )
  return { taskRuns }
}

function chooseTask(
  run: OpenRun,
  taskRuns: readonly TaskRunState[],
  task: string | undefined,
): string | CallToolResult {
  if (task !== undefined) {
    const named = run.taskRuns.filter(({ id, task_id }) => id === task || task_id === task)
    const found = named.length > 0 ? named : run.taskRuns.filter(({ name }) => name === task)
    const names = run.taskRuns.map(({ name }) => JSON.stringify(name)).join(', ')
    const [only, ...others] = found
    if (only === undefined) return refusal('/task', `must be a task of this run: ${names}`)
    if (others.length > 0)
      return refusal('/task', `names several tasks; use an id: ${found.map(({ id }) => id).join(', ')}`)
    if (run.chosen !== undefined && run.chosen !== only.id)
      return refusal('/task', 'must be absent, or the task of the header Task-Run-Id')
    return only.id
  }
  if (run.chosen !== undefined) return chooseTaskRun(run, run.chosen)
  const started = taskRuns.filter(isStarted)
  const next =
    started.length > 0 ? started : taskRuns.filter(({ phase, status }) => phase === 'created' && status === 'active')
  return next[0]?.id ?? conflict('Every task of the run has ended.')
}

/**
 * Returns the task run to submit: the one in the header, the only started one, or the only one of the run, even if
 * already submitted.
 */
function chooseStarted(run: OpenRun, taskRuns: readonly TaskRunState[]): string | CallToolResult {
  if (run.chosen !== undefined) return chooseTaskRun(run, run.chosen)
  const [only, ...others] = taskRuns.filter(isStarted)
  if (others.length > 0) return conflict('Several tasks are started; name one in the header Task-Run-Id.')
  const [first, ...more] = taskRuns
  if (only === undefined && first !== undefined && more.length === 0) return first.id
  return only?.id ?? conflict('No task is started; call start_task first.')
}

function chooseTaskRun(run: OpenRun, id: string): string | CallToolResult {
  if (run.taskRuns.some((taskRun) => taskRun.id === id)) return id
  return failure({
    error: { code: 'RESOURCE_NOT_FOUND', message: 'The header Task-Run-Id must name a task run of this run.' },
  })
}

function isStarted({ phase, status }: TaskRunState): boolean {
  return phase === 'started' && status === 'active'
}

function isOpen({ phase, status }: TaskRunState): boolean {
  return phase !== 'completed' && status === 'active'
}

function writePath({ id }: OpenRun): string {
  return `/v1/benchmark-runs/${encodeURIComponent(id)}`
}

function readObject(response: ServiceResponse): JsonObject {
  const value = JSON.parse(textOfBody(response)) as JsonValue
  return isJsonObject(value) ? value : {}
}

function toResult(response: ServiceResponse): CallToolResult {
  const value = readObject(response)
  return response.status >= 400 ? failure(value) : success(value)
}

function conflict(message: string): CallToolResult {
  return failure({ error: { code: 'CONFLICT', message } })
}

function success(value: JsonObject): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value, isError: false }
}

function failure(value: JsonObject): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], isError: true }
}

/** Returns a schema of the operations table, without the keywords that only our own validators use. */
function toPlainSchema(schema: object | null): ObjectSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === 'foldCase' || key === 'discriminator' ? undefined : value,
  ) as ObjectSchema
}
