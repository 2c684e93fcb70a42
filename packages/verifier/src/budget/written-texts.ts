import { WrittenText } from '@carebench/text'

/** Maximum number of characters of the kept texts; a text takes about two hundred bytes per character. */
const keptCharacters = 200_000

/** Texts in the form from which statements are read; the most recent ones are kept. */
export class WrittenTexts {
  // Most verifications read none.
  #kept: Map<string, WrittenText> | undefined
  #characters = 0

  /** Returns a text of at most 100,000 characters in the form from which statements are read. */
  read(text: string): WrittenText {
    const kept = this.#kept?.get(text)
    if (kept !== undefined) return kept
    const written = new WrittenText(text)
    if (this.#kept === undefined || this.#characters + text.length > keptCharacters) {
      this.#kept = new Map()
      this.#characters = 0
    }
    this.#kept.set(text, written)
    this.#characters += text.length
    return written
  }
}
