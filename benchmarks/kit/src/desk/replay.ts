import type { JsonValue } from '@carebench/protocol'
import type { SolutionCall } from '../task.js'
import { type Desk, memberAt, textAt } from './desk.js'

/** Makes recorded calls one after another, and returns the rejected ones, each as method, path, status and reason. */
export async function replay(desk: Pick<Desk, 'call'>, calls: readonly SolutionCall[]): Promise<readonly string[]> {
  const captured = new Map<string, JsonValue>()
  const refused: string[] = []
  for (const call of calls) {
    const path = String(insert(call.path, captured))
    if (call.delay_seconds !== undefined) await desk.call('POST', 'wait', { seconds: call.delay_seconds })
    const body = 'body' in call && call.body !== undefined ? insert(call.body, captured) : undefined
    const text = 'text' in call && call.text !== undefined ? String(insert(call.text, captured)) : undefined
    const { status, answer } = await desk.call(call.method, path, body, call.headers, text)
    if (status >= 400) refused.push(`${call.method} ${path} ${status} ${readReason(answer)}`.trim())
    for (const [name, pointer] of Object.entries(call.capture ?? {})) {
      const value = memberAt(answer, pointer)
      if (value !== undefined) captured.set(name, value)
    }
  }
  return refused
}

/** Returns the reason of a rejection, in FHIR or in the format of the service. */
function readReason(answer: JsonValue | undefined): string {
  const place = ['/issue/0/diagnostics', '/issue/0/details/text', '/error/message', '/message']
  return place.map((pointer) => textAt(answer, pointer)).find((text) => text !== '') ?? ''
}

/**
 * Replaces `{{name}}` by captured values, as in the calls of a solution: a text that consists of one placeholder
 * becomes its value.
 */
function insert(value: JsonValue, captured: ReadonlyMap<string, JsonValue>): JsonValue {
  if (typeof value === 'string') {
    const [, whole] = /^\{\{(\w+)\}\}$/.exec(value) ?? []
    const found = whole === undefined ? undefined : captured.get(whole)
    if (found !== undefined) return found
    return value.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(captured.get(name) ?? whole))
  }
  if (Array.isArray(value)) return value.map((item) => insert(item, captured))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, insert(item, captured)]))
}
