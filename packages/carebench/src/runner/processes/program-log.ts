import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { Trajectory } from '../agent.js'
import { isTooDeep } from '../json-depth.js'
import { TrajectoryBuilder } from '../trajectory/trajectory-builder.js'
import { type Cost, readAmount, type Usage } from '../usage.js'

/** An event that a program prints about itself, in a common format. */
export type ProgramEvent =
  | { readonly kind: 'model'; readonly name: string }
  /**
   * `step` identifies the model's response, if the program names it; otherwise a response ends with the results of its
   * calls.
   */
  | { readonly kind: 'text'; readonly text: string; readonly step?: string }
  | {
      readonly kind: 'call'
      readonly id: string
      readonly tool: string
      readonly arguments: JsonObject
      readonly step?: string
    }
  | { readonly kind: 'result'; readonly id: string; readonly text: string; readonly isError: boolean }
  /** Usage of everything so far if `isTotal`, else of one response. */
  | { readonly kind: 'usage'; readonly usage: Usage; readonly usd: number | null; readonly isTotal: boolean }

/** Reads one JSON line that a program printed. */
export type EventReader = (event: JsonObject) => readonly ProgramEvent[]

/** The usage and the trajectory that a program printed in a trial. */
export interface ProgramLog {
  readonly usage: Usage | null
  readonly cost: Cost | null
  /** Absent if the program printed no model response. */
  readonly trajectory?: Trajectory
}

/** Maximum number of events that are kept, except for usage: a step takes ten times the length of its event. */
const maxEvents = 100_000

interface Step {
  readonly name: string | undefined
  text: string
  readonly calls: Call[]
}

interface Call {
  readonly id: string
  readonly name: string
  readonly arguments: JsonObject
  result?: { readonly content: string; readonly extra: JsonObject }
}

/** Reads the output of a program, one JSON object per line; other lines are ignored. */
export function readProgramLog(
  text: string,
  readEvent: EventReader,
  { trial, ...agent }: { readonly name: string; readonly version: string; readonly trial: string },
): ProgramLog {
  const events = readEvents(text, readEvent)
  const { usage, cost } = sumUsage(events)
  const { steps, model } = collectSteps(events)
  if (steps.length === 0) return { usage, cost }
  const about = { ...agent, modelName: model, toolDefinitions: [], extra: {} }
  const builder = new TrajectoryBuilder(about, trial)
  for (const { text: message, calls } of steps) {
    builder.addAnswer({ message, calls, finishReason: 'unknown', usage: null, cost: null })
  }
  return { usage, cost, trajectory: builder.build(usage, cost, {}) }
}

function readEvents(text: string, readEvent: EventReader): readonly ProgramEvent[] {
  const events: ProgramEvent[] = []
  for (const line of text.split('\n')) {
    const event = parseEvent(line)
    for (const one of event === undefined ? [] : readEvent(event)) {
      if (one.kind === 'usage' || events.length < maxEvents) events.push(one)
    }
  }
  return events
}

function collectSteps(events: readonly ProgramEvent[]): { readonly steps: readonly Step[]; readonly model: string } {
  const steps: Step[] = []
  const calls = new Map<string, Call>()
  let model = 'unknown'
  let isAnswered = true
  const stepFor = (name: string | undefined): Step => {
    const last = steps.at(-1)
    const isSame = name === undefined ? !isAnswered : name === last?.name
    if (last !== undefined && isSame) return last
    const step: Step = { name, text: '', calls: [] }
    steps.push(step)
    isAnswered = false
    return step
  }
  for (const event of events) {
    if (event.kind === 'model') model = event.name
    if (event.kind === 'text') stepFor(event.step).text += event.text
    if (event.kind === 'call') {
      const call: Call = { id: event.id, name: event.tool, arguments: event.arguments }
      stepFor(event.step).calls.push(call)
      calls.set(event.id, call)
    }
    if (event.kind === 'result') {
      isAnswered = true
      const call = calls.get(event.id)
      if (call !== undefined) call.result = { content: event.text, extra: event.isError ? { is_error: true } : {} }
    }
  }
  return { steps, model }
}

/** Returns the last total, or the sum over all responses. */
function sumUsage(events: readonly ProgramEvent[]): Pick<ProgramLog, 'usage' | 'cost'> {
  const printed = events.filter((event) => event.kind === 'usage')
  const total = printed.findLast(({ isTotal }) => isTotal)
  const counted = total === undefined ? printed : [total]
  if (counted.length === 0) return { usage: null, cost: null }
  const sum = (pick: (event: (typeof counted)[number]) => number | null) => addAmounts(counted.map(pick))
  const usage: Usage = {
    input: sum((event) => event.usage.input),
    cached: sum((event) => event.usage.cached),
    cacheWrite: sum((event) => event.usage.cacheWrite),
    output: sum((event) => event.usage.output),
    reasoning: sum((event) => event.usage.reasoning),
  }
  const usd = sum((event) => event.usd)
  // Programs print 0 for models whose prices they do not know.
  return { usage, cost: usd === null || usd === 0 ? null : { usd, source: 'program' } }
}

/** Returns a value, or its member of this name, if it is an object; otherwise an empty object. */
export function readObject(value: JsonValue | undefined, name?: string): JsonObject {
  const own = isJsonObject(value) ? value : {}
  return name === undefined ? own : readObject(own[name])
}

/** Returns a text, or the texts of a list of content parts; any other value as JSON. */
export function readText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  const texts = Array.isArray(value) ? value.map((part) => (isJsonObject(part) ? part.text : undefined)) : [undefined]
  return texts.every((text) => typeof text === 'string') ? texts.join('\n') : JSON.stringify(value)
}

/** Returns the sum of amounts; null if it or one of them is unknown, or not an amount. */
export function addAmounts(values: readonly (JsonValue | undefined)[]): number | null {
  const sum = values.map(readAmount).reduce((all, one) => (all === null || one === null ? null : all + one), 0)
  return readAmount(sum)
}

/** Reads events in Claude Code's format: messages of Anthropic's API, and a result at the end. */
export function readMessageEvent(event: JsonObject): readonly ProgramEvent[] {
  const { type, model } = event
  if (type === 'system' && typeof model === 'string') return [{ kind: 'model', name: model }]
  if (type !== 'assistant' && type !== 'user') return []
  const { id, content } = readObject(event, 'message')
  const parts = Array.isArray(content) ? content.filter(isJsonObject) : []
  const step = readText(id)
  return parts.flatMap((part): readonly ProgramEvent[] => {
    if (part.type === 'text' && type === 'assistant') return [{ kind: 'text', text: readText(part.text), step }]
    if (part.type === 'tool_use') {
      return [
        { kind: 'call', id: readText(part.id), tool: readText(part.name), arguments: readObject(part.input), step },
      ]
    }
    if (part.type !== 'tool_result') return []
    const isError = part.is_error === true
    return [{ kind: 'result', id: readText(part.tool_use_id), text: readText(part.content), isError }]
  })
}

function parseEvent(line: string): JsonObject | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(line)
    return isJsonObject(value) && !isTooDeep(value) ? value : undefined
  } catch {
    return undefined
  }
}
