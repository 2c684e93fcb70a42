import { type CallDescription, jsonContent } from '@carebench/protocol'

const bundle = { resourceType: 'Bundle', type: 'collection' }

/** One tool makes all calls of a prior authorization: their bodies are whole requests of CDS Hooks and FHIR. */
function toolFor(operation: string) {
  return {
    name: 'exchange',
    summary:
      'Electronic prior authorization: coverage (CDS Hooks request to a service), questionnaires (DTR Parameters), submit (PAS Bundle)',
    when: { operation },
  } as const
}

/** The payer's interfaces for electronic prior authorization. */
export const electronicCalls = [
  {
    method: 'GET',
    path: '/cds-services',
    name: 'discoverCoverageServices',
    summary: "List the payer's CDS Hooks services, with their versions and options",
    tool: null,
    status: 200,
    answer: jsonContent({ services: [{ id: 'order-sign-crd', hook: 'order-sign', title: 'Coverage requirements' }] }),
  },
  {
    method: 'POST',
    path: '/cds-services/{service_id}',
    name: 'askCoverage',
    summary: 'Ask whether orders are covered and need an authorization (CRD)',
    tool: toolFor('coverage'),
    params: { service_id: 'For coverage: order-sign-crd.' },
    body: jsonContent({ resourceType: 'Bundle' }),
    status: 200,
    answer: jsonContent({ cards: [], systemActions: [] }),
  },
  {
    method: 'POST',
    path: '/fhir/Questionnaire/$questionnaire-package',
    name: 'packageQuestionnaires',
    summary: 'Get the questionnaires that the payer wants for orders (DTR)',
    tool: toolFor('questionnaires'),
    body: jsonContent({ resourceType: 'Parameters', parameter: [{ name: 'context', valueString: 'CA0123456789' }] }),
    status: 200,
    answer: jsonContent({ resourceType: 'Parameters' }),
  },
  {
    method: 'POST',
    path: '/fhir/Claim/$submit',
    name: 'submitClaim',
    summary: 'Submit, update or cancel a prior authorization (PAS)',
    tool: toolFor('submit'),
    body: jsonContent(bundle),
    outward: true,
    status: 200,
    answer: jsonContent(bundle),
  },
] as const satisfies readonly CallDescription[]
