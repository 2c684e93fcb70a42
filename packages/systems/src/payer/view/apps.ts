import type { AppDescription } from '../../app.js'

/** The payer's portal as people find it. */
export const payerApps = [
  {
    title: 'Payer',
    position: 80,
    labels: {
      submitPriorAuth: 'New request',
      amendPriorAuth: 'Correct or resubmit',
      attachDocument: 'Attach a document',
      requestPeerToPeer: 'Request a peer-to-peer review',
      appealDenial: 'Appeal',
      checkRequirements: 'Requirements of a service',
    },
    starts: [
      { label: 'Authorizations', call: 'listPriorAuths' },
      { label: 'Members', call: 'findMembers' },
      { label: 'Providers', call: 'findProviders' },
    ],
    notForPeople: { logIn: 'The workstation is signed in already.' },
  },
] as const satisfies readonly AppDescription[]
