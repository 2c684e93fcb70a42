import type { JsonValue } from '@carebench/protocol'
import { isTooDeep, tooDeep } from './json-depth.js'
import { hasTooManyValues, maxValues } from './results/json-text.js'
import { type Redact, redactJson } from './results/redact.js'

/** An output to submit and store, or the reason why it cannot be. */
export type KeptOutput =
  | { readonly kind: 'kept'; readonly output: JsonValue }
  | { readonly kind: 'refused'; readonly message: string }

/**
 * Removes secrets from the texts of an output, because it becomes part of the record. The value of an agent need not be
 * valid JSON.
 */
export function keepOutput(output: unknown, redact: Redact): KeptOutput {
  let text: string | undefined
  try {
    if (isTooDeep(output)) return refused(tooDeep)
    text = JSON.stringify(output)
  } catch (error) {
    return refused(`must be JSON: ${error instanceof Error ? error.message : 'it cannot be written'}`)
  }
  if (text === undefined) return refused(`must be JSON, got a value of the type ${typeof output}`)
  // A later process could not read it again.
  if (hasTooManyValues(text)) return refused(`must have at most ${maxValues} JSON values`)
  return { kind: 'kept', output: JSON.parse(redactJson(text, redact)) }
}

function refused(problem: string): KeptOutput {
  return { kind: 'refused', message: `The output cannot be handed in: it ${problem}.` }
}
