import type { AppDescription } from '../../app.js'

/** The clearinghouse as people find it. */
export const clearinghouseApps = [
  { title: 'Clearinghouse', position: 90, starts: [{ label: 'Transactions', call: 'listTransactions' }] },
] as const satisfies readonly AppDescription[]
