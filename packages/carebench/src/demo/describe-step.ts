import { isJsonObject, type JsonValue } from '@carebench/protocol'
import type { FilledCall, SolutionAnswer } from '@carebench/service'

const maxPathLength = 96

/** Describes a call and its response in one line: `GET fhir/Patient?family=Tillery → 2 found`. */
export function describeStep({ method, path }: FilledCall, { status, text }: SolutionAnswer): string {
  const shown = path.length > maxPathLength ? `${path.slice(0, maxPathLength - 1)}…` : path
  return `${method} ${shown} → ${status < 400 ? summarize(text) : `refused (${status})`}`
}

/** Returns the number of matches, else the id or number and the status of the response's item, else `done`. */
function summarize(text: string): string {
  const answer = readJson(text)
  if (!isJsonObject(answer)) return 'done'
  const matches = typeof answer.total === 'number' ? answer.total : Array.isArray(answer.data) && answer.data.length
  if (matches !== false) return `${matches} found`
  const number = Object.keys(answer).find((name) => name.endsWith('_number'))
  const known = [answer.id ?? answer[number ?? ''], answer.status].filter(isWord)
  return known.length === 0 ? 'done' : known.join(' ')
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isWord(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.length <= 40
}
