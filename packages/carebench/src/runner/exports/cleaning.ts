import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { Redact } from '../results/redact.js'

/** What is done to every text of an agent, a model or a document before it leaves for another program. */
export interface CleaningOptions {
  /** Replaces secrets. */
  readonly redact: Redact
  /** Characters of one text; what is longer is cut, with a marker. */
  readonly longest: number
}

/**
 * Control characters but tabs and line breaks, which terminals interpret, and halves of surrogate pairs, which UTF-8
 * cannot hold.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
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

  /** The same for all texts of a value, and for the names of members. */
  json(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map((item) => this.json(item))
    return isJsonObject(value) ? this.object(value) : value
  }

  object(value: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [this.text(name), this.json(member)]))
  }
}

/** A content of ATIF as one text: images are named by their type and place. */
export function contentToText(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const texts = content.filter(isJsonObject).map(({ text, source }) => {
    if (typeof text === 'string') return text
    return isJsonObject(source) ? `[${source.media_type} at ${source.path}]` : ''
  })
  return texts.join('\n')
}
