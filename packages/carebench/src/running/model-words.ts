import type { JsonObject, JsonValue } from '@carebench/protocol'
import { InvalidArgumentError } from 'commander'

/** A model as a user chooses it: `<provider>/<model>`, or an object with it and settings for this model. */
export type ModelChoice = string | (JsonObject & { readonly model: string })

/** One `--set NAME=VALUE`. */
export interface SetOption {
  /** The index of the model, from 0; null for all models. */
  readonly model: number | null
  /** `temperature`, `price.input`, `options.thinking.type` */
  readonly path: readonly string[]
  readonly value: JsonValue
  /** The value as the user wrote it, for settings that are texts. */
  readonly written: string
}

/** Reads a value of `--model`: a name, or the object that a run file has in its place. */
export function parseModelChoice(value: string): ModelChoice {
  if (!value.startsWith('{')) return value
  const choice = parseJson(value) as Partial<Exclude<ModelChoice, string>> | undefined
  if (typeof choice?.model === 'string') return { ...choice, model: choice.model }
  throw new InvalidArgumentError('Expected an object with the model as <provider>/<model>.')
}

/** Reads `temperature=0`, `price.input=3`, `options.thinking.type=enabled`: a value that is not JSON is a text. */
export function parseSet(option: string, model: number | null): SetOption {
  const at = option.indexOf('=')
  const path = option.slice(0, at).split('.')
  if (at < 1 || path.includes('')) throw new InvalidArgumentError('Expected NAME=VALUE, such as temperature=0.')
  const written = option.slice(at + 1)
  return { model, path, value: parseJson(written) ?? written, written }
}

/** Parses JSON; undefined for any other text. */
function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}
