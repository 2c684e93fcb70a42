import type { AppDescription } from '../../app.js'
import { electronicCalls } from '../electronic/electronic-calls.js'

const forPrograms = 'Programs send it; people have the same in the portal.'

/** The payer's portal as people find it. */
export const payerApps = [
  {
    title: 'Payer',
    position: 80,
    labels: {
      readPriorAuth: 'Authorization',
      submitPriorAuth: 'New request',
      amendPriorAuth: 'Correct or resubmit',
      attachDocument: 'Attach a document',
      requestPeerToPeer: 'Request a peer-to-peer review',
      appealDenial: 'Appeal',
      checkRequirements: 'Requirements of a service',
    },
    starts: [
      { label: 'Authorizations', call: 'listPriorAuths' },
      { label: 'New request', call: 'submitPriorAuth' },
      { label: 'Requirements', call: 'checkRequirements' },
      { label: 'Members', call: 'findMembers' },
      { label: 'Providers', call: 'findProviders' },
    ],
    notForPeople: {
      logIn: 'The workstation is signed in already.',
      ...Object.fromEntries(electronicCalls.map(({ name }) => [name, forPrograms])),
    },
  },
] as const satisfies readonly AppDescription[]
