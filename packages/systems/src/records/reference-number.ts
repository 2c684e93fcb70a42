const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Maximum number of letters in a number: more letters are words. */
const maxLetters = 12
/** Numbers shorter than this need no digit. */
const minLength = 3

/** Describes a valid sender's number, for messages. */
export const expectedNumber = `a reference number with a digit and at most ${maxLetters} letters, or a UUID`

/** Whether a text is a number that the sender chose, rather than words in its place, which could carry a message. */
export function isReferenceNumber(text: string): boolean {
  if (text.length < minLength || uuid.test(text)) return true
  return /\d/.test(text) && (text.match(/\p{L}/gu) ?? []).length <= maxLetters
}
