import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { parseTransactions, X12Error } from '@carebench/x12'
import type { ReadableRecord, ShownPart, ShownRecord } from '../../app.js'
import { Loop } from './loop.js'
import {
  type ReadSet,
  readClaimRows,
  readInquiryRows,
  readPaymentRows,
  readReviewRows,
  readStatusRows,
} from './read-set.js'

/** The names of the transaction sets, some of which differ when sent and received. */
const kinds: Readonly<Record<string, string | readonly [sent: string, received: string]>> = {
  '270': 'Eligibility inquiry',
  '271': 'Eligibility response',
  '276': 'Claim status inquiry',
  '277': 'Claim status response',
  '277CA': 'Claim acknowledgment',
  '278': ['Authorization request', 'Authorization response'],
  '835': 'Remittance',
  '837': 'Claim',
  '999': 'Acknowledgment',
  TA1: 'Interchange acknowledgment',
}

const readings: Readonly<Record<string, (transaction: Loop) => ReadSet>> = {
  '270': readInquiryRows,
  '271': readInquiryRows,
  '276': readStatusRows,
  '277': readStatusRows,
  '277CA': readStatusRows,
  '278': readReviewRows,
  '835': readPaymentRows,
  '837': readClaimRows,
}

/** Returns the readable content of an interchange; undefined if its set has no reader or it cannot be parsed. */
function readRow({ payload, transaction }: JsonObject): ReadSet | undefined {
  const read = readings[String(transaction)]
  if (read === undefined || typeof payload !== 'string') return undefined
  try {
    return read(new Loop(parseTransactions(payload).flatMap((one) => one.segments())))
  } catch (error) {
    if (error instanceof X12Error) return undefined
    throw error
  }
}

/** Returns the title and columns of an interchange in a list. */
export function describeInterchange(row: JsonValue): ShownRecord {
  if (!isJsonObject(row)) return { title: '' }
  const { transaction, direction, control_number: number, at } = row
  const { payer = '', rows = [], total = '' } = readRow(row) ?? {}
  const statuses = rows.map(({ Status = '' }) => ({ Status: Status.replace(/^[A-Z]?\d+ /, '') }))
  const kind = kinds[String(transaction)] ?? 'Transaction'
  const name = typeof kind === 'string' ? kind : kind[direction === 'sent' ? 0 : 1]
  return {
    title: `${name} ${String(number ?? '')}`.trim(),
    columns: {
      Payer: payer,
      Patient: joinSeveral(rows, 'Patient'),
      Account: joinSeveral(rows, 'Account'),
      Amount: total,
      Status: joinSeveral(statuses, 'Status'),
      Set: String(transaction ?? ''),
      Direction: String(direction ?? ''),
      At: String(at ?? ''),
    },
  }
}

/** Joins the values of a column: up to two, or the first and the number of others. */
function joinSeveral(rows: ReadSet['rows'], name: string): string {
  const values = [...new Set(rows.map((row) => row[name] ?? '').filter((value) => value !== ''))]
  return values.length <= 2 ? values.join(', ') : `${values[0]} and ${values.length - 1} more`
}

/** Returns the readable content of an interchange: the parties, and the rows that people work with. */
export function readInterchangeContent(row: JsonValue): ReadableRecord | null {
  if (!isJsonObject(row) || typeof row.payload !== 'string') return null
  const set = readRow(row)
  if (set === undefined) return null
  const { facts, title, rows, parts = [] } = set
  const own: readonly ShownPart[] = [
    { kind: 'facts', title: 'Summary', facts },
    { kind: 'table', title, rows },
    ...parts,
  ]
  return { parts: own, said: ['payload'], raw: 'Raw interchange' }
}
