import { jsonContent, type SystemDescription } from '../system-description.js'

const refill = { id: 'rx-1', drug: 'metformin', state: 'queued' }

/** Systems of every kind: with access tokens, without, and one that only other systems call. */
export const sampleSystems: readonly SystemDescription[] = [
  {
    type: 'FHIR',
    group: {
      name: 'fhir',
      summary: 'Call the FHIR R4 server',
      jsonMediaTypes: ['application/fhir+json'],
      accessTokens: true,
      largeBodies: true,
    },
    calls: [
      {
        method: 'GET',
        path: '/metadata',
        name: 'readCapabilities',
        summary: 'Read what the server supports',
        status: 200,
        answer: { 'application/fhir+json': { example: { resourceType: 'CapabilityStatement' } } },
      },
    ],
    dataset: { type: 'FHIR' },
  },
  {
    type: 'Pharmacy',
    group: { name: 'refill-queue', summary: 'Work on the queue of refills', jsonMediaTypes: ['application/json'] },
    calls: [
      {
        method: 'POST',
        path: '/refills/{refill_id}/fill',
        name: 'fillRefill',
        summary: 'Fill a refill',
        params: { refill_id: 'The id of the refill.' },
        body: jsonContent({ quantity: 30 }),
        bodyOptional: true,
        status: 200,
        answer: jsonContent({ ...refill, state: 'filled' }),
      },
    ],
    dataset: { type: 'Refills' },
  },
  {
    type: 'Payer',
    group: { name: 'portal', summary: 'Call the payer portal', jsonMediaTypes: ['application/json'] },
    calls: [
      {
        method: 'GET',
        path: '/prior-auths',
        name: 'listPriorAuths',
        summary: 'List prior authorizations',
        query: { limit: 'Number of rows per page.' },
        status: 200,
        answer: jsonContent({ data: [] }),
      },
    ],
    dataset: { type: 'Portal' },
  },
  { type: 'Patient', group: null, calls: [], dataset: null },
]
