import { isJsonObject, type JsonValue } from '@carebench/protocol'
import type { Redact } from './results/redact.js'
import { type Cost, readAmount, type Usage } from './usage.js'

/** The submission of an external agent. */
export type HandIn =
  | {
      readonly kind: 'handed-in'
      readonly output?: JsonValue
      readonly status: 'done' | 'gave_up'
      readonly usage: Usage | null
      readonly cost: Cost | null
    }
  | { readonly kind: 'malformed'; readonly message: string }

/** The members of a hand-in. */
const members = ['output', 'status', 'usage']
/** Maximum number of invalid lines to parse in the search for a submission, because each may be long. */
const maxBroken = 1000

const unchanged: Redact = (text) => text

/** An empty submission: only the state of the systems counts. */
export const emptyHandIn: HandIn = { kind: 'handed-in', status: 'done', usage: null, cost: null }

/**
 * Reads a hand-in: `{"output": any, "status": "done" | "gave_up", "usage": {…}}`, every member optional. `usage` has
 * the members of {@link Usage}, and `cost_usd`.
 *
 * @param where - the source of the text, for messages
 * @param redact - applied to what messages quote
 */
export function parseHandIn(text: string, where: string, redact: Redact = unchanged): HandIn {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return malformed(where, `it is not JSON: ${excerpt(text, redact)}`)
  }
  return readHandIn(value, where, redact)
}

/** Reads a hand-in from its JSON value, as {@link parseHandIn} does. */
export function readHandIn(value: unknown, where: string, redact: Redact): HandIn {
  if (!isJsonObject(value)) return malformed(where, `it is not an object: ${excerpt(JSON.stringify(value), redact)}`)
  const unknown = Object.keys(value).find((name) => !members.includes(name))
  if (unknown !== undefined) {
    const name = excerpt(JSON.stringify(unknown), redact)
    return malformed(where, `it has the member ${name}; put the answer into "output"`)
  }
  const { output, status = 'done', usage } = value
  if (status !== 'done' && status !== 'gave_up') {
    return malformed(where, `"status" is ${excerpt(JSON.stringify(status), redact)}; expected "done" or "gave_up"`)
  }
  if (usage !== undefined && usage !== null && !isJsonObject(usage)) {
    return malformed(where, `"usage" is ${excerpt(JSON.stringify(usage), redact)}; expected an object of numbers`)
  }
  const numbers = usage ?? {}
  const usd = readAmount(numbers.cost_usd)
  return {
    kind: 'handed-in',
    ...(output !== undefined && { output }),
    status,
    usage:
      usage === undefined || usage === null
        ? null
        : {
            input: readAmount(numbers.input),
            cached: readAmount(numbers.cached),
            cacheWrite: readAmount(numbers.cache_write),
            output: readAmount(numbers.output),
            reasoning: readAmount(numbers.reasoning),
          },
    cost: usd === null ? null : { usd, source: 'agent' },
  }
}

/**
 * Finds the submission in a process's stdout: the last line that is a JSON object with a member of a submission.
 * Programs print other lines too; undefined without such a line.
 */
export function findHandIn(stdout: string, redact: Redact): HandIn | undefined {
  let broken = 0
  for (const line of stdout.split('\n').toReversed()) {
    const text = line.trim()
    if (!text.startsWith('{')) continue
    const value = parseObject(text)
    if (value === undefined && ++broken === maxBroken) return undefined
    if (value !== undefined && members.some((name) => name in value))
      return readHandIn(value, 'The last JSON line of stdout', redact)
  }
  return undefined
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function malformed(where: string, problem: string): HandIn {
  const example = '{"output": {"answer": 42}, "status": "done"}'
  return {
    kind: 'malformed',
    message: `${where} is expected to be an object such as ${example}, but ${problem}.`,
  }
}

/** Redacted before it is cut, because the cut may be within a secret. */
function excerpt(text: string | undefined, redact: Redact): string {
  const all = redact(text ?? 'undefined')
  return all.length > 80 ? `${all.slice(0, 80)}…` : all
}
