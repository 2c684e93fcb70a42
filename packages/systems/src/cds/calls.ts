import { type CallDescription, jsonContent as json } from '@carebench/protocol'
import { feedbackExample, feedbackForm } from './model/feedback-form.js'
import { hookExample, hookForm } from './model/hook-form.js'

const card = {
  uuid: feedbackExample.feedback[0].card,
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
    body: json(hookExample, hookForm),
    status: 200,
    answer: json({ cards: [card] }),
  },
  {
    method: 'POST',
    path: '/cds-services/{service_id}/feedback',
    name: 'giveFeedback',
    summary: 'Send feedback on the cards of a service',
    rare: true,
    params: { service_id },
    body: json(feedbackExample, feedbackForm),
    status: 200,
    answer: json({}),
  },
] as const satisfies readonly CallDescription[]
