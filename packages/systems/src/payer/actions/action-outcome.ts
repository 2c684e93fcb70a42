import type { JsonObject, RecordedEvent } from '@carebench/protocol'
import { dayAfter } from '../../policy/calendar.js'
import type { SimulatorChange } from '../../simulator.js'
import type { Finding } from '../model/form.js'
import type { PriorAuth } from '../model/prior-auth-row.js'
import { type PayerEffect, type PayerState, rowsOfPriorAuth } from '../state.js'

/**
 * The row that an action created or changed, with the resulting changes, or the reason why the action is not possible.
 */
export type ActionOutcome<Row extends JsonObject> =
  | ({ readonly kind: 'done'; readonly row: Row } & SimulatorChange<PayerEffect>)
  | { readonly kind: 'conflict' | 'unchanged'; readonly message: string }
  /** The payer has read the request and rejects it. */
  | { readonly kind: 'refused'; readonly errors: readonly Finding[]; readonly events: readonly RecordedEvent[] }

/**
 * Returns the outcome of an action that the state of a request forbids. `why` is a sentence, appended to the message.
 */
export function conflict(request: PriorAuth, why: string): ActionOutcome<never> {
  return { kind: 'conflict', message: `Prior authorization ${request.auth_number} is ${request.status}. ${why}` }
}

/**
 * Returns why a review of a denial can no longer be requested; undefined if it can. `what` is the subject of the
 * sentence.
 */
export function tooLate(
  { determined_at, status }: PriorAuth,
  days: number | undefined,
  at: string,
  what: string,
): string | undefined {
  const isDenied = status === 'denied' || status === 'partially_approved'
  if (days === undefined || determined_at === null || !isDenied) return undefined
  const last = dayAfter(determined_at.slice(0, 10), days)
  return at.slice(0, 10) <= last
    ? undefined
    : `${what} could be requested until ${last}, ${days} days after the decision.`
}

/** Maximum number of history entries: each change stores the whole history again. */
const historyLimit = 500

export const fullMessage: string = `Its history has ${historyLimit} entries, the maximum.`

export function isFull(request: PriorAuth): boolean {
  return request.history.length >= historyLimit
}

/** Returns an unused id for a row of a request: `PA12345678-D1`, the request's number, a letter and a count. */
export function newRecordId(state: PayerState, resource: string, request: PriorAuth, letter: string): string {
  const [id = ''] = newRecordIds(state, resource, request, letter, 1)
  return id
}

/** Returns several unused ids, of the format of {@link newRecordId}. Skips ids that seeded rows use. */
export function newRecordIds(
  state: PayerState,
  resource: string,
  request: PriorAuth,
  letter: string,
  wanted: number,
): string[] {
  const ids: string[] = []
  let count = rowsOfPriorAuth(state, resource, request.auth_number).length
  while (ids.length < wanted) {
    const id = `${request.auth_number}-${letter}${++count}`
    if (state.tables.get(resource)?.get(id) === undefined) ids.push(id)
  }
  return ids
}
