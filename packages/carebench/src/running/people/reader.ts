/** A reader, as results name one. */
export interface Reader {
  /** A name or a pseudonym. */
  readonly reader: string
  /** A script in the place of a person, to test the pages: its trials and reviews are in no figure about people. */
  readonly isScripted: boolean
}

const maxReaderLength = 80

/** Reads the option `--reader`; a text says what is wrong with it. */
export function parseReader(text: string): Reader | string {
  const reader = text.trim()
  if (reader === '' || reader.length > maxReaderLength || /\p{C}/u.test(reader)) {
    return `--reader must be a name or a pseudonym of 1 to ${maxReaderLength} characters`
  }
  return { reader, isScripted: /^scripted\b/i.test(reader) }
}
