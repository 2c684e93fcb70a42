import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { Redact } from '../results/redact.js'

/** Options for cleaning the texts of agents, models and documents before export. */
export interface CleaningOptions {
  /** Replaces secrets. */
  readonly redact: Redact
  /** Maximum length of a text in characters; longer ones are cut, with a marker. */
  readonly longest: number
}

/**
 * Unsafe characters: control characters except tabs and line breaks, which terminals interpret, and halves of surrogate
 * pairs, which UTF-8 cannot encode.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them.
const unsafe = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/gu

/** Replaces secrets and unsafe characters in texts, and cuts long ones. */
export class Cleaning {
  readonly #options: CleaningOptions

  constructor(options: CleaningOptions) {
    this.#options = options
  }

  text(text: string): string {
    const { redact, longest } = this.#options
    const clean = redact(text).replaceAll(unsafe, '\ufffd')
    if (clean.length <= longest) return clean
    const splitsPair = /[\ud800-\udbff]/.test(clean.charAt(longest - 1))
    const head = clean.slice(0, splitsPair ? longest - 1 : longest)
    return `${head}\n[Cut: these are the first ${head.length} of ${clean.length} characters.]`
  }

  /** Cleans all texts in a value, including member names. */
  json(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map((item) => this.json(item))
    return isJsonObject(value) ? this.object(value) : value
  }

  object(value: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [this.text(name), this.json(member)]))
  }
}

/** Converts ATIF content to one text; images are named by type and path. */
export function contentToText(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const texts = content.filter(isJsonObject).map(({ text, source }) => {
    if (typeof text === 'string') return text
    return isJsonObject(source) ? `[${source.media_type} at ${source.path}]` : ''
  })
  return texts.join('\n')
}
