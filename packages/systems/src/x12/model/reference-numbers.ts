import { readValue, type Transaction } from '@carebench/x12'
import { expectedNumber, isReferenceNumber } from '../../records/reference-number.js'

/** Elements with a number that the sender chooses, and that nobody reads. */
const numbered = ['BHT.3', 'TRN.2', 'TRN[2].2', 'TRN[3].2'] as const

/**
 * Returns an error if a reference of a transaction is not a number, since words could carry a message; undefined if all
 * are.
 */
export function findWordedReference(transaction: Transaction): string | undefined {
  const path = numbered.find((one) => !isReferenceNumber(readValue(transaction, one) ?? ''))
  if (path === undefined) return undefined
  const value = JSON.stringify((readValue(transaction, path) ?? '').slice(0, 50))
  return `Expected ${path} to be ${expectedNumber}; got ${value}.`
}
