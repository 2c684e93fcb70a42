import { buildInterchange, type TransactionValues } from '@carebench/x12'
import type { SolutionCall } from '../task.js'
import { billingProvider } from './clearinghouse.js'

/** Name and id of the clearinghouse in interchanges. */
export const clearinghouseId = { name: 'EXAMPLE CLEARINGHOUSE', id: 'CLEARINGHOUSE' }

/** Returns noon of a day in Central Standard Time, in milliseconds since 1970. */
export function noonOn(day: string): number {
  return Date.parse(`${day}T18:00:00Z`)
}

/**
 * Returns an interchange with one transaction that the clinic sends to the clearinghouse, or receives from it. `at` is
 * in milliseconds since 1970.
 */
export function interchange(
  direction: 'sent' | 'received',
  at: number,
  controlNumber: number,
  values: TransactionValues,
): string {
  const own = { id: billingProvider.npi }
  const other = { id: clearinghouseId.id }
  const [sender, receiver] = direction === 'sent' ? [own, other] : [other, own]
  return buildInterchange({ sender, receiver, at, controlNumber }, [values])
}

/** Returns the call that sends an interchange to a service of the clearinghouse, such as `claims` or `eligibility`. */
export function sendInterchange(service: string, text: string): SolutionCall {
  return {
    method: 'POST',
    path: `clearinghouse/${service}`,
    headers: { 'content-type': 'application/edi-x12' },
    text,
  }
}
