/** A filter that excludes most texts that are not in a set by their last characters, which is cheaper than a lookup. */
export class TextMarks {
  readonly #marks = new Uint8Array(size)

  /**
   * @param texts - the set; values that are not texts are ignored
   */
  constructor(texts: Iterable<unknown>) {
    for (const text of texts) if (typeof text === 'string') this.#marks[readMark(text)] = 1
  }

  /** Returns false if the text is not in the set; true if it may be. */
  mayHave(text: string): boolean {
    return this.#marks[readMark(text)] !== 0
  }
}

const size = 4096

/** Returns a hash of the last three characters of a text. */
function readMark(text: string): number {
  const last = text.length - 1
  if (last < 2) return last + 1
  return (text.charCodeAt(last) ^ (text.charCodeAt(last - 1) << 4) ^ (text.charCodeAt(last - 2) << 8)) & (size - 1)
}
