import { isJsonObject, type JsonValue } from '@carebench/protocol'
import { isTooDeep, tooDeep } from './json-depth.js'
import type { Redact } from './results/redact.js'

/** An output as it is handed in and kept, or why it cannot be. */
export type KeptOutput =
  | { readonly kind: 'kept'; readonly output: JsonValue }
  | { readonly kind: 'refused'; readonly message: string }

/** Takes secrets out of the texts of an output, because it is part of the record. What an agent returns need not be JSON. */
export function keepOutput(output: unknown, redact: Redact): KeptOutput {
  let text: string | undefined
  try {
    if (isTooDeep(output)) return refused(tooDeep)
    text = JSON.stringify(output)
  } catch (error) {
    return refused(`must be JSON: ${error instanceof Error ? error.message : 'it cannot be written'}`)
  }
  if (text === undefined) return refused(`must be JSON, got a value of the type ${typeof output}`)
  const value: JsonValue = JSON.parse(text)
  return { kind: 'kept', output: redact(text) === text ? value : redactTexts(value, redact) }
}

/** Not the JSON as a whole: a secret of digits may stand there as a number. */
function redactTexts(value: JsonValue, redact: Redact): JsonValue {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, redact))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [redact(name), redactTexts(member, redact)]))
}

function refused(problem: string): KeptOutput {
  return { kind: 'refused', message: `The output cannot be handed in: it ${problem}.` }
}
