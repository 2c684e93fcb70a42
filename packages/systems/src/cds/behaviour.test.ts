import type { JsonObject, JsonValue, SimulatorCall } from '@carebench/protocol'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { simulatorContract } from '../testing/simulator-contract.js'
import { beginning, contextAt } from '../testing/simulator-host.js'
import { cdsSimulator as simulator } from './behaviour.js'
import { type CdsConfig, cdsConfigSchema } from './config.js'
import type { ConfiguredCard } from './model/card-schema.js'
import type { CardWhen } from './model/condition.js'
import type { CdsState } from './state.js'

const aCard: fc.Arbitrary<ConfiguredCard> = fc.record(
  {
    summary: fc.constantFrom('Check allergies.', 'For {{context.patientId}}', `${'x'.repeat(139)}😀 and more`),
    detail: fc.constantFrom('{{prefetch.patient.name[*].family}}', 'No *more*.'),
    indicator: fc.constantFrom('info' as const, 'warning' as const, 'critical' as const),
    source: fc.constantFrom({ label: 'Clinic' }, { label: 'Clinic', url: 'https://clinic.example/x' }),
    overrideReasons: fc.constant([{ code: 'known', system: 'urn:reasons', display: 'Known' }]),
    links: fc.constant([{ label: 'More', url: 'https://clinic.example/more' }]),
  },
  { requiredKeys: ['summary', 'indicator', 'source'] },
)
const withSuggestions = aCard.map((card) => ({
  ...card,
  suggestions: [
    {
      label: 'Order a {{prefetch.patient.gender}} test',
      actions: [
        {
          type: 'create' as const,
          description: 'Orders it.',
          resource: { resourceType: 'ServiceRequest', subject: { reference: 'Patient/{{context.patientId}}' } },
        },
      ],
    },
    { label: 'Do nothing' },
  ],
}))
const aWhen = fc.constantFrom<CardWhen>(
  { path: 'context.patientId', equals: 'p1' },
  { path: 'prefetch.patient.gender', oneOf: ['female', 'male'] },
  [{ path: 'prefetch.patient', exists: true }, { none: [{ path: 'context.encounterId', exists: true }] }],
  {
    any: [
      { path: 'prefetch.patient.age', gte: 65 },
      { path: 'context.patientId', contains: 'p' },
    ],
  },
)
const aRule = fc.record({ when: aWhen, card: fc.oneof(aCard, withSuggestions) }, { requiredKeys: ['card'] })
const services = [
  { id: 'chart', hook: 'patient-view', prefetch: { patient: 'Patient/{{context.patientId}}' } },
  { id: 'pick', hook: 'order-select', title: 'Pick' },
  { id: 'sign', hook: 'order-sign', description: 'Signs.', usageRequirements: 'None.' },
] as const
const aConfig: fc.Arbitrary<CdsConfig> = fc
  .tuple(fc.subarray([...services], { minLength: 1 }), fc.array(fc.array(aRule, { maxLength: 2 }), { maxLength: 3 }))
  .map(([chosen, rules]) => ({
    services: chosen.map((service, index) => ({
      ...service,
      rules: [...(rules[index] ?? []), { card: { summary: 'Always.', indicator: 'info', source: { label: 'Us' } } }],
    })),
  }))

function post(path: string, json: JsonValue): SimulatorCall {
  return {
    method: 'POST',
    path,
    query: '',
    headers: {},
    body: { json },
  }
}

function get(path: string): SimulatorCall {
  return { method: 'GET', path, query: '', headers: {}, body: null }
}

const order = { resource: { resourceType: 'MedicationRequest', id: 'draft-1', status: 'draft' } }
const draftOrders = { resourceType: 'Bundle', type: 'collection', entry: [order] }
const contexts: Readonly<Record<string, JsonObject>> = {
  'patient-view': {},
  'order-select': { selections: ['MedicationRequest/draft-1'], draftOrders },
  'order-sign': { draftOrders },
}

function request(hook: string, more: JsonObject = {}): JsonObject {
  return {
    hook,
    hookInstance: 'd1577c69-dfbe-44ad-ba6d-3e05e953b2ea',
    context: { userId: 'Practitioner/d1', patientId: 'p1', ...contexts[hook] },
    ...more,
  }
}

const patient = fc.constantFrom<JsonValue>(null, {
  resourceType: 'Patient',
  id: 'p1',
  gender: 'female',
  age: 70,
  name: [{ family: 'Okafor' }, { family: 'Obi' }],
})
const aCall = fc.oneof(
  patient.map((value) => post('cds-services/chart', request('patient-view', { prefetch: { patient: value } }))),
  fc.constantFrom(
    post('cds-services/pick', request('order-select')),
    post('cds-services/sign', request('order-sign')),
    post('cds-services/chart', request('patient-view')),
  ),
)

function entry(card: string, more: JsonObject = {}): JsonObject {
  return {
    card,
    outcome: 'overridden',
    outcomeTimestamp: '2026-01-05T09:00:00Z',
    ...more,
  }
}

const aFeedback = fc.nat(3).map((index) => post(`feedback ${index}`, { feedback: [] }))

/** The feedback for a call that only specifies the outcome: on the nth card of the state. */
function resolve(state: CdsState, call: SimulatorCall): SimulatorCall {
  const [, index] = /^feedback (\d)$/.exec(call.path) ?? []
  if (index === undefined) return call
  const all = [...state.calls.values()].flatMap(({ service, cards }) => cards.map((card) => ({ service, card })))
  const chosen = all[Number(index) % Math.max(1, all.length)]
  const [suggestion] = chosen?.card.suggestions ?? []
  const accepted = { outcome: 'accepted', ...(suggestion && { acceptedSuggestions: [{ id: suggestion.uuid }] }) }
  const made = entry(chosen?.card.uuid ?? 'none', Number(index) % 2 === 0 ? accepted : {})
  return post(`cds-services/${chosen?.service ?? 'chart'}/feedback`, { feedback: [made] })
}

function text(maxLength: number) {
  return expect.toSatisfy((value) => typeof value === 'string' && value.length <= maxLength)
}

simulatorContract('the CDS Hooks simulator', {
  simulator,
  group: 'cds',
  config: aConfig,
  datasets: fc.constant([]),
  calls: fc.oneof(
    { weight: 4, arbitrary: aCall },
    { weight: 3, arbitrary: aFeedback },
    fc.constant(get('cds-services')),
  ),
  resolve,
  hostile: fc.oneof(
    fc
      .record({
        hookInstance: fc.oneof(fc.uuid(), fc.string()),
        prefetch: fc.dictionary(fc.constantFrom('patient', '__proto__', 'x'), fc.jsonValue()),
        context: fc.dictionary(fc.constantFrom('userId', 'patientId', 'encounterId', 'draftOrders'), fc.jsonValue()),
        fhirAuthorization: fc.jsonValue(),
        fhirServer: fc.oneof(fc.webUrl(), fc.string()),
      })
      .map((spoiled) => post('cds-services/chart', { ...request('patient-view'), ...(spoiled as JsonObject) })),
    fc
      .record({ card: fc.oneof(fc.uuid(), fc.string()), outcomeTimestamp: fc.string(), outcome: fc.string() })
      .map((spoiled) => post('cds-services/sign/feedback', { feedback: [spoiled] })),
  ),
  statuses: [200, 400, 404, 405, 409, 412],
  rareStatuses: [415],
  answered: ({ response }, call) => {
    const json = response?.body && 'json' in response.body ? response.body.json : null
    if ((response?.status ?? 0) >= 400) {
      expect(json).toEqual({ error: { code: expect.any(String), message: expect.any(String) } })
    }
    const isDiscovery = response?.status === 200 && call.path === 'cds-services'
    expect(Object.keys(response?.headers ?? {}).some((name) => name.startsWith('access-control'))).toBe(isDiscovery)
    const { cards = [] } = (json ?? {}) as { cards?: JsonObject[] }
    for (const card of cards) {
      expect(card).toMatchObject({ uuid: expect.stringMatching(uuid), summary: text(140), source: { label: text(80) } })
      expect(() => encodeURIComponent(String(card.summary))).not.toThrow()
    }
  },
})

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('configuration', () => {
  const card = { summary: 'x', indicator: 'info', source: { label: 'y' } }
  const withService = (service: JsonObject) => ({ services: [{ id: 'a', hook: 'order-sign', ...service }] })
  it.each([
    {},
    { services: [] },
    withService({ rules: [{ card }] }),
    withService({
      rules: [{ when: { path: 'prefetch.a.entry[*].resource.code', contains: 'x', exists: true }, card }],
    }),
    withService({ prefetch: { meds: 'MedicationRequest?patient={{context.patientId}}' } }),
  ])('accepts %j', (config) => expect(Value.Check(cdsConfigSchema, config)).toBe(true))

  it.each([
    { service: [] },
    withService({ id: 'a b' }),
    withService({ hook: 'order-review' }),
    withService({ rules: [{ when: { path: 'context.patientId' }, card }] }),
    withService({ rules: [{ when: { path: 'request.x', equals: 1 }, card }] }),
    withService({ rules: [{ when: { path: 'context.x', equal: 1 }, card }] }),
    withService({ rules: [{ card: { ...card, source: {} } }] }),
    withService({ rules: [{ card: { ...card, indicator: 'hard-stop' } }] }),
    withService({ rules: [{ card: { ...card, links: [{ label: 'x', url: 'javascript:alert(1)' }] } }] }),
    withService({ prefetch: { 'a b': 'Patient/1' } }),
  ])('rejects %j', (config) => expect(Value.Check(cdsConfigSchema, config)).toBe(false))

  const action = (more: JsonObject) => ({ label: 'x', actions: [{ description: 'x', ...more }] })
  it.each<[JsonObject, string]>([
    [withService({ prefetch: { a: 'Patient/{{context.selections}}' } }), 'services[0].prefetch.a'],
    [withService({ rules: [{ card: { ...card, detail: '{{patient.name}}' } }] }), 'services[0].rules[0].card.detail'],
    [
      withService({ rules: [{ when: { path: 'context.a', exists: false, equals: 1 }, card }] }),
      'rules[0].when: expected "exists"',
    ],
    [
      withService({ rules: [{ card: { ...card, suggestions: [action({ type: 'create' })] } }] }),
      'actions[0]: expected resource',
    ],
    [
      withService({ rules: [{ card: { ...card, suggestions: [action({ type: 'delete' })] } }] }),
      'actions[0]: expected resourceId',
    ],
    [{ services: [...withService({}).services, ...withService({}).services] }, 'services[1].id: expected each id once'],
  ])('names the fault in %j', (config, place) => {
    expect(Value.Check(cdsConfigSchema, config)).toBe(true)
    expect(() => simulator.seed(config as CdsConfig, [], contextAt(beginning))).toThrow(place)
  })
})

describe('the recorded call', () => {
  const fhirAuthorization = {
    access_token: 'secret-token',
    token_type: 'Bearer',
    expires_in: 300,
    scope: 'user/*.read',
    subject: 'cds-service',
  }
  const sent = post(
    'cds-services/chart',
    request('patient-view', {
      fhirServer: 'https://host.example:8443/x/fhir',
      fhirAuthorization,
      prefetch: { patient: null },
    }),
  )

  it('contains neither the access token for the record nor its address', () => {
    const kept = simulator.localize?.(sent, []) ?? sent
    expect(JSON.stringify(kept)).not.toMatch(/secret-token|host\.example/)
    const state = simulator.seed({ services: [services[0]] }, [], contextAt(beginning))
    const [before, after] = [sent, kept].map((call) => simulator.handle(state, 'cds', call, contextAt(beginning)))
    expect(before?.response.status).toBe(200)
    expect(after).toEqual(before)
    expect(JSON.stringify(before?.effects)).not.toMatch(/fhirServer|fhirAuthorization|secret-token/)
  })

  it('contains no address of a resource', () => {
    const resource = { resourceType: 'ServiceRequest', id: 's1' }
    const addressed = (fullUrl: string) =>
      post('cds-services/sign', {
        context: { draftOrders: { resourceType: 'Bundle', entry: [{ fullUrl, resource }] } },
      })
    const kept = simulator.localize?.(addressed('https://hiv-positive.example/fhir/ServiceRequest/s1'), [])
    expect(kept).toEqual(addressed('https://fhir.invalid/ServiceRequest/s1'))
    const urn = addressed('urn:uuid:6c0f9a54-7a70-4c1e-9d3b-51f4b0a6a7d9')
    expect(simulator.localize?.(urn, [])).toEqual(urn)
  })

  it('is unchanged if it is rejected', () => {
    for (const json of [
      { fhirServer: 'ftp://x', fhirAuthorization: { access_token: '' } },
      { fhirServer: 5 },
      [],
      'x',
      null,
    ]) {
      const call = post('cds-services/chart', json)
      expect(simulator.localize?.(call, [])).toEqual(call)
    }
  })
})
