/** A person who works on tasks, or a script in place of a person. */
export interface Reader {
  /** A name or a pseudonym. */
  readonly reader: string
  /**
   * Whether a script stands in for a person, to test the pages; figures about people leave out its trials and reviews.
   */
  readonly isScripted: boolean
}

const maxReaderLength = 80

/** Reads the option `--reader`; returns the error as a text. */
export function parseReader(text: string): Reader | string {
  const reader = text.trim()
  if (reader === '' || reader.length > maxReaderLength || /\p{C}/u.test(reader)) {
    return `--reader must be a name or a pseudonym of 1 to ${maxReaderLength} characters`
  }
  return { reader, isScripted: /^scripted\b/i.test(reader) }
}
