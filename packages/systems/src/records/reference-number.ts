const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Maximum number of letters in a number; more letters would be words. */
const maxLetters = 12
/** Shorter numbers need no digit. */
const minLength = 3

/** The description of a valid number, for messages. */
export const expectedNumber = `a reference number with a digit and at most ${maxLetters} letters, or a UUID`

/** Whether a text is a number chosen by the sender, and not words, which could carry a message. */
export function isReferenceNumber(text: string): boolean {
  if (text.length < minLength || uuid.test(text)) return true
  return /\d/.test(text) && (text.match(/\p{L}/gu) ?? []).length <= maxLetters
}
