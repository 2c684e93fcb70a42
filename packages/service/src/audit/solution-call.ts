import { type JsonValue, limits, type RecordedBody, type SimulatorCall, type SolutionCall } from '@carebench/protocol'
import type { SimulatorResponse, System } from '@carebench/systems'
import { compileJsonPath, PathSyntaxError } from '@carebench/verifier'
import { readMediaType } from '../http/media-type.js'
import { type FillBudget, fillPlaceholders, fillText } from './placeholders.js'

/** Maximum length of a call's path with its query: an HTTP server accepts no longer head of a request. */
const maxTargetLength = 16_384

/** The data that a call of a system needs. */
export type CalledSystem = Pick<System, 'group' | 'headers'>

/** A recorded call, ready to be executed. */
export interface ReadyCall {
  readonly group: string
  readonly call: SimulatorCall
}

/**
 * Returns a recorded call in the form in which an agent's call over HTTP would reach the simulator. Throws a
 * CapturesTooLargeError if the inserted values exceed the remaining budget.
 */
export function readyCall(
  recorded: SolutionCall,
  captured: ReadonlyMap<string, JsonValue>,
  systemOf: (group: string) => CalledSystem | undefined,
  budget: FillBudget,
): ReadyCall {
  const target = fillText(recorded.path, captured, budget)
  const mark = target.indexOf('?')
  const [group = '', ...rest] = (mark === -1 ? target : target.slice(0, mark)).replace(/^\//, '').split('/')
  const ownHeaders = Object.entries(recorded.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const)
  const sent = new Map([...defaultHeaders(recorded), ...ownHeaders])
  const system = systemOf(group)
  const read = (system?.headers ?? []).flatMap((name) => {
    const value = sent.get(name)
    return value === undefined ? [] : [[name, fillText(value, captured, budget)] as const]
  })
  const call: SimulatorCall = {
    method: recorded.method.toUpperCase(),
    path: rest.join('/'),
    query: mark === -1 ? '' : target.slice(mark + 1),
    headers: Object.fromEntries(read),
    body: fillBody(recorded, captured, system, sent.get('content-type'), budget),
  }
  return { group, call }
}

/**
 * Returns the status with which a service would reject a call before it reaches a system; undefined if it would not.
 * Inserted values can make a call longer than any agent can send.
 */
export function refusedStatus({ call }: ReadyCall): number | undefined {
  if (call.path.length + call.query.length > maxTargetLength) return 400
  return call.body !== null && 'json' in call.body && nestsDeeper(call.body.json, limits.jsonDepth) ? 400 : undefined
}

/**
 * Stores the values that a recorded call captures from its response; missing ones are skipped. Throws a
 * CapturesTooLargeError if they exceed the remaining budget.
 */
export function capture(
  recorded: SolutionCall,
  { body }: SimulatorResponse,
  captured: Map<string, JsonValue>,
  budget: FillBudget,
): void {
  const wanted = Object.entries(recorded.capture ?? {})
  const answer = wanted.length === 0 ? undefined : readJson(body)
  if (answer === undefined) return
  for (const [name, path] of wanted) {
    const value = readPath(answer, path)
    if (value === undefined) continue
    budget.take(JSON.stringify(value).length)
    captured.set(name, value)
  }
}

function defaultHeaders(recorded: SolutionCall): readonly (readonly [string, string])[] {
  if ('text' in recorded) return [['content-type', 'text/plain']]
  return recorded.body === undefined ? [] : [['content-type', 'application/json']]
}

function fillBody(
  recorded: SolutionCall,
  captured: ReadonlyMap<string, JsonValue>,
  system: CalledSystem | undefined,
  contentType: string | undefined,
  budget: FillBudget,
): RecordedBody | null {
  if ('text' in recorded) return { text: fillText(recorded.text, captured, budget) }
  if (recorded.body === undefined) return null
  const json = fillPlaceholders(recorded.body, captured, budget)
  return readsAsJson(system, contentType) ? { json } : { text: JSON.stringify(json) }
}

/** Whether a body of this media type reaches the system as parsed JSON. */
function readsAsJson(system: CalledSystem | undefined, contentType: string | undefined): boolean {
  const jsonMediaTypes = system?.group?.jsonMediaTypes
  return jsonMediaTypes === undefined || jsonMediaTypes.includes(readMediaType(contentType))
}

function readJson(body: RecordedBody | null): JsonValue | undefined {
  if (body === null || 'base64' in body) return undefined
  if ('json' in body) return body.json
  try {
    return JSON.parse(body.text)
  } catch {
    return undefined
  }
}

function readPath(answer: JsonValue, path: string): JsonValue | undefined {
  try {
    return compileJsonPath(path).read(answer)
  } catch (error) {
    if (error instanceof PathSyntaxError) return undefined
    throw error
  }
}

function nestsDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => nestsDeeper(member, levels - 1))
}
