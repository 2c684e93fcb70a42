import { readValue, type Transaction } from '@carebench/x12'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The most letters of a number: more are words. */
const maxLetters = 12
/** Shorter ones need no digit. */
const minLength = 4

/** Elements that hold a number of the sender's choice, which nobody reads. */
const numbered = ['BHT.3', 'TRN.2', 'TRN[2].2', 'TRN[3].2'] as const

/** Says which reference of a transaction is no number; undefined if all are. */
export function findWordedReference(transaction: Transaction): string | undefined {
  const path = numbered.find((one) => !isNumber(readValue(transaction, one) ?? ''))
  if (path === undefined) return undefined
  const value = JSON.stringify((readValue(transaction, path) ?? '').slice(0, 50))
  return `Expected ${path} to be a reference number of digits and at most ${maxLetters} letters; got ${value}.`
}

function isNumber(text: string): boolean {
  if (text.length < minLength || uuid.test(text)) return true
  return /\d/.test(text) && (text.match(/\p{L}/gu) ?? []).length <= maxLetters
}
