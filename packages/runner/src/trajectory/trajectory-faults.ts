import { isJsonObject, type JsonObject } from '@carebench/protocol'
import type { Trajectory } from '../agent.js'

/** A rule of ATIF that a document breaks. */
export interface TrajectoryFault {
  /** JSON Pointer to the member, `/steps/3/tool_calls/0/arguments`; empty for the document itself. */
  readonly path: string
  readonly message: string
}

/** Checks one value; `report` adds a fault at a path below it. */
type Check = (value: unknown, path: string, report: Report) => void
type Report = (path: string, message: string) => void

interface Shape {
  readonly required: Readonly<Record<string, Check>>
  /** Null is the same as absent, as in the reference models. */
  readonly optional: Readonly<Record<string, Check>>
}

const text = typed('a string', (value) => typeof value === 'string')
const number = typed('a number', (value) => typeof value === 'number')
const flag = typed('true or false', (value) => typeof value === 'boolean')
const object = typed('an object', isJsonObject)
const count = typed('a whole number from 0', (value) => Number.isSafeInteger(value) && (value as number) >= 0)
const whole = typed('a whole number', (value) => Number.isSafeInteger(value))
const instant = typed('an ISO 8601 date-time', (value) => typeof value === 'string' && isInstant(value))
const effort = typed('a string or a number', (value) => ['string', 'number'].includes(typeof value))

const imageSource = shaped({
  required: { media_type: oneOf('image/jpeg', 'image/png', 'image/gif', 'image/webp'), path: text },
  optional: {},
})
const partShape = shaped({ required: { type: oneOf('text', 'image') }, optional: { text, source: imageSource } })
const content: Check = (value, path, report) => {
  if (Array.isArray(value)) each(part)(value, path, report)
  else if (typeof value !== 'string') report(path, `must be a string or an array of parts, got ${nameType(value)}`)
}
const reference = shaped({
  required: {},
  optional: { trajectory_id: text, session_id: text, trajectory_path: text, extra: object },
})
const toolCall = shaped({
  required: { tool_call_id: text, function_name: text, arguments: object },
  optional: { extra: object },
})
const result = shaped({
  required: {},
  optional: { source_call_id: text, content, subagent_trajectory_ref: each(resolvable), extra: object },
})
const metrics = shaped({
  required: {},
  optional: {
    prompt_tokens: whole,
    completion_tokens: whole,
    cached_tokens: whole,
    cost_usd: number,
    prompt_token_ids: each(whole),
    completion_token_ids: each(whole),
    logprobs: each(number),
    extra: object,
  },
})
const stepShape = shaped({
  required: { step_id: whole, source: oneOf('system', 'user', 'agent'), message: content },
  optional: {
    timestamp: instant,
    model_name: text,
    reasoning_effort: effort,
    reasoning_content: text,
    tool_calls: each(toolCall),
    observation: shaped({ required: { results: each(result) }, optional: {} }),
    metrics,
    is_copied_context: flag,
    llm_call_count: count,
    extra: object,
  },
})
const agent = shaped({
  required: { name: text, version: text },
  optional: { model_name: text, tool_definitions: each(object), extra: object },
})
const finalMetrics = shaped({
  required: {},
  optional: {
    total_prompt_tokens: whole,
    total_completion_tokens: whole,
    total_cached_tokens: whole,
    total_cost_usd: number,
    total_steps: count,
    extra: object,
  },
})
const trajectoryShape = shaped({
  required: { schema_version: oneOf('ATIF-v1.7'), agent, steps: each(step) },
  optional: {
    session_id: text,
    trajectory_id: text,
    notes: text,
    final_metrics: finalMetrics,
    continued_trajectory_ref: text,
    extra: object,
    subagent_trajectories: each(trajectory),
  },
})

/** Members that only a step of the agent has. */
const agentMembers = ['model_name', 'reasoning_effort', 'reasoning_content', 'tool_calls', 'metrics']

/**
 * The rules of ATIF 1.7 (RFC 0001) that a document breaks; none if it is a valid trajectory. Members that the format does not
 * have are faults, as they are for its reference models; own members belong into `extra`.
 */
export function findTrajectoryFaults(document: unknown): TrajectoryFault[] {
  const faults: TrajectoryFault[] = []
  trajectory(document, '', (path, message) => faults.push({ path, message }))
  return faults
}

/** Whether a document is a trajectory in the format ATIF 1.7. */
export function isTrajectory(document: unknown): document is Trajectory {
  return findTrajectoryFaults(document).length === 0
}

function trajectory(value: unknown, path: string, report: Report): void {
  trajectoryShape(value, path, report)
  if (!isJsonObject(value)) return
  const steps = objectsOf(value.steps)
  if (Array.isArray(value.steps) && value.steps.length === 0) report(`${path}/steps`, 'must have at least one step')
  steps.forEach(({ step_id: id }, index) => {
    if (typeof id === 'number' && id !== index + 1) {
      report(`${path}/steps/${index}/step_id`, `must be ${index + 1}, because steps are numbered from 1 without gaps`)
    }
  })
  const seen = new Set<unknown>()
  objectsOf(value.subagent_trajectories).forEach(({ trajectory_id: id }, index) => {
    const at = `${path}/subagent_trajectories/${index}/trajectory_id`
    if (id === undefined || id === null) report(at, 'is required in an embedded trajectory')
    else if (seen.has(id)) report(at, 'must be unique among the embedded trajectories')
    else seen.add(id)
  })
}

function step(value: unknown, path: string, report: Report): void {
  stepShape(value, path, report)
  if (!isJsonObject(value)) return
  if (typeof value.step_id === 'number' && value.step_id < 1) report(`${path}/step_id`, 'must be at least 1')
  if (value.source === 'agent') {
    const absent = value.llm_call_count === 0 ? ['metrics', 'reasoning_content'] : []
    for (const member of absent.filter((name) => isPresent(value, name))) {
      report(`${path}/${member}`, 'must be absent when llm_call_count is 0')
    }
  } else {
    for (const member of agentMembers.filter((name) => isPresent(value, name))) {
      report(`${path}/${member}`, 'must be absent unless the source is "agent"')
    }
  }
  const calls = new Set(objectsOf(value.tool_calls).map(({ tool_call_id: id }) => id))
  const results = isJsonObject(value.observation) ? objectsOf(value.observation.results) : []
  results.forEach(({ source_call_id: id }, index) => {
    if (id === undefined || id === null || calls.has(id)) return
    report(`${path}/observation/results/${index}/source_call_id`, 'must be the tool_call_id of a call in the same step')
  })
}

function part(value: unknown, path: string, report: Report): void {
  partShape(value, path, report)
  if (!isJsonObject(value)) return
  const [own, other] = value.type === 'image' ? ['source', 'text'] : ['text', 'source']
  if (!isPresent(value, own as string)) report(`${path}/${own}`, `is required in a part of the type ${value.type}`)
  if (isPresent(value, other as string))
    report(`${path}/${other}`, `must be absent in a part of the type ${value.type}`)
}

function resolvable(value: unknown, path: string, report: Report): void {
  reference(value, path, report)
  if (!isJsonObject(value) || isPresent(value, 'trajectory_id') || isPresent(value, 'trajectory_path')) return
  report(path, 'must have a trajectory_id or a trajectory_path')
}

function shaped({ required, optional }: Shape): Check {
  return (value, path, report) => {
    if (!isJsonObject(value)) return report(path, `must be an object, got ${nameType(value)}`)
    for (const [name, check] of Object.entries(required)) {
      if (value[name] === undefined) report(`${path}/${name}`, 'is required')
      else check(value[name], `${path}/${name}`, report)
    }
    for (const [name, member] of Object.entries(value)) {
      if (Object.hasOwn(required, name)) continue
      const check = Object.hasOwn(optional, name) ? optional[name] : undefined
      if (check === undefined)
        report(`${path}/${escapePointer(name)}`, 'is not a member of ATIF 1.7; move it into extra')
      else if (member !== null) check(member, `${path}/${name}`, report)
    }
  }
}

function each(check: Check): Check {
  return (value, path, report) => {
    if (!Array.isArray(value)) return report(path, `must be an array, got ${nameType(value)}`)
    for (const [index, item] of value.entries()) check(item, `${path}/${index}`, report)
  }
}

function typed(expected: string, matches: (value: unknown) => boolean): Check {
  return (value, path, report) => {
    if (!matches(value)) report(path, `must be ${expected}, got ${nameType(value)}`)
  }
}

function oneOf(...values: readonly string[]): Check {
  return (value, path, report) => {
    if (values.includes(value as string)) return
    report(path, `must be ${values.map((known) => JSON.stringify(known)).join(' or ')}, got ${JSON.stringify(value)}`)
  }
}

function isInstant(value: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  )
}

function isPresent(value: JsonObject, member: string): boolean {
  return value[member] !== undefined && value[member] !== null
}

function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map((item) => (isJsonObject(item) ? item : {})) : []
}

function nameType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : `a value of the type ${typeof value}`
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
