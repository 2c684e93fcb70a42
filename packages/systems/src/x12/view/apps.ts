import type { JsonValue } from '@carebench/protocol'
import type { AppDescription, ShownText } from '../../app.js'

/** An interchange with a line for each segment. */
function readInterchange(value: JsonValue): ShownText | null {
  return typeof value === 'string' && value.startsWith('ISA') ? { text: value.replaceAll(/~\s*/g, '~\n') } : null
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
    readLine: readInterchange,
  },
] as const satisfies readonly AppDescription[]
