import type { JsonObject, JsonValue } from '@carebench/protocol'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { fhirSimulator } from '../fhir/behaviour.js'
import type { Ask, SimulatorResponse } from '../simulator.js'
import { askWith } from '../testing/ask-with.js'
import { beginning, contextAt } from '../testing/simulator-host.js'
import { cdsSimulator as simulator } from './behaviour.js'
import { type CdsConfig, type CdsService, cdsConfigSchema } from './config.js'
import { hooks } from './model/hook.js'
import { anyContext } from './model/hook-context.js'

const card = { summary: 'Look.', indicator: 'info', source: { label: 'Clinic' } } as const
const at = '2026-01-05T09:00:00Z'

/** Returns access to a record of these resources, and the list of requests made. */
function record(resources: readonly JsonObject[]) {
  const bundle = { resourceType: 'Bundle', type: 'collection', entry: resources.map((resource) => ({ resource })) }
  const state = fhirSimulator.seed({}, [{ type: 'FHIR', config: { bundle } }], contextAt(beginning))
  const asked: string[] = []
  const ask = askWith((type, group, call) => {
    asked.push(`${call.path}?${call.query}`)
    return type === 'FHIR' ? fhirSimulator.handle(state, group, call, contextAt(beginning)).response : undefined
  })
  return { ask, asked }
}

/** The result of a call: it may have any shape. */
type Json = ReturnType<typeof JSON.parse>

function readAnswer({ body }: SimulatorResponse): Json {
  return body !== null && 'json' in body ? body.json : null
}

/** Separate services, called one after the other. */
function open(services: readonly CdsService[], ask?: Ask) {
  const config: CdsConfig = { services: [...services] }
  expect(Value.Check(cdsConfigSchema, config)).toBe(true)
  const state = simulator.fork(simulator.seed(config, [], contextAt(beginning)))
  let seq = 0
  const call = (method: string, path: string, body?: JsonValue) => {
    seq += 1
    const context = { ...contextAt({ ...beginning, seq }), ...(ask && { ask }) }
    const json = body === undefined ? null : { json: body }
    const outcome = simulator.handle(state, 'cds', { method, path, query: '', headers: {}, body: json }, context)
    for (const effect of outcome.effects) simulator.apply(state, effect)
    return {
      ...outcome,
      status: outcome.response.status,
      json: readAnswer(outcome.response),
    }
  }
  return { call, state }
}

function draft(id: string, more: JsonObject = {}) {
  return {
    resource: { resourceType: 'MedicationRequest', id, status: 'draft', ...more },
  }
}

function bundle(...entry: JsonObject[]): JsonObject {
  return { resourceType: 'Bundle', type: 'collection', entry }
}

const base = { hookInstance: 'd1577c69-dfbe-44ad-ba6d-3e05e953b2ea' }

function opened(more: JsonObject = {}, context: JsonObject = {}): JsonObject {
  return {
    ...base,
    hook: 'patient-view',
    context: { userId: 'Practitioner/d1', patientId: 'p1', ...context },
    ...more,
  }
}

function signed(more: JsonObject = {}, context: JsonObject = {}): JsonObject {
  return {
    ...base,
    hook: 'order-sign',
    context: { userId: 'Practitioner/d1', patientId: 'p1', draftOrders: bundle(draft('m1')), ...context },
    ...more,
  }
}

function selected(context: JsonObject = {}): JsonObject {
  return {
    ...signed({ hook: 'order-select' }, { selections: ['MedicationRequest/m1'], ...context }),
  }
}

describe('the context of a hook', () => {
  const user = { userId: 'Practitioner/d1', patientId: 'p1' }
  const visit = { ...user, encounterId: 'e1' }
  const refill = { resourceType: 'MedicationRequest', id: 'm1', status: 'draft', intent: 'order' }
  const dispatch = { patientId: 'p1', dispatchedOrders: ['ServiceRequest/s1'], performer: 'Organization/o1' }
  const task = (reference: string) => ({ resourceType: 'Task', focus: { reference } })
  const book = { resourceType: 'Appointment', id: 'a1', status: 'proposed' }
  const { encounterId: _, ...noEncounter } = visit
  const { userId: __, ...noUser } = user
  const ask = (hook: CdsService['hook'], context: JsonObject) =>
    open([{ id: 'a', hook, rules: [{ card }] }]).call('POST', 'cds-services/a', { ...base, hook, context })

  it.each<[CdsService['hook'], JsonObject]>([
    ['appointment-book', { ...user, userId: 'Patient/p1', appointments: bundle({ resource: book }) }],
    ['encounter-start', visit],
    ['encounter-discharge', { ...visit, userId: 'PractitionerRole/r1' }],
    ['order-dispatch', dispatch],
    ['order-dispatch', { ...dispatch, fulfillmentTasks: [task('ServiceRequest/s1')] }],
    ['allergyintolerance-create', { ...user, allergyIntolerance: { resourceType: 'AllergyIntolerance' } }],
    ['problem-list-item-create', { ...user, conditions: bundle({ resource: { resourceType: 'Condition' } }) }],
    ['medication-refill', { ...noUser, medications: bundle({ resource: refill }) }],
  ])('%s takes %j', (hook, context) => {
    const { status, json, events } = ask(hook, context)
    expect([status, json.cards.length]).toEqual([200, 1])
    expect(events).toMatchObject([{ data: { hook, patient_id: 'p1' } }])
  })

  it.each<[CdsService['hook'], JsonObject, string]>([
    ['appointment-book', { ...user, appointments: bundle({ resource: { ...book, status: 'booked' } }) }, 'status'],
    ['appointment-book', user, 'appointments'],
    ['encounter-start', noEncounter, 'encounterId'],
    ['encounter-discharge', { ...visit, userId: 'Patient/p1' }, 'userId'],
    ['order-dispatch', { ...dispatch, performer: 'o1' }, 'performer'],
    ['order-dispatch', { ...dispatch, dispatchedOrders: [] }, 'dispatchedOrders'],
    [
      'order-dispatch',
      { ...dispatch, fulfillmentTasks: [task('ServiceRequest/s2')] },
      'context.fulfillmentTasks.0 must have focus or basedOn refer to an order of context.dispatchedOrders',
    ],
    ['allergyintolerance-create', { ...user, allergyIntolerance: { resourceType: 'Condition' } }, 'allergyIntolerance'],
    ['problem-list-item-create', { ...user, conditions: bundle({ resource: refill }) }, 'conditions'],
    ['medication-refill', { ...user, medications: bundle({ resource: { ...refill, intent: 'plan' } }) }, 'intent'],
  ])('%s refuses %j, naming %s', (hook, context, named) => {
    const { status, json } = ask(hook, context)
    expect([status, json.error.message]).toEqual([400, expect.stringContaining(named)])
  })

  it('is valid for every hook if the noise sends it', () => {
    for (const hook of hooks) expect([hook, ask(hook, anyContext('x')).status]).toEqual([hook, 200])
  })
})

describe('discovery', () => {
  it('lists the services without their rules, for any origin', () => {
    const { call } = open([
      {
        id: 'a',
        hook: 'order-sign',
        title: 'A',
        description: 'About A.',
        usageRequirements: 'None.',
        prefetch: { patient: 'Patient/{{context.patientId}}' },
        rules: [{ card }],
      },
      { id: 'b', hook: 'patient-view' },
    ])
    const { status, json, response } = call('GET', 'cds-services')
    expect([status, response.headers['access-control-allow-origin']]).toEqual([200, '*'])
    expect(json).toEqual({
      services: [
        {
          id: 'a',
          hook: 'order-sign',
          title: 'A',
          description: 'About A.',
          usageRequirements: 'None.',
          prefetch: { patient: 'Patient/{{context.patientId}}' },
        },
        { id: 'b', hook: 'patient-view', description: 'b' },
      ],
    })
  })

  it.each([
    ['POST', 'cds-services', 405],
    ['GET', 'cds-services/a', 405],
    ['GET', 'cds-services/a/feedback', 405],
    ['POST', 'cds-services/none', 404],
    ['POST', 'cds-services/a/b', 404],
    ['POST', 'cds-services/a/feedback/b', 404],
    ['GET', '', 404],
    ['GET', 'cds-services/', 405],
    ['POST', 'cds-services/', 404],
    ['POST', 'cds-services/__proto__', 404],
  ])('%s %s is refused with %i', (method, path, status) => {
    const { call } = open([{ id: 'a', hook: 'order-sign' }])
    const answer = call(method, path, {})
    expect([answer.status, answer.effects, answer.events]).toEqual([status, [], []])
    expect(answer.response.headers['access-control-allow-origin']).toBeUndefined()
  })
})

it('rejects a body that is not JSON as an unsupported media type', () => {
  const { state } = open([{ id: 'a', hook: 'order-sign' }])
  for (const body of [{ text: 'hello' }, { base64: 'aGVsbG8=' }]) {
    const headers = { 'content-type': 'text/plain' }
    const asked = { method: 'POST', path: 'cds-services/a', query: '', headers, body }
    const { response, effects, events } = simulator.handle(state, 'cds', asked, contextAt(beginning))
    expect([response.status, effects, events]).toEqual([415, [], []])
  }
})

describe('a request', () => {
  const { call } = open([
    { id: 'view', hook: 'patient-view', prefetch: { patient: 'Patient/{{context.patientId}}' } },
    { id: 'select', hook: 'order-select' },
    { id: 'sign', hook: 'order-sign' },
  ])
  const sent = { prefetch: { patient: null } }
  const order = { resourceType: 'ServiceRequest', id: 's1' }
  const at = (fullUrl: JsonValue) => ({ resourceType: 'Bundle', entry: [{ fullUrl, resource: order }] })
  const authorization = {
    access_token: 't',
    token_type: 'Bearer',
    expires_in: 300,
    scope: 'patient/*.rs openid',
    subject: 'y',
  }

  it.each<[string, JsonObject]>([
    ['view', opened(sent)],
    ['view', opened({ ...sent, extension: { any: 1 }, unknown: 1 })],
    ['view', opened({ ...sent, fhirServer: 'https://x.example/fhir', fhirAuthorization: authorization })],
    ['view', opened(sent, { userId: 'RelatedPerson/r', encounterId: 'e-1.a' })],
    // Sent by clients that serve several services, and by clients that serialize every member.
    ['view', opened({ prefetch: { patient: null, coverage: null, someone: { resourceType: 'Patient' } } })],
    ['view', opened({ ...sent, fhirServer: null, fhirAuthorization: null, extension: null })],
    ['view', opened({ ...sent, fhirServer: 'https://x.example/fhir' })],
    ['view', opened({ prefetch: { patient: { resourceType: 'OperationOutcome' } } })],
    ['select', selected()],
    ['sign', signed()],
    ['sign', signed({}, { draftOrders: { resourceType: 'Bundle', type: 'collection' } })],
    ['sign', signed({}, { draftOrders: at('urn:uuid:6c0f9a54-7a70-4c1e-9d3b-51f4b0a6a7d9') })],
    ['sign', signed({}, { draftOrders: at('https://x.example/fhir/ServiceRequest/s1') })],
  ])('to %s is accepted: %j', (service, body) => {
    const answer = call('POST', `cds-services/${service}`, body)
    expect([answer.status, answer.json]).toEqual([200, { cards: [] }])
    expect(answer.events).toMatchObject([{ type: 'cds.called', data: { service, patient_id: 'p1', cards: 0 } }])
  })

  const without = (body: JsonObject, name: string) =>
    Object.fromEntries(Object.entries(body).filter(([member]) => member !== name))
  const contextless = (body: JsonObject, name: string) => ({
    ...body,
    context: without(body.context as JsonObject, name),
  })
  it.each<[string, JsonValue, string]>([
    ['view', [], 'The body must be {"hook":"patient-view"'],
    ['view', without(opened(sent), 'hook'), 'hook'],
    ['view', without(opened(sent), 'hookInstance'), 'hookInstance'],
    ['view', without(opened(sent), 'context'), 'context'],
    ['view', signed(), 'hook must be patient-view, the hook of the service view, got "order-sign"'],
    ['view', opened({ ...sent, hookInstance: 'one' }), 'hookInstance'],
    ['view', contextless(opened(sent), 'userId'), 'userId'],
    ['view', contextless(opened(sent), 'patientId'), 'patientId'],
    ['view', opened(sent, { patientId: 'Patient/p1' }), 'context.patientId'],
    ['view', opened(sent, { encounterId: 'Encounter/e' }), 'context.encounterId'],
    ['view', opened(sent, { encounterId: null }), 'context.encounterId'],
    ['view', opened(sent, { userId: 'd1' }), 'context.userId'],
    ['view', opened({ ...sent, fhirServer: 'fhir' }), 'fhirServer'],
    ['view', opened({ ...sent, fhirAuthorization: authorization }), 'fhirServer is required with fhirAuthorization'],
    [
      'view',
      opened({
        ...sent,
        fhirServer: 'https://x.example',
        fhirAuthorization: { ...authorization, token_type: 'Basic' },
      }),
      'fhirAuthorization.token_type',
    ],
    [
      'view',
      opened({ ...sent, fhirServer: 'https://x.example', fhirAuthorization: without(authorization, 'scope') }),
      'fhirAuthorization',
    ],
    ...Object.entries({ scope: 'Patient/p1 is ill', subject: 'the payer of p1' }).map(
      ([member, text]): [string, JsonValue, string] => [
        'view',
        opened({ ...sent, fhirServer: 'https://x.example', fhirAuthorization: { ...authorization, [member]: text } }),
        `fhirAuthorization.${member}`,
      ],
    ),
    ['view', opened({ prefetch: { other: [] } }), 'prefetch.other must be a FHIR resource'],
    ['view', opened({ prefetch: { patient: {} } }), 'prefetch.patient must be a FHIR resource'],
    ['view', opened({ prefetch: [] }), 'prefetch'],
    ['select', contextless(selected(), 'selections'), 'selections'],
    ['select', contextless(selected(), 'draftOrders'), 'draftOrders'],
    ['select', selected({ selections: ['m1'] }), 'context.selections.0'],
    ['select', selected({ selections: [] }), 'context.selections'],
    [
      'select',
      selected({ selections: ['MedicationRequest/m1', 'ServiceRequest/m1'] }),
      'context.selections.1 must be an order',
    ],
    ['sign', contextless(signed(), 'draftOrders'), 'draftOrders'],
    ['sign', signed({}, { userId: 'Patient/p1' }), 'context.userId'],
    ['sign', signed({}, { draftOrders: { resourceType: 'List' } }), 'context.draftOrders'],
    ['sign', signed({}, { draftOrders: bundle({}) }), 'context.draftOrders.entry.0'],
    ['sign', signed({}, { draftOrders: at('https://alder.example/hiv-positive/ServiceRequest/9') }), 'fullUrl must be'],
    ['sign', signed({}, { draftOrders: at('urn:uuid:hiv-positive') }), 'fullUrl must be'],
    ['sign', signed({}, { draftOrders: at(7) }), 'fullUrl must be'],
  ])('to %s is rejected: %j', (service, body, problem) => {
    const answer = call('POST', `cds-services/${service}`, body)
    expect([answer.status, answer.json.error.code, answer.effects]).toEqual([400, 'INVALID_REQUEST', []])
    expect(answer.json.error.message).toContain(problem)
  })
})

describe('cards', () => {
  it('come from the matching rules, in their order, with values of the request inserted', () => {
    const { call, state } = open([
      {
        id: 'sign',
        hook: 'order-sign',
        prefetch: { allergies: 'AllergyIntolerance?patient={{context.patientId}}' },
        rules: [
          {
            when: [
              { path: 'prefetch.allergies.entry[*].resource.code.text', equals: 'Penicillin' },
              { path: 'context.draftOrders.entry[*].resource.medication', contains: 'cillin' },
            ],
            card: {
              summary: '{{context.patientId}} is allergic to {{ prefetch.allergies.entry[*].resource.code.text }}',
              detail: 'Ordered: {{context.draftOrders.entry[1].resource.medication}}; {{context.encounterId}}.',
              indicator: 'critical',
              source: { label: 'Clinic', url: 'https://clinic.example' },
              suggestions: [
                {
                  label: 'Take {{context.patientId}} off it',
                  isRecommended: true,
                  actions: [
                    {
                      type: 'delete',
                      description: 'Deletes it.',
                      resourceId: 'MedicationRequest/{{context.draftOrders.entry[0].resource.id}}',
                    },
                  ],
                },
              ],
              overrideReasons: [{ code: 'benefit', system: 'urn:reasons', display: 'The benefit is greater' }],
              links: [{ label: 'More', url: 'https://clinic.example/more' }],
            },
          },
          { when: { path: 'context.encounterId', exists: true }, card: { ...card, summary: 'Never.' } },
          { card },
        ],
      },
    ])
    const allergies = bundle(
      { resource: { resourceType: 'AllergyIntolerance', code: { text: 'Penicillin' } } },
      { resource: { resourceType: 'AllergyIntolerance', code: { text: 'Latex' } } },
    )
    const orders = bundle(draft('m1', { medication: 'Amoxicillin' }), draft('m2'))
    const request = signed({ prefetch: { allergies } }, { draftOrders: orders })
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
    const { json } = call('POST', 'cds-services/sign', request)
    expect(json).toEqual({
      cards: [
        {
          uuid,
          summary: 'p1 is allergic to Penicillin, Latex',
          detail: 'Ordered: unknown; unknown.',
          indicator: 'critical',
          source: { label: 'Clinic', url: 'https://clinic.example' },
          suggestions: [
            {
              uuid,
              label: 'Take p1 off it',
              isRecommended: true,
              actions: [{ type: 'delete', description: 'Deletes it.', resourceId: 'MedicationRequest/m1' }],
            },
          ],
          selectionBehavior: 'at-most-one',
          overrideReasons: [{ code: 'benefit', system: 'urn:reasons', display: 'The benefit is greater' }],
          links: [{ label: 'More', url: 'https://clinic.example/more', type: 'absolute' }],
        },
        { uuid, ...card },
      ],
    })
    expect(simulator.evidence(state)).toEqual({
      cds: [
        {
          service: 'sign',
          hook: 'order-sign',
          request,
          cards: json.cards,
          feedback: [],
          at: '2026-01-05T09:00:00.000Z',
        },
      ],
    })
  })

  it('do not interpret values: inserted braces are kept, and a long value is cut', () => {
    const { call } = open([
      {
        id: 'view',
        hook: 'patient-view',
        prefetch: { patient: 'Patient/{{context.patientId}}' },
        rules: [{ card: { ...card, summary: '{{prefetch.patient.a}}', detail: '{{prefetch.patient.b}}' } }],
      },
    ])
    const patient = { resourceType: 'Patient', a: '{{context.userId}}', b: 'x'.repeat(5000) }
    const { json } = call('POST', 'cds-services/view', opened({ prefetch: { patient } }))
    expect([json.cards[0].summary, json.cards[0].detail.length]).toEqual(['{{context.userId}}', 200])
  })
})

describe('a prefetch that was not sent', () => {
  const service: CdsService = {
    id: 'view',
    hook: 'patient-view',
    prefetch: {
      patient: 'Patient/{{context.patientId}}',
      conditions: 'Condition?patient={{context.patientId}}&clinical-status=active',
      doctor: 'Practitioner/{{userPractitionerId}}',
      visit: 'Encounter/{{context.encounterId}}',
    },
    rules: [
      { when: { path: 'prefetch.patient.gender', equals: 'female' }, card: { ...card, summary: 'patient' } },
      {
        when: { path: 'prefetch.conditions.entry[*].resource.id', equals: 'c1' },
        card: { ...card, summary: 'condition' },
      },
      { when: { path: 'prefetch.doctor', equals: null }, card: { ...card, summary: 'no doctor' } },
      { when: { path: 'prefetch.visit', equals: null }, card: { ...card, summary: 'no visit' } },
    ],
  }
  const clinical = (code: string) => ({
    clinicalStatus: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code }] },
  })
  const resources = [
    { resourceType: 'Patient', id: 'p1', gender: 'female' },
    { resourceType: 'Patient', id: 'p2', gender: 'female' },
    { resourceType: 'Condition', id: 'c1', subject: { reference: 'Patient/p1' }, ...clinical('active') },
    { resourceType: 'Condition', id: 'c2', subject: { reference: 'Patient/p1' }, ...clinical('resolved') },
  ]
  const summaries = (json: { cards: { summary: string }[] }) => json.cards.map(({ summary }) => summary)

  it('is read from the record, with null for what is missing', () => {
    const { ask, asked } = record(resources)
    const { call } = open([service], ask)
    expect(summaries(call('POST', 'cds-services/view', opened()).json)).toEqual([
      'patient',
      'condition',
      'no doctor',
      'no visit',
    ])
    expect(asked).toEqual(['Patient/p1?', 'Condition?patient=p1&clinical-status=active', 'Practitioner/d1?'])
  })

  it('is not read if it was sent, even as null', () => {
    const { ask, asked } = record(resources)
    const { call } = open([service], ask)
    const prefetch = { patient: null, conditions: null, doctor: null, visit: null }
    expect(summaries(call('POST', 'cds-services/view', opened({ prefetch })).json)).toEqual(['no doctor', 'no visit'])
    expect(asked).toEqual([])
  })

  it.each<[string, Ask | undefined]>([
    ['the environment has no FHIR record', undefined],
    ['the environment has no FHIR record', askWith(() => undefined)],
    [
      'answered 400 to GET Patient/p1: broken',
      askWith(() => ({
        status: 400,
        headers: {},
        body: { json: { resourceType: 'OperationOutcome', issue: [{ diagnostics: 'broken' }] } },
      })),
    ],
  ])('is 412 if it is unavailable: %s', (problem, ask) => {
    const { call, state } = open([service], ask)
    const answer = call('POST', 'cds-services/view', opened())
    expect([answer.status, answer.json.error.code]).toEqual([412, 'PRECONDITION_FAILED'])
    expect(answer.json.error.message).toContain(problem)
    expect(simulator.evidence(state)).toEqual({ cds: [] })
  })
})

describe('feedback', () => {
  const suggestions = [{ label: 'One' }, { label: 'Two' }]
  const overrideReasons = [{ code: 'known', system: 'urn:reasons' }]
  const service = (id: string, more: object = {}): CdsService => ({
    id,
    hook: 'patient-view',
    rules: [{ card: { ...card, ...more } }, { card }],
  })
  function openCards() {
    const system = open([
      service('a', { suggestions, overrideReasons }),
      service('any', { suggestions, selectionBehavior: 'any' }),
    ])
    const [first, second] = system.call('POST', 'cds-services/a', opened()).json.cards
    const [any] = system.call('POST', 'cds-services/any', opened()).json.cards
    const tell = (service: string, ...feedback: JsonValue[]) =>
      system.call('POST', `cds-services/${service}/feedback`, { feedback })
    return { ...system, first, second, any, tell }
  }
  const entry = (to: JsonObject, outcome: string, more: JsonObject = {}): JsonObject => ({
    card: to.uuid ?? '',
    outcome,
    outcomeTimestamp: at,
    ...more,
  })
  const accepting = (to: JsonObject, ...ids: JsonValue[]) =>
    entry(to, 'accepted', { acceptedSuggestions: ids.map((id) => ({ id })) })

  it('is recorded with the call, in chronological order', () => {
    const { tell, first, second, any, state } = openCards()
    const accepted = accepting(first, first.suggestions[1].uuid)
    const overridden = entry(second, 'overridden', { overrideReason: { userComment: 'Not now.' } })
    const both = accepting(any, any.suggestions[0].uuid, any.suggestions[1].uuid)
    const answer = tell('a', accepted, overridden)
    expect([answer.status, answer.json]).toEqual([200, {}])
    expect(answer.events).toEqual([
      { type: 'cds.feedback', data: { service: 'a', card: first.uuid, outcome: 'accepted' } },
      { type: 'cds.feedback', data: { service: 'a', card: second.uuid, outcome: 'overridden' } },
    ])
    expect(tell('any', both).status).toBe(200)
    expect(simulator.evidence(state).cds?.map(({ feedback }) => feedback)).toEqual([[accepted, overridden], [both]])
    expect(tell('a', overridden)).toMatchObject({ status: 409, effects: [] })
    expect(tell('a', accepting(first, first.suggestions[0].uuid))).toMatchObject({ status: 409, effects: [] })
  })

  it('may have a reason that the card offers', () => {
    const { tell, first } = openCards()
    const reason = { code: 'known', system: 'urn:reasons', display: 'Known' }
    expect(tell('a', entry(first, 'overridden', { overrideReason: { reason } })).status).toBe(200)
  })

  type OpenCards = ReturnType<typeof openCards>
  const tellA = (make: (cards: OpenCards) => JsonValue[]) => (all: OpenCards) => all.tell('a', ...make(all))
  it.each<[string, (cards: OpenCards) => ReturnType<OpenCards['tell']>, number]>([
    ['nothing', tellA(() => []), 400],
    ['a card of nobody', tellA(() => [entry({ uuid: base.hookInstance }, 'overridden')]), 400],
    ['a card of another service', ({ tell, first }) => tell('any', accepting(first, first.suggestions[0].uuid)), 400],
    ['another outcome', tellA(({ second }) => [entry(second, 'ignored')]), 400],
    ['no time', tellA(({ second }) => [entry(second, 'accepted', { outcomeTimestamp: 'now' })]), 400],
    [
      'a time that never is',
      tellA(({ second }) => [entry(second, 'accepted', { outcomeTimestamp: '2026-13-41T09:00:00Z' })]),
      400,
    ],
    ['no suggestion of those that there are', tellA(({ first }) => [entry(first, 'accepted')]), 400],
    ['a suggestion of another card', tellA(({ first, any }) => [accepting(first, any.suggestions[0].uuid)]), 400],
    [
      'two of which one can be taken',
      tellA(({ first }) => [accepting(first, ...first.suggestions.map((suggestion: JsonObject) => suggestion.uuid))]),
      400,
    ],
    [
      'one twice',
      ({ tell, any }) => tell('any', accepting(any, any.suggestions[0].uuid, any.suggestions[0].uuid)),
      400,
    ],
    [
      'a suggestion of what is overridden',
      tellA(({ first }) => [{ ...accepting(first, first.suggestions[0].uuid), outcome: 'overridden' }]),
      400,
    ],
    [
      'a reason that the card has not',
      tellA(({ first }) => [entry(first, 'overridden', { overrideReason: { reason: { code: 'x' } } })]),
      400,
    ],
    ['a reason of what is accepted', tellA(({ second }) => [entry(second, 'accepted', { overrideReason: {} })]), 400],
    ['a card twice', tellA(({ second }) => [entry(second, 'accepted'), entry(second, 'accepted')]), 409],
    [
      'one that is good and one that is not',
      tellA(({ second, first }) => [entry(second, 'accepted'), entry(first, 'accepted')]),
      400,
    ],
  ])('is rejected as a whole, and changes nothing: %s', (_, tell, status) => {
    const all = openCards()
    const before = JSON.stringify(simulator.evidence(all.state))
    const answer = tell(all)
    expect([answer.status, answer.effects, answer.events]).toEqual([status, [], []])
    expect(JSON.stringify(simulator.evidence(all.state))).toBe(before)
  })
})
