import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { openPayers } from '../../../testing/open-payers.js'
import { pasParties } from '../../../testing/pas-bundle.js'
import { payerSimulator } from '../../behaviour.js'
import type { PayerConfig } from '../../config.js'
import { listExtensions, objectsIn, valueAt } from '../fhir/element.js'
import { coverageInformationUrl } from '../fhir/urls.js'

const [patient, coverage = {}] = pasParties

function createOrder(id: string, code: string): JsonObject {
  return {
    resourceType: 'ServiceRequest',
    id,
    status: 'draft',
    intent: 'order',
    subject: { reference: 'Patient/p1' },
    code: { coding: [{ system: 'http://www.ama-assn.org/go/cpt', code }] },
    requester: { reference: 'Organization/clinic' },
  }
}

function createBundle(...resources: JsonObject[]): JsonObject {
  return { resourceType: 'Bundle', type: 'collection', entry: resources.map((resource) => ({ resource })) }
}

function open(config: PayerConfig, resources: readonly JsonObject[] = pasParties) {
  const world = openPayers({ Payer: { config } }, {}, resources)
  const hook = (name: string, context: JsonObject, more: JsonObject = {}) =>
    world.electronic('POST', `cds-services/${name}-crd`, {
      hook: name,
      hookInstance: '00000000-0000-4000-8000-000000000000',
      context: { userId: 'Practitioner/d', patientId: 'p1', ...context },
      ...more,
    })
  const sign = (order: JsonObject, more: JsonObject = {}) =>
    hook('order-sign', { draftOrders: createBundle(order) }, more)
  return { ...world, hook, sign }
}

/** The codes of the coverage information in the first action, by their URLs. */
function informationIn(json: JsonObject): Record<string, unknown> {
  const [action] = objectsIn(json.systemActions)
  const [information] = listExtensions(action?.resource, coverageInformationUrl)
  return Object.fromEntries(
    objectsIn(information?.extension).map((one) => [
      String(one.url),
      Object.entries(one).find(([name]) => name.startsWith('value'))?.[1],
    ]),
  )
}

const accepting: PayerConfig = {
  accept_unknown_members: true,
  policies: [
    { id: 'visit', title: 'Visits', version: '1', services: [{ code: '99213' }], requires_authorization: false },
    {
      id: 'mri',
      title: 'MRI',
      version: '2',
      services: [{ code: '72148' }],
      gold_card: ['1245319599'],
      statements: { therapy: { question: 'Has therapy failed?' } },
      criteria: 'therapy',
      limits: { units: 1 },
    },
    {
      id: 'oxygen',
      title: 'Oxygen',
      version: '1',
      services: [{ code: 'E1390' }],
      requires_authorization: { when: 'home' },
      statements: { home: { question: 'Is it for the home?' } },
    },
  ],
}

it('accepts the standard form of access to the record, and records no token', () => {
  const { sign, evidence } = open(accepting)
  const fhirAuthorization = {
    access_token: 'secret-token',
    token_type: 'Bearer',
    expires_in: 300,
    scope: 'patient/ServiceRequest.rs launch',
    subject: 'requirements',
  }
  const signed = (access: JsonObject) =>
    sign(createOrder('o', '72148'), { fhirServer: 'https://clinic.example/fhir', fhirAuthorization: access })
  expect(signed(fhirAuthorization).status).toBe(200)
  const kept = evidence().crd_calls ?? []
  expect(kept).toMatchObject([{ context: { draftOrders: { entry: [{ resource: { id: 'o' } }] } }, prefetch: {} }])
  expect(JSON.stringify(kept)).not.toMatch(/secret-token|clinic\.example/)
  const refused = signed({ ...fhirAuthorization, scope: 'the patient is ill' })
  expect([refused.status, JSON.stringify(refused.json)]).toEqual([
    400,
    expect.stringContaining('fhirAuthorization.scope'),
  ])
  const json = { hook: 'order-sign', fhirServer: 'https://clinic.example/fhir', fhirAuthorization }
  const call = { method: 'POST', path: 'cds-services/order-sign-crd', query: '', headers: {}, body: { json } } as const
  expect(JSON.stringify(payerSimulator.localize?.(call, []))).not.toMatch(/secret-token|clinic\.example/)
})

it.each([20_000, 0, 12.5])('refuses an order of %s units', (value) => {
  const { status, json } = open(accepting).sign({ ...createOrder('o', '72148'), quantityQuantity: { value } })
  expect([status, objectsIn(json.issue)[0]?.expression]).toEqual([400, ['ServiceRequest.quantityQuantity.value']])
})

describe('coverage information', () => {
  it.each([
    ['99213', { covered: 'covered', 'pa-needed': 'no-auth' }],
    ['72148', { covered: 'covered', 'pa-needed': 'auth-needed', 'doc-needed': 'clinical', 'doc-purpose': 'withpa' }],
    ['E1390', { covered: 'covered', 'pa-needed': 'conditional', 'info-needed': 'OTH' }],
  ])('of %s says what the policy decides, and keeps the invariants', (code, expected) => {
    const said = informationIn(open(accepting).sign(createOrder('o1', code)).json)
    expect(said).toMatchObject(expected)
    const has = (name: string) => said[name] !== undefined
    expect(has('questionnaire') && !has('doc-needed')).toBe(false)
    expect(has('doc-purpose') && !has('reason')).toBe(false)
    expect(said['pa-needed'] === 'conditional' && !has('info-needed')).toBe(false)
    expect([has('coverage'), has('date'), has('coverage-assertion-id')]).toEqual([true, true, true])
  })

  it('is recorded as a search of the chart if the chart decides it', () => {
    const fact = { search: 'Condition?code=M54.16' }
    const policy = { id: 'mri', title: 'MRI', version: '2', services: [{ code: '72148' }] }
    const statements = { therapy: { question: 'Has therapy failed?', fact } }
    const config: PayerConfig = {
      accept_unknown_members: true,
      policies: [{ ...policy, statements, criteria: 'therapy' }],
    }
    const pain = {
      resourceType: 'Condition',
      id: 'pain',
      subject: { reference: 'Patient/p1' },
      code: { coding: [{ code: 'M54.16' }] },
    }
    const listReturned = (...more: JsonObject[]) =>
      open(config, [...pasParties, ...more]).sign(createOrder('o1', '72148')).events[0]?.returned
    expect(listReturned(pain)).toEqual([{ collection: 'fhir.Condition', count: 0, people: ['Patient/p1'] }])
    expect(listReturned()).toBe(undefined)
  })

  it('names the gold card of a provider', () => {
    const gold = { ...pasParties[3], identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: '1245319599' }] }
    const { json } = open(accepting, [...pasParties.slice(0, 3), gold as JsonObject]).sign(createOrder('o1', '72148'))
    expect(JSON.stringify(informationIn(json).reason)).toContain('gold-card')
    expect(informationIn(json)).toMatchObject({ 'pa-needed': 'no-auth' })
  })

  it('requires an authorization of a gold-carded provider whose units are used up, as in the portal', () => {
    const gold = { ...pasParties[3], identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: '1245319599' }] }
    const limits = { units: 1, period_days: 30 }
    const services = [{ code: '72148' }, { code: '72149' }]
    const policies = accepting.policies?.map((one) => (one.id === 'mri' ? { ...one, services, limits } : one)) ?? []
    const world = open({ ...accepting, policies }, [...pasParties.slice(0, 3), gold as JsonObject])
    const request = (procedure_code: string, service_date: string) =>
      world.portal('POST', 'prior-auths', {
        ...{ patient_member_id: 'MBR-1001', patient_dob: '1961-04-30', provider_npi: '1245319599' },
        ...{ procedure_code, diagnosis_codes: ['M54.16'], service_date },
      }).json.status
    expect(request('72149', '2026-01-06')).toBe('approved')
    const order = { ...createOrder('o1', '72148'), occurrenceDateTime: '2026-01-20' }
    const said = informationIn(world.sign(order).json)
    expect(request('72148', '2026-01-20')).toBe('denied')
    expect(said['pa-needed']).toBe('auth-needed')
    expect(JSON.stringify(said.reason)).toContain('used up')
  })

  it('asks for a performer of the network at order-dispatch', () => {
    const config: PayerConfig = {
      ...accepting,
      members: [
        { member_id: 'MBR-1001', first_name: 'Jordan', last_name: 'Sample', birth_date: '1961-04-30', plan: 'Silver' },
      ],
      plans: [{ name: 'Silver', network: ['1234567893'] }],
    } as PayerConfig
    const outside = { resourceType: 'Organization', id: 'out', name: 'Out' }
    const { hook } = open(config, [...pasParties, createOrder('o1', '72148'), outside])
    const dispatch = (performer: string) =>
      hook('order-dispatch', { dispatchedOrders: ['ServiceRequest/o1'], performer }).json
    expect(informationIn(dispatch('Organization/out'))).toMatchObject({
      covered: 'conditional',
      'info-needed': 'performer',
    })
    expect(informationIn(dispatch('Organization/clinic'))).toMatchObject({ 'pa-needed': 'auth-needed' })
  })

  it('is omitted if nothing is new, or by configuration; cards are about policies', () => {
    const { sign } = open(accepting)
    const order = createOrder('o1', '72148')
    const first = sign(order).json
    const [action] = objectsIn(first.systemActions)
    expect(objectsIn(sign(action?.resource as JsonObject).json.systemActions)).toEqual([])
    const configuration = { 'coverage-info': false, 'max-cards': 0, unknown: 1 }
    expect(sign(order, { extension: { 'davinci-crd.configuration': configuration } }).json).toEqual({
      cards: [],
      systemActions: [],
    })
    expect(objectsIn(first.cards)).toMatchObject([{ indicator: 'info', source: { topic: { code: 'guideline' } } }])
  })

  it('may disagree with the policies, if the payer is configured so', () => {
    const { sign, portal } = open({ ...accepting, electronic: { coverage_claims: { '72148': 'no-auth' } } })
    expect(informationIn(sign(createOrder('o1', '72148')).json)).toMatchObject({ 'pa-needed': 'no-auth' })
    expect(portal('GET', 'requirements?procedure_code=72148').json.requires_authorization).toBe(true)
  })
})

describe('a hook', () => {
  it('reports no coverage for an unknown member, or for one whose coverage has ended', () => {
    expect(
      informationIn(
        open({}, pasParties.slice(0, 1)).sign(createOrder('o1', '72148'), {
          prefetch: { coverage, patient: { ...patient, birthDate: '1900-01-01' } },
        }).json,
      ),
    ).toMatchObject({
      covered: 'not-covered',
    })
    const ended = { ...coverage, period: { end: '2025-12-31' } }
    const { json } = open({}, [patient as JsonObject, ended]).sign(createOrder('o1', '72148'))
    expect(informationIn(json)).toMatchObject({ covered: 'not-covered' })
    expect(JSON.stringify(json)).toContain('no-active-coverage')
    expect(informationIn(json)['pa-needed']).toBeUndefined()
  })

  it.each([
    ['no coverage', { prefetch: { coverage: null } }, {}, 400],
    ['several coverages', { prefetch: { coverage: createBundle(coverage, { ...coverage, id: 'v2' }) } }, {}, 400],
    ["another payer's coverage", {}, { organization: 'Organization/other' }, 400],
    ['another hook', { hook: 'order-select' }, {}, 400],
    ['no UUID', { hookInstance: '1' }, {}, 400],
    [
      "another patient's order",
      {
        context: { userId: 'Practitioner/d', patientId: 'p2', draftOrders: createBundle(createOrder('o1', '72148')) },
        prefetch: { coverage },
      },
      {},
      422,
    ],
  ])('with %s is refused with an OperationOutcome', (_, more, config, expected) => {
    const { status, json } = open({ accept_unknown_members: true, ...config } as PayerConfig).sign(
      createOrder('o1', '72148'),
      more as JsonObject,
    )
    expect([status, json.resourceType]).toEqual([expected, 'OperationOutcome'])
  })

  it('is answered without a request for information at an encounter', () => {
    const { json, status } = open(accepting).hook('encounter-start', { encounterId: 'e1' })
    expect([status, json]).toEqual([200, { cards: [], systemActions: [] }])
  })
})

it('lists only the offered operations in the capability statement of a payer', () => {
  const listCalls = (interfaces: ('crd' | 'dtr' | 'pas')[]) => {
    const { json } = open({ electronic: { interfaces } }).electronic('GET', 'fhir/metadata')
    const [rest] = objectsIn(json.rest)
    return [objectsIn(rest?.resource).map(({ type }) => type), objectsIn(rest?.operation).map(({ name }) => name)]
  }
  expect(listCalls(['crd'])).toEqual([[], []])
  expect(listCalls(['dtr'])).toEqual([['Questionnaire'], []])
  expect(listCalls(['crd', 'pas'])).toEqual([['Claim', 'Subscription'], ['submit-attachment']])
})

it('discovery names the versions and the options of each service; a payer with a portal alone has none', () => {
  const { electronic } = open(accepting)
  const services = objectsIn(electronic('GET', 'cds-services').json.services)
  expect(services.map(({ id }) => id)).toContain('order-dispatch-crd')
  expect(valueAt(services[0], 'extension', 'davinci-crd.version')).toEqual(['2.0', '2.2'])
  const portalOnly = open({ electronic: { interfaces: [] } })
  expect(portalOnly.electronic('GET', 'cds-services').status).toBe(404)
  expect(portalOnly.electronic('POST', 'fhir/Claim/$submit', {}).status).toBe(404)
})
