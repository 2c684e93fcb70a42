import { type CallDescription, jsonContent as json } from '@carebench/protocol'

const uuid = 'd1577c69-dfbe-44ad-ba6d-3e05e953b2ea'
const card = {
  uuid: '4c3a0f5e-6b1d-4b8e-9f43-2f6f7a1b9c10',
  summary: 'Ada is allergic to penicillin.',
  indicator: 'warning',
  source: { label: 'Clinic' },
}

const service_id = 'The id of the service.'

/** Clinical decision support by CDS Hooks 2.0. */
export const cdsCalls = [
  {
    method: 'GET',
    path: '/cds-services',
    name: 'discoverServices',
    summary: 'List the CDS Hooks services, with their hooks and prefetch templates',
    status: 200,
    answer: json({
      services: [
        {
          id: 'allergies',
          hook: 'order-sign',
          title: 'Allergies',
          description: 'Checks orders against the allergies of the patient.',
          prefetch: { allergies: 'AllergyIntolerance?patient={{context.patientId}}' },
        },
      ],
    }),
  },
  {
    method: 'POST',
    path: '/cds-services/{service_id}',
    name: 'callService',
    summary: 'Call a service at its hook; it reads missing prefetch data from the record',
    params: { service_id },
    body: json({
      hook: 'order-sign',
      hookInstance: uuid,
      context: {
        userId: 'Practitioner/p1',
        patientId: 'ada',
        draftOrders: {
          resourceType: 'Bundle',
          type: 'collection',
          entry: [{ resource: { resourceType: 'MedicationRequest', id: 'draft-1', status: 'draft', intent: 'order' } }],
        },
      },
    }),
    status: 200,
    answer: json({ cards: [card] }),
  },
  {
    method: 'POST',
    path: '/cds-services/{service_id}/feedback',
    name: 'giveFeedback',
    summary: 'Send feedback on the cards of a service',
    params: { service_id },
    body: json({
      feedback: [{ card: card.uuid, outcome: 'overridden', outcomeTimestamp: '2026-01-05T09:00:00Z' }],
    }),
    status: 200,
    answer: json({}),
  },
] as const satisfies readonly CallDescription[]
