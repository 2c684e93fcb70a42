import { isJsonObject, type JsonValue } from '@carebench/protocol'
import type { AgentCounts, Trajectory } from '../agent.js'

/** Counts the steps of a trajectory that its agent made; copied context is not counted. */
export function countTrajectory({ steps }: Trajectory): AgentCounts {
  const own = steps.filter((step) => step.source === 'agent' && step.is_copied_context !== true)
  const results = own.flatMap(({ observation }) => (isJsonObject(observation) ? toList(observation.results) : []))
  return {
    steps: own.length,
    // A sum beyond the safe integers would make the result unreadable.
    llmCalls: Math.min(
      own.reduce((sum, step) => sum + countCalls(step), 0),
      Number.MAX_SAFE_INTEGER,
    ),
    toolCalls: own.reduce((sum, { tool_calls }) => sum + toList(tool_calls).length, 0),
    toolErrors: results.filter((result) => isJsonObject(result) && isErrorResult(result.extra)).length,
    invalidToolCalls: 0,
  }
}

/** Returns the number of requests to the model in a step according to its agent; 1 if it does not say. */
function countCalls({ llm_call_count: count }: Trajectory['steps'][number]): number {
  return typeof count === 'number' ? count : 1
}

function isErrorResult(extra: JsonValue | undefined): boolean {
  return isJsonObject(extra) && extra.is_error === true
}

function toList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}
