import { isJsonObject, type JsonValue } from '@carebench/protocol'
import type { AppDescription } from '../../app.js'
import { electronicCalls } from '../electronic/electronic-calls.js'

const forPrograms = 'Programs send it; people have the same in the portal.'

/** The types of the documents that the payer asks for. */
function missingDocuments(request: JsonValue): Readonly<Record<string, readonly string[]>> {
  const types = isJsonObject(request) && Array.isArray(request.missing_documents) ? request.missing_documents : []
  return { '/document_type': types.map(String) }
}

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
    notes: {
      submitPriorAuth: 'Submit a prior authorization. It is for one unit, and standard, unless you say otherwise.',
      amendPriorAuth:
        'Correct a pending request, or resubmit one that needs more information. What you leave empty stays as it is.',
    },
    onPage: { readPriorAuth: ['attachDocument'] },
    suggestions: missingDocuments,
    starts: [
      { label: 'Authorizations', call: 'listPriorAuths', empty: 'No authorizations yet.' },
      { label: 'New request', call: 'submitPriorAuth' },
      { label: 'Requirements', call: 'checkRequirements' },
      { label: 'Members', call: 'findMembers', empty: 'No members.' },
      { label: 'Providers', call: 'findProviders', empty: 'No providers.' },
    ],
    notForPeople: {
      logIn: 'The workstation is signed in already.',
      ...Object.fromEntries(electronicCalls.map(({ name }) => [name, forPrograms])),
    },
  },
] as const satisfies readonly AppDescription[]
