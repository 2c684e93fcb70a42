import type { AppDescription } from '../../app.js'

/** The payer's portal as people find it. */
export const payerApps = [
  {
    title: 'Payer',
    position: 80,
    starts: [
      { label: 'Authorizations', call: 'listPriorAuths' },
      { label: 'Members', call: 'findMembers' },
      { label: 'Providers', call: 'findProviders' },
    ],
    notForPeople: { logIn: 'The workstation is signed in already.' },
  },
] as const satisfies readonly AppDescription[]
