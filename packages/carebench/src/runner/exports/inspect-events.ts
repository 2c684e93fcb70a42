import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { deriveId, listObjects } from './exported-run.js'
import type { TimedMessage } from './inspect-messages.js'

/** The sources of a sample's events. */
export interface EventSources {
  /** The id of the sample; the ids of its events are derived from it. */
  readonly uuid: string
  readonly agent: string
  readonly model: string
  readonly timed: readonly TimedMessage[]
  /** When the trial began, RFC 3339. */
  readonly start: string
  readonly scores: JsonObject | undefined
  readonly limit: JsonObject | undefined
  readonly error: JsonObject | undefined
}

/**
 * Creates the events of a sample, from which Inspect builds the transcript and the timeline: a model call for each
 * response of the model, a tool call for each result, then the limit or the error, and the scores. Model input refers
 * to messages by index in `events_data`.
 */
export function createEvents({ uuid, agent, model, timed, start, scores, limit, error }: EventSources): JsonObject[] {
  const began = Date.parse(start)
  const events: JsonObject[] = []
  let latest = began
  const add = (event: string, members: JsonObject, span: string, time = latest) => {
    events.push({
      event,
      uuid: deriveId(uuid, events.length).slice(0, 22),
      span_id: span,
      timestamp: new Date(time).toISOString(),
      working_start: (time - began) / 1000,
      ...members,
    })
  }
  const open = (id: string, type: string, name: string, parent: string | null) =>
    add('span_begin', { id, type, name, ...(parent !== null && { parent_id: parent }) }, id)
  const close = (id: string) => add('span_end', { id }, id)

  open('solvers', 'solvers', 'solvers', null)
  open('agent', 'agent', agent, 'solvers')
  const calls = new Map<unknown, JsonObject>()
  for (const [index, { message, at }] of timed.entries()) {
    // Each event begins when the previous one ended, because times in a transcript must not go back, as clocks may.
    const since = latest
    if (at !== null) latest = Math.max(latest, Date.parse(at))
    const ended = { completed: new Date(latest).toISOString(), working_time: (latest - since) / 1000 }
    if (message.role === 'assistant') {
      for (const call of listObjects(message.tool_calls)) calls.set(call.id, call)
      if (message.source === 'generate') add('model', { ...modelCall(model, message, index), ...ended }, 'agent', since)
    } else if (message.role === 'tool') {
      add('tool', { ...toolCall(message, calls.get(message.tool_call_id)), ...ended }, 'agent', since)
    }
  }
  if (limit !== undefined) add('sample_limit', limitReached(limit), 'agent')
  if (error !== undefined) add('error', { error }, 'agent')
  close('agent')
  close('solvers')
  if (scores === undefined) return events
  open('scorers', 'scorers', 'scorers', null)
  for (const [scorer, score] of Object.entries(scores)) add('score', { score, scorer, intermediate: false }, 'scorers')
  close('scorers')
  return events
}

function modelCall(model: string, message: JsonObject, index: number): JsonObject {
  const hasCalls = listObjects(message.tool_calls).length > 0
  return {
    model,
    input: [],
    input_refs: index === 0 ? [] : [[0, index]],
    tools: [],
    tool_choice: 'auto',
    config: {},
    output: { model, choices: [{ message, stop_reason: hasCalls ? 'tool_calls' : 'stop' }] },
  }
}

function toolCall(message: JsonObject, call: JsonObject | undefined): JsonObject {
  return {
    type: 'function',
    id: message.tool_call_id ?? '',
    function: message.function ?? '',
    arguments: isJsonObject(call?.arguments) ? call.arguments : {},
    result: message.content ?? '',
    events: [],
    message_id: message.id ?? null,
    ...(message.error !== undefined && { error: message.error }),
  }
}

/** Converts a limit for an event; events have fewer kinds of limits than samples. */
function limitReached({ type, limit }: JsonObject): JsonObject {
  return {
    type: type === 'context' ? 'custom' : (type ?? 'custom'),
    message: `The trial reached its limit of ${String(type)}.`,
    limit: limit ?? null,
  }
}
