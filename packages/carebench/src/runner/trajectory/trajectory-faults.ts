import { isJsonObject } from '@carebench/protocol'
import type { Trajectory } from '../agent.js'
import {
  type Check,
  checkChoice,
  each,
  findFaults,
  flag,
  isPresent,
  listObjects,
  nameType,
  object,
  type Report,
  shaped,
  text,
  typed,
} from '../json-shape.js'

/** A violation of a rule of ATIF. */
export interface TrajectoryFault {
  /** JSON Pointer to the member, `/steps/3/tool_calls/0/arguments`; empty for the document itself. */
  readonly path: string
  readonly message: string
}

/** The message about a member that ATIF does not have; null is the same as absent, as in its reference models. */
const refusal = 'is not a member of ATIF 1.7; move it into extra'

const number = typed('a number', (value) => typeof value === 'number')
const count = typed('a whole number from 0', (value) => Number.isSafeInteger(value) && (value as number) >= 0)
const whole = typed('a whole number', (value) => Number.isSafeInteger(value))
const instant = typed('an ISO 8601 date-time', (value) => typeof value === 'string' && isInstant(value))
const effort = typed('a string or a number', (value) => ['string', 'number'].includes(typeof value))

const imageSource = shaped({
  refusal,
  required: { media_type: checkChoice('image/jpeg', 'image/png', 'image/gif', 'image/webp'), path: text },
  optional: {},
})
const partShape = shaped({
  refusal,
  required: { type: checkChoice('text', 'image') },
  optional: { text, source: imageSource },
})
const content: Check = (value, path, report) => {
  if (Array.isArray(value)) each(part)(value, path, report)
  else if (typeof value !== 'string') report(path, `must be a string or an array of parts, got ${nameType(value)}`)
}
const reference = shaped({
  refusal,
  required: {},
  optional: { trajectory_id: text, session_id: text, trajectory_path: text, extra: object },
})
const toolCall = shaped({
  refusal,
  required: { tool_call_id: text, function_name: text, arguments: object },
  optional: { extra: object },
})
const result = shaped({
  refusal,
  required: {},
  optional: { source_call_id: text, content, subagent_trajectory_ref: each(resolvable), extra: object },
})
const metrics = shaped({
  refusal,
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
  refusal,
  required: { step_id: whole, source: checkChoice('system', 'user', 'agent'), message: content },
  optional: {
    timestamp: instant,
    model_name: text,
    reasoning_effort: effort,
    reasoning_content: text,
    tool_calls: each(toolCall),
    observation: shaped({ refusal, required: { results: each(result) }, optional: {} }),
    metrics,
    is_copied_context: flag,
    llm_call_count: count,
    extra: object,
  },
})
const agent = shaped({
  refusal,
  required: { name: text, version: text },
  optional: { model_name: text, tool_definitions: each(object), extra: object },
})
const finalMetrics = shaped({
  refusal,
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
  refusal,
  required: { schema_version: checkChoice('ATIF-v1.7'), agent, steps: each(step) },
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
 * Finds the first hundred violations of ATIF 1.7 (RFC 0001) in a document; none if it is a valid trajectory. Unknown
 * members are faults, as in its reference models; custom members belong in `extra`.
 */
export function findTrajectoryFaults(document: unknown): TrajectoryFault[] {
  return findFaults(document, trajectory)
}

/** Whether a document is a trajectory in the format ATIF 1.7. */
export function isTrajectory(document: unknown): document is Trajectory {
  return findTrajectoryFaults(document).length === 0
}

function trajectory(value: unknown, path: string, report: Report): void {
  trajectoryShape(value, path, report)
  if (!isJsonObject(value)) return
  const steps = listObjects(value.steps)
  if (Array.isArray(value.steps) && value.steps.length === 0) report(`${path}/steps`, 'must have at least one step')
  steps.forEach(({ step_id: id }, index) => {
    if (typeof id === 'number' && id !== index + 1) {
      report(`${path}/steps/${index}/step_id`, `must be ${index + 1}, because steps are numbered from 1 without gaps`)
    }
  })
  const seen = new Set<unknown>()
  listObjects(value.subagent_trajectories).forEach(({ trajectory_id: id }, index) => {
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
  const calls = new Set(listObjects(value.tool_calls).map(({ tool_call_id: id }) => id))
  const results = isJsonObject(value.observation) ? listObjects(value.observation.results) : []
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

function isInstant(value: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  )
}
