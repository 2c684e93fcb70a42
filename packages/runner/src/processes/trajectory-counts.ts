import { isJsonObject, type JsonValue } from '@carebench/protocol'
import type { AgentCounts, Trajectory } from '../agent.js'

/** Counts the steps of a trajectory that its agent made; copied context is not counted. */
export function countTrajectory({ steps }: Trajectory): AgentCounts {
  const own = steps.filter((step) => step.source === 'agent' && step.is_copied_context !== true)
  const results = own.flatMap(({ observation }) => (isJsonObject(observation) ? listOf(observation.results) : []))
  return {
    steps: own.length,
    llmCalls: own.reduce((sum, { llm_call_count: count }) => sum + (typeof count === 'number' ? count : 1), 0),
    toolCalls: own.reduce((sum, { tool_calls }) => sum + listOf(tool_calls).length, 0),
    toolErrors: results.filter((result) => isJsonObject(result) && isErrorResult(result.extra)).length,
    invalidToolCalls: 0,
  }
}

function isErrorResult(extra: JsonValue | undefined): boolean {
  return isJsonObject(extra) && extra.is_error === true
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}
