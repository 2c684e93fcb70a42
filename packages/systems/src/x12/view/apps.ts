import type { AppDescription } from '../../app.js'

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
    starts: [{ label: 'Transactions', call: 'listTransactions' }],
  },
] as const satisfies readonly AppDescription[]
