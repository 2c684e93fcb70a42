import { type CallDescription, type JsonValue, jsonContent } from '@carebench/protocol'

const bundle = { resourceType: 'Bundle', type: 'collection' }
const parameters = { resourceType: 'Parameters' }
const subscription = {
  resourceType: 'Subscription',
  status: 'requested',
  criteria: 'http://hl7.org/fhir/us/davinci-pas/SubscriptionTopic/PASSubscriptionTopic',
}
const subscription_id = 'The id of the subscription.'

/** Returns the mapping of a call to the tool `exchange`, which makes all calls of an electronic prior authorization. */
function toolFor(operation: string) {
  return {
    name: 'exchange',
    summary:
      'Electronic prior authorization: coverage (CRD), questionnaires (DTR), submit and inquire (PAS), attach (CDex)',
    when: { operation },
  } as const
}

function fhir(example: JsonValue) {
  return { 'application/fhir+json': { example } }
}

/** The path of one subscription, and its request and response bodies. */
const own = { path: '/fhir/Subscription/{subscription_id}', params: { subscription_id }, tool: null } as const
const sent = { body: fhir(subscription) } as const
const shown = { status: 200, answer: fhir(subscription) } as const

/** The payer's interfaces for electronic prior authorization: CRD, DTR, PAS and CDex. */
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
    method: 'GET',
    path: '/fhir/metadata',
    name: 'readPayerCapabilities',
    summary: "Read what the payer's FHIR interface can do",
    tool: null,
    status: 200,
    answer: fhir({ resourceType: 'CapabilityStatement' }),
  },
  {
    method: 'POST',
    path: '/fhir/Questionnaire/$questionnaire-package',
    name: 'packageQuestionnaires',
    summary: 'Get the questionnaires that the payer wants for orders (DTR)',
    tool: toolFor('questionnaires'),
    body: fhir({ ...parameters, parameter: [{ name: 'context', valueString: 'CA0123456789' }] }),
    status: 200,
    answer: fhir(parameters),
  },
  {
    method: 'POST',
    path: '/fhir/Questionnaire/$next-question',
    name: 'askNextQuestion',
    summary: 'Get the next question of an adaptive questionnaire (DTR)',
    tool: toolFor('next_question'),
    body: fhir({ resourceType: 'QuestionnaireResponse', status: 'in-progress' }),
    status: 200,
    answer: fhir({ resourceType: 'QuestionnaireResponse' }),
  },
  {
    method: 'POST',
    path: '/fhir/Questionnaire/$log-questionnaire-errors',
    name: 'logQuestionnaireErrors',
    summary: 'Tell the payer what is wrong with a questionnaire (DTR)',
    tool: null,
    body: fhir(parameters),
    status: 204,
  },
  {
    method: 'POST',
    path: '/fhir/Claim/$submit',
    name: 'submitClaim',
    summary: 'Submit, update or cancel a prior authorization (PAS)',
    tool: toolFor('submit'),
    body: fhir(bundle),
    outward: true,
    status: 200,
    answer: fhir(bundle),
  },
  {
    method: 'POST',
    path: '/fhir/Claim/$inquire',
    name: 'inquireClaim',
    summary: 'Ask for the state of prior authorizations (PAS)',
    tool: toolFor('inquire'),
    body: fhir(bundle),
    reads: true,
    status: 200,
    answer: fhir(parameters),
  },
  {
    method: 'POST',
    path: '/fhir/$submit-attachment',
    name: 'submitAttachment',
    summary: 'Attach documents to a prior authorization under the number by which the payer asked for them (CDex)',
    tool: toolFor('attach'),
    body: fhir(parameters),
    outward: true,
    status: 200,
    answer: fhir({ resourceType: 'OperationOutcome' }),
  },
  {
    method: 'POST',
    path: '/fhir/Subscription',
    name: 'subscribeToDecisions',
    summary: "Subscribe to the decisions on an organization's requests (PAS)",
    tool: toolFor('subscribe'),
    body: fhir(subscription),
    status: 201,
    answer: fhir(subscription),
  },
  { ...own, method: 'GET', name: 'readSubscription', summary: 'Read a subscription', ...shown },
  { ...own, method: 'PUT', name: 'changeSubscription', summary: 'Change a subscription', ...sent, ...shown },
  { ...own, method: 'DELETE', name: 'endSubscription', summary: 'End a subscription', status: 204 },
  {
    method: 'GET',
    path: '/fhir/Subscription/{subscription_id}/$status',
    name: 'readSubscriptionStatus',
    summary: 'Read how many notifications a subscription has',
    tool: null,
    params: { subscription_id },
    status: 200,
    answer: fhir({ resourceType: 'Bundle', type: 'history' }),
  },
  {
    method: 'GET',
    path: '/fhir/Subscription/{subscription_id}/$events',
    name: 'listNotifications',
    summary: 'List the notifications of a subscription: decisions on requests, each with its answer',
    tool: toolFor('notifications'),
    params: { subscription_id },
    query: { eventsSinceNumber: 'The number of the first one.' },
    reads: true,
    status: 200,
    answer: fhir({ resourceType: 'Bundle', type: 'history' }),
  },
] as const satisfies readonly CallDescription[]
