import { type CallDescription, isJsonObject, type JsonObject, withoutSystemKey } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import type { SpokenCall, SpokenRequest } from '../../packages/carebench/src/testing/model-dialect.js'
import type { ScriptedAnswer } from '../../packages/carebench/src/testing/model-server.js'
import { devTask, devTasks } from '../workstation/open-workstation.js'

// A scripted model that makes the recorded calls of the tasks of carebench-1.

/** Characters per token of these texts, by the tokenizer o200k. */
const charactersOfToken = 3.9

/** Estimates the tokens of a text, or of JSON. */
export function countTokens(value: unknown): number {
  return Math.ceil((typeof value === 'string' ? value : JSON.stringify(value)).length / charactersOfToken)
}

/** Makes the next recorded call of the task in the conversation, and submits after the last one. */
export function answerByRecording({ body, turn }: SpokenRequest, surface: 'tools' | 'http'): ScriptedAnswer {
  const said = JSON.stringify(body.messages)
  const task = devTasks().find(({ task_item: item }) =>
    said.includes(JSON.stringify(readInstruction(item)).slice(1, -1)),
  )
  // The check before the run is about no task.
  if (task === undefined) return { calls: [{ name: 'ready', arguments: {} }] }
  const calls = devTask(task.name).calls.flatMap(withWait)
  const recorded = calls[turn]
  const found = captured(calls, Array.isArray(body.messages) ? body.messages : [])
  const next = recorded === undefined ? { name: 'submit', arguments: {} } : toTool(filled(recorded, found), surface)
  const input = countTokens(body.messages) + countTokens(body.tools ?? [])
  return { calls: [next], usage: { input, output: countTokens(next) } }
}

function readInstruction(item: unknown): string {
  return isJsonObject(item) ? String(item.instruction) : ''
}

/** Turns the delay of a recorded call into a wait before it. */
function withWait(call: JsonObject): readonly JsonObject[] {
  const { delay_seconds: seconds = 0, ...rest } = call
  return Number(seconds) > 0 ? [{ method: 'POST', path: 'wait', body: { seconds } }, rest] : [rest]
}

function toTool(call: JsonObject, surface: 'tools' | 'http'): SpokenCall {
  const { method, path: whole, body, text, headers } = call
  const [place = '', ...segments] = String(whole).split('/')
  if (place === 'wait') return { name: 'wait', arguments: isJsonObject(body) ? body : {} }
  const sent = body ?? text
  if (surface === 'http') {
    const path = segments.join('/')
    const own = { system: place, method: method ?? '', path, ...(sent !== undefined && { body: sent }) }
    return { name: 'http_request', arguments: { ...own, ...(headers !== undefined && { headers }) } }
  }
  const group = withoutSystemKey(place)
  const system = defaultSystems.find((one) => one.group?.name === group)
  const calls: readonly CallDescription[] = system?.calls ?? []
  const found = calls.find((one) => one.method === method && parametersIn(one, segments) !== undefined)
  if (found === undefined) throw new Error(`No call of ${group} is ${method} ${whole}.`)
  const name = (found.tool?.name ?? found.name).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const isOneOfSeveral = group === 'portal'
  return {
    name: `${group}_${name}`,
    arguments: {
      ...(isOneOfSeveral && { system: place }),
      ...found.tool?.when,
      ...parametersIn(found, segments),
      ...(sent !== undefined && { body: sent }),
    },
  }
}

/** The values of a path's parameters; undefined if it is another path. */
function parametersIn({ path, takesRest }: CallDescription, segments: readonly string[]): JsonObject | undefined {
  const template = path.split('/').filter((segment) => segment !== '')
  if (template.length !== segments.length && takesRest !== true) return undefined
  const values: Record<string, string> = {}
  for (const [index, segment] of template.entries()) {
    const isLast = index === template.length - 1
    const value = isLast ? segments.slice(index).join('/') : segments[index]
    if (value === undefined || (!segment.startsWith('{') && segment !== value)) return undefined
    if (segment.startsWith('{')) values[segment.slice(1, -1)] = value
  }
  return values
}

/** Returns the values that later calls refer to, from the results of earlier calls in the conversation. */
function captured(calls: readonly JsonObject[], messages: readonly unknown[]): Readonly<Record<string, string>> {
  const results = messages.filter(isJsonObject).filter(({ role }) => role === 'tool')
  const entries = calls.flatMap(({ capture }, index) =>
    isJsonObject(capture) && results[index] !== undefined
      ? Object.entries(capture).map(([name, pointer]) => [name, memberIn(results[index], String(pointer).slice(1))])
      : [],
  )
  return Object.fromEntries(entries)
}

/** Finds a member by its name in the text of a result. */
function memberIn(result: JsonObject | undefined, name: string): string {
  const text = typeof result?.content === 'string' ? result.content : JSON.stringify(result?.content)
  return new RegExp(`\\\\*"${name}\\\\*": ?\\\\*"([^"\\\\]+)`).exec(text)?.[1] ?? ''
}

function filled(call: JsonObject, found: Readonly<Record<string, string>>): JsonObject {
  return JSON.parse(JSON.stringify(call).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => found[name] ?? ''))
}
