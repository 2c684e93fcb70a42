import { isJsonObject, type JsonValue } from '@carebench/protocol'
import type { AppDescription, ShownList } from '../../app.js'

/** The interchanges, each with a line for a segment. */
function readTransactions(body: JsonValue): ShownList | null {
  if (!isJsonObject(body) || !Array.isArray(body.data)) return null
  const records = body.data.map((row) =>
    isJsonObject(row) && typeof row.payload === 'string'
      ? { ...row, payload: row.payload.replaceAll(/~\s*/g, '~\n') }
      : row,
  )
  const next = isJsonObject(body._meta) ? body._meta.next : null
  return { records, next: typeof next === 'string' ? { cursor: next } : null }
}

/** The clearinghouse as people find it. */
export const clearinghouseApps = [
  {
    title: 'Clearinghouse',
    position: 90,
    labels: {
      checkEligibility: 'Check eligibility',
      askClaimStatus: 'Ask for the status of a claim',
      requestAuthorization: 'Request an authorization',
      askAuthorization: 'Ask for an authorization',
      submitClaim: 'Submit a claim',
    },
    starts: [
      { label: 'Transactions', call: 'listTransactions' },
      { label: 'Eligibility', call: 'checkEligibility' },
      { label: 'Claim status', call: 'askClaimStatus' },
      { label: 'Authorizations', call: 'requestAuthorization' },
      { label: 'Claims', call: 'submitClaim' },
    ],
    readList: readTransactions,
  },
] as const satisfies readonly AppDescription[]
