import { ApiError, type ProxyOperation, type RecordedBody, type SimulatorCall } from '@carebench/protocol'
import type { SimulatorResponse } from '@carebench/simulators'
import type { Caller } from '../auth/authenticate.js'
import type { ServiceContext } from '../context.js'
import type { RunDoc, TaskRunSummary } from '../documents/running.js'
import { encodeBase64 } from '../http/base64.js'
import { parseJsonBody } from '../http/json-body.js'
import { assertNotEncoded, mediaTypeOf } from '../http/media-type.js'
import { FullPlayground, NotAnObservation, SealedPlayground } from '../playground/playground.js'
import type { ServiceRequest } from '../request.js'
import { loadVersion, playgroundOf } from '../runs/run-documents.js'
import { settleRun, settleTaskRun } from '../runs/settle.js'
import { type Destination, sandboxDestination } from '../sandboxes/sandbox-destination.js'

/** A call of a simulated system as the service got it. */
export interface ProxyCall {
  readonly request: ServiceRequest
  /** The run's or the sandbox's, from the path. */
  readonly id: string
  /** The path below the group, percent-encoding kept. */
  readonly rest: string
  readonly query: string
  readonly bytes: Uint8Array
}

/**
 * Hands a call to a simulated system, of the task run that an agent means or of an organization's sandbox, and returns
 * that system's own answer. Throws an ApiError for what the service itself refuses: malformed JSON, no started task run,
 * no such system, a change of what can only be looked at.
 */
export async function callSimulator(
  context: ServiceContext,
  operation: ProxyOperation,
  caller: Caller,
  { request, id, rest, query, bytes }: ProxyCall,
): Promise<SimulatorResponse> {
  if (bytes.byteLength > 0) assertNotEncoded(request.headers['content-encoding'])
  const body = readBody(operation, request.headers['content-type'], bytes)
  const destination = await destinationOf(context, operation, caller, id, request.headers['task-run-id'])
  const { simulator, group } = operation
  const headers = pick(request.headers, context.simulators.get(simulator)?.headers ?? [])
  const call: SimulatorCall = { method: request.method, path: rest, query, headers, body }
  try {
    const answer = await context.playgrounds.with(destination.ref, (playground) =>
      destination.readOnly === null
        ? playground.call(simulator, group, call, 'agent', bytes.byteLength)
        : playground.observe(simulator, group, call),
    )
    if (answer !== undefined) return answer
  } catch (error) {
    if (error instanceof SealedPlayground) throw destination.ended()
    if (error instanceof FullPlayground) throw new ApiError('PAYLOAD_TOO_LARGE', error.message, { cause: error })
    if (error instanceof NotAnObservation) {
      const looks = 'an organization key can only look at it, by GET and HEAD calls that change nothing'
      throw new ApiError('CONFLICT', `${destination.readOnly}; ${looks}.`, { cause: error })
    }
    throw error
  }
  throw new ApiError('RESOURCE_NOT_FOUND', `The environment of the run has no simulator of type ${simulator}.`)
}

function destinationOf(
  context: ServiceContext,
  operation: ProxyOperation,
  caller: Caller,
  id: string,
  taskRunId: string | undefined,
): Promise<Destination> {
  if (caller.kind === 'run') return destinationInRun(context, caller.run.doc, taskRunId)
  if (caller.kind === 'organization') return sandboxDestination(context, operation, id, caller.organizationId)
  throw new Error(`No proxy takes tokens of the kind ${caller.kind}.`)
}

/** The playground of the task run that an agent means. Throws an ApiError `CONFLICT` unless it is started. */
async function destinationInRun(context: ServiceContext, run: RunDoc, named: string | undefined): Promise<Destination> {
  const { id } = await chooseTaskRun(context, run, named)
  const { taskRun } = await context.locks.run(id, () => settleTaskRun(context, id, context.clock.now()))
  if (taskRun.doc.phase !== 'started' || taskRun.doc.status !== 'active') {
    context.playgrounds.drop(taskRun.doc.playground_id)
    throw notStarted(taskRun.doc)
  }
  return {
    ref: playgroundOf(await loadVersion(context, taskRun.doc), taskRun.doc),
    readOnly: null,
    ended: () => notStarted({ status: 'completed', phase: 'completed' }),
  }
}

/**
 * The task run that a call means: the only started one, or the one that the header `Task-Run-Id` names.
 */
async function chooseTaskRun(context: ServiceContext, run: RunDoc, named: string | undefined): Promise<TaskRunSummary> {
  if (named !== undefined) {
    const found = run.task_runs.find(({ id }) => id === named)
    if (found === undefined) {
      throw new ApiError('RESOURCE_NOT_FOUND', 'The header Task-Run-Id names no task run of this run.')
    }
    return found
  }
  const started = startedOf(run)
  // Some of several may be overdue, and then are not meant.
  const [only, ...others] = started.length > 1 ? startedOf(await settleRun(context, run.id)) : started
  if (only === undefined) throw new ApiError('CONFLICT', 'No task run of the run is started; start one first.')
  if (others.length > 0) {
    const ids = [only, ...others].map(({ id }) => id).join(', ')
    throw new ApiError('CONFLICT', `Several task runs are started; name one in the header Task-Run-Id: ${ids}.`)
  }
  return only
}

function startedOf(run: RunDoc): TaskRunSummary[] {
  return run.task_runs.filter(({ phase, status }) => phase === 'started' && status === 'active')
}

function notStarted({ status, phase }: { readonly status: string; readonly phase: string }): ApiError {
  const state = status === 'active' ? phase : status
  return new ApiError('CONFLICT', `The task run is ${state}; its systems answer only while it is started.`)
}

function readBody(operation: ProxyOperation, contentType: string | undefined, bytes: Uint8Array): RecordedBody | null {
  if (bytes.byteLength === 0) return null
  if (operation.jsonMediaTypes.includes(mediaTypeOf(contentType))) return { json: parseJsonBody(bytes) }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { base64: encodeBase64(bytes) }
  }
}

function pick(headers: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const value = headers[name]
    if (value !== undefined) picked[name] = value
  }
  return picked
}
