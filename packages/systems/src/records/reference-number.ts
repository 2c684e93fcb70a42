const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The most letters of a number: more are words. */
const maxLetters = 12
/** Shorter ones need no digit. */
const minLength = 3

/** What a sender's number must be, for messages. */
export const expectedNumber = `a reference number with a digit and at most ${maxLetters} letters, or a UUID`

/** Whether a text is a number of the sender's choice, which nobody reads, and not words in its place. */
export function isReferenceNumber(text: string): boolean {
  if (text.length < minLength || uuid.test(text)) return true
  return /\d/.test(text) && (text.match(/\p{L}/gu) ?? []).length <= maxLetters
}
