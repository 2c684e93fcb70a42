import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import type { Policy } from '../../policy/policy-schema.js'
import { openPayers } from '../../testing/open-payers.js'
import { pasBundle, pasClaim, pasDocument, pasItem, pasParties, pasSupport } from '../../testing/pas-bundle.js'
import type { PayerConfig } from '../config.js'
import { listExtensions, objectsIn, valueAt } from './fhir/element.js'
import { pasUrl, questionnaireUrl } from './fhir/urls.js'

const lumbarMri: Policy = {
  id: 'lumbar-mri',
  title: 'MRI of the lumbar spine',
  version: '2026-01',
  services: [{ code: '72148' }],
  statements: {
    back_pain: { fact: { diagnosis: ['M54.*'] } },
    six_weeks: { question: 'Have six weeks of therapy failed?', accepts: ['clinical_note'] },
    deficit: { question: 'Is there progressive weakness?' },
  },
  criteria: { all: ['back_pain', { any: ['six_weeks', 'deficit'] }] },
  decision: { expires_days: 60 },
}

const order = {
  resourceType: 'ServiceRequest',
  id: 'mri',
  status: 'draft',
  intent: 'order',
  subject: { reference: 'Patient/p1' },
  code: { coding: [{ system: 'http://www.ama-assn.org/go/cpt', code: '72148' }] },
  reasonCode: [{ coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'M54.16' }] }],
  occurrenceDateTime: '2026-01-20',
  requester: { reference: 'Organization/clinic' },
}

const signing = {
  hook: 'order-sign',
  hookInstance: '00000000-0000-4000-8000-000000000000',
  context: {
    userId: 'Practitioner/d',
    patientId: 'p1',
    draftOrders: { resourceType: 'Bundle', type: 'collection', entry: [{ resource: order }] },
  },
}

function parts(extension: JsonObject | undefined, url: string): unknown[] {
  return listExtensions(extension, url).map(
    (one) => Object.entries(one).find(([name]) => name.startsWith('value'))?.[1],
  )
}

it('one case goes from the order to the decision, and is the same on the portal, in a 278 and by PAS', () => {
  const world = openPayers({ Payer: { config: { policies: [lumbarMri] } } }, {}, pasParties)

  const signed = world.electronic('POST', 'cds-services/order-sign-crd', signing)
  expect(signed.status).toBe(200)
  const [action] = objectsIn(signed.json.systemActions)
  const resource = action?.resource as JsonObject
  expect({ ...resource, extension: [] }).toEqual({ ...order, extension: [] })
  const [information] = objectsIn(resource.extension)
  const said = (url: string) => parts(information, url)
  expect(said('pa-needed')).toEqual(['auth-needed'])
  expect(said('doc-needed')).toEqual(['clinical'])
  const [questionnaire] = said('questionnaire')
  const [context] = said('coverage-assertion-id')

  const input = [
    { name: 'coverage', resource: pasParties[1] as JsonObject },
    { name: 'order', resource },
    { name: 'context', valueString: String(context) },
  ]
  const packaged = world.electronic('POST', 'fhir/Questionnaire/$questionnaire-package', {
    resourceType: 'Parameters',
    parameter: input,
  })
  expect(packaged.status).toBe(200)
  const bundle = valueAt(objectsIn(packaged.json.parameter)[0], 'resource')
  const [form, draft] = objectsIn(valueAt(bundle, 'entry')).map((entry) => entry.resource as JsonObject)
  expect(`${form?.url}|${form?.version}`).toBe(questionnaire)
  expect(objectsIn(form?.item).map(({ linkId }) => linkId)).toEqual(['six_weeks', 'six_weeks.document', 'deficit'])

  const response: JsonObject = {
    ...draft,
    id: 'answers',
    status: 'completed',
    item: [{ linkId: 'six_weeks', answer: [{ valueBoolean: true }] }],
  }
  const claim = pasClaim('c1', [pasItem(1, '72148')], {
    supportingInfo: [pasSupport(1, 'QuestionnaireResponse/answers'), pasSupport(2, 'DocumentReference/note')],
  })
  const note = pasDocument('note', 'clinical note', 'Eight weeks of physical therapy have failed.')
  const request = pasBundle(claim, [response, note])
  // The draft refers to the order, which goes with it.
  const submitted = world.electronic('POST', 'fhir/Claim/$submit', request)
  expect(submitted.status).toBe(200)
  const claimResponse = valueAt(objectsIn(submitted.json.entry)[0], 'resource')
  const [item] = objectsIn(valueAt(claimResponse, 'item'))
  const [review] = objectsIn(valueAt(objectsIn(item?.adjudication)[0], 'extension'))
  const [number] = parts(review, 'number')
  expect(valueAt(claimResponse, 'outcome')).toBe('complete')
  expect(number).toMatch(/^PA\d{8}$/)

  const row = world.portal('GET', `prior-auths/${number}`).json
  expect(row).toMatchObject({ status: 'approved', procedure_code: '72148', answers: { six_weeks: true } })
  const review278 = world.exchange('authorization-inquiries', { patient_id: 'p1', auth_number: String(number) })
  expect(review278).toMatchObject({ action: 'A1', auth_number: number })
  expect(world.evidence().pas_requests).toMatchObject([
    { auth_number: number, outcome: 'complete', items: [{ sequence: 1, code: '72148', action: 'A1', number }] },
  ])

  const again = world.electronic('POST', 'cds-services/order-sign-crd', signing)
  const [update] = objectsIn(again.json.systemActions)
  const [satisfied] = objectsIn(valueAt(update, 'resource', 'extension'))
  expect([parts(satisfied, 'pa-needed'), parts(satisfied, 'satisfied-pa-id')]).toEqual([['satisfied'], [number]])
})

it.each([
  ['the current version', '2026-01', ['A1', 'approved']],
  ['an older version', '2025-01', ['A4', 'more_information']],
])('answers to %s of the questionnaire decide accordingly, and the payer says why', (_, version, expected) => {
  const { electronic, portal } = openPayers({ Payer: { config: { policies: [lumbarMri] } } }, {}, pasParties)
  const questionnaire = `${questionnaireUrl}lumbar-mri|${version}`
  const item = [{ linkId: 'deficit', answer: [{ valueBoolean: true }] }]
  const response = { resourceType: 'QuestionnaireResponse', id: 'answers', status: 'completed', questionnaire, item }
  const supportingInfo = [pasSupport(1, 'QuestionnaireResponse/answers')]
  const claim = pasClaim('c1', [pasItem(1, '72148')], { supportingInfo })
  const { json } = electronic('POST', 'fhir/Claim/$submit', pasBundle(claim, [response]))
  const text = JSON.stringify(valueAt(objectsIn(json.entry)[0], 'resource'))
  const [row] = objectsIn(portal('GET', 'prior-auths').json.data)
  expect([/"code":"(A\d)"/.exec(text)?.[1], row?.status]).toEqual(expected)
  expect(text.includes('version 2025-01 of a questionnaire; the current one is')).toBe(version === '2025-01')
})

const hour = 3600
const slowPolicy: Policy = {
  id: 'by-hand',
  title: 'Reviewed by hand',
  version: '1',
  statements: {},
  decision: { standard_hours: 168, expedited_hours: 72 },
}

/** What a request is for beside one unit of a service. */
interface More {
  readonly units?: number
  readonly additional_services?: { readonly procedure_code: string }[]
}

const form = {
  patient_member_id: 'MBR-1001',
  patient_dob: '1961-04-30',
  provider_npi: '1234567893',
  procedure_code: '72148',
  diagnosis_codes: ['M54.16'],
  service_date: '2026-01-20',
}

const channels = {
  portal: ({ portal }: World, urgency: string, more: More = {}) => {
    return portal('POST', 'prior-auths', { ...form, urgency, ...more }).json.auth_number
  },
  '278': ({ exchange }: World, urgency: string, more: More = {}) => {
    const services = { procedure_code: '72148', diagnosis_codes: ['M54.16'], service_date: '2026-01-20' }
    return exchange('authorizations', { patient_id: 'p1', ...services, urgency, ...more }).auth_number
  },
  PAS: ({ electronic }: World, urgency: string, { units = 1, additional_services: others = [] }: More = {}) => {
    const code = { coding: [{ code: 'U' }] }
    const extension = [{ url: `${pasUrl}extension-levelOfServiceCode`, valueCodeableConcept: code }]
    const items = [
      pasItem(1, '72148', { quantity: { value: units } }),
      ...others.map(({ procedure_code }) => pasItem(2, procedure_code)),
    ]
    const claim = pasClaim(urgency, items, urgency === 'expedited' ? { extension } : {})
    const { json } = electronic('POST', 'fhir/Claim/$submit', pasBundle(claim))
    return /"extension-administrationReferenceNumber","valueString":"(PA\d+)"/.exec(
      JSON.stringify(json).replaceAll(pasUrl, ''),
    )?.[1]
  },
} as const

type World = ReturnType<typeof openSlow>
type Channel = keyof typeof channels

function openSlow(more: JsonObject = {}) {
  const config = { policies: [slowPolicy], ...more }
  return openPayers({ Payer: { config } }, {}, pasParties)
}

describe('an urgent request for a service with a pending standard request', () => {
  const pairs = Object.keys(channels).flatMap((first) => Object.keys(channels).map((then) => [first, then] as const))

  it.each(pairs)('expedites the standard request: %s, then %s', (first, then) => {
    const world = openSlow()
    const number = channels[first as Channel](world, 'standard')
    expect(number).toMatch(/^PA\d{8}$/)
    world.advance(24 * hour)
    expect(channels[then as Channel](world, 'expedited')).toBe(number)
    const [row, ...others] = objectsIn(world.portal('GET', 'prior-auths').json.data)
    expect(others).toEqual([])
    expect(row).toMatchObject({ auth_number: number, status: 'pending', urgency: 'expedited' })
    // 72 hours from the receipt of the urgent one, on every channel.
    expect(Date.parse(String(row?.decision_due_at)) - Date.parse(String(row?.updated_at))).toBe(72 * hour * 1000)
    expect(row?.decision_deadline).toBe(row?.decision_due_at)
    world.advance(72 * hour)
    const decided = world.exchange('authorization-inquiries', { patient_id: 'p1', auth_number: String(number) })
    expect(decided).toMatchObject({ action: 'A1', auth_number: number })
  })

  it.each(Object.keys(channels))('never makes the decision later: %s', (then) => {
    const world = openSlow()
    channels.portal(world, 'standard')
    const due = () => objectsIn(world.portal('GET', 'prior-auths').json.data).map((row) => row.decision_due_at)
    const before = due()
    world.advance(120 * hour)
    channels[then as Channel](world, 'expedited')
    expect(due()).toEqual(before)
    const [row] = objectsIn(world.portal('GET', 'prior-auths').json.data)
    expect(row?.decision_deadline).toBe(before[0])
  })

  it('is not needed to correct the urgency in the portal, which counts from then too', () => {
    const world = openSlow()
    const number = channels.portal(world, 'standard')
    world.advance(24 * hour)
    const { json } = world.portal('PATCH', `prior-auths/${number}`, { urgency: 'expedited' })
    expect(Date.parse(String(json.decision_due_at)) - Date.parse(String(json.updated_at))).toBe(72 * hour * 1000)
    const back = world.portal('PATCH', `prior-auths/${number}`, { urgency: 'standard' }).json
    expect(Date.parse(String(back.decision_deadline)) - Date.parse(String(back.submitted_at))).toBe(168 * hour * 1000)
  })

  it.each(Object.keys(channels))('expedites a request that still lacks a document: %s', (then) => {
    const determinations: PayerConfig['determinations'] = [{ status: 'approved', requires: ['clinical_note'] }]
    const world = openPayers({ Payer: { config: { determinations } } }, {}, pasParties)
    const number = channels.portal(world, 'standard')
    expect(channels[then as Channel](world, 'expedited')).toBe(number)
    const rows = objectsIn(world.portal('GET', 'prior-auths').json.data)
    expect(rows).toMatchObject([
      { status: 'more_information', urgency: 'expedited', missing_documents: ['clinical_note'] },
    ])
    const note = { document_type: 'clinical_note', text: 'Six weeks of therapy.' }
    world.portal('POST', `prior-auths/${number}/attachments`, note)
    const { json } = world.portal('PATCH', `prior-auths/${number}`, { clinical_notes: 'The note is there.' })
    expect(json).toMatchObject({ status: 'approved', urgency: 'expedited' })
  })

  it.each(Object.keys(channels))('is no duplicate to a payer that denies those: %s', (then) => {
    const world = openSlow({ duplicates: 'deny' })
    const number = channels.portal(world, 'standard')
    expect(channels[then as Channel](world, 'expedited')).toBe(number)
    expect(objectsIn(world.portal('GET', 'prior-auths').json.data)).toMatchObject([{ urgency: 'expedited' }])
  })

  const others: readonly (readonly [string, JsonObject, More])[] = [
    ['for another day', { service_date: '2026-01-21' }, {}],
    ['for more units', {}, { units: 2 }],
    ['for an additional service', {}, { additional_services: [{ procedure_code: '99213' }] }],
    ['for fewer units', { units: 3 }, {}],
    ['with another diagnosis', { diagnosis_codes: ['M51.26'] }, {}],
  ]
  const cases = others.flatMap((other) => Object.keys(channels).map((then) => [...other, then] as const))

  it.each(cases)('is a case of its own if it is %s: $3', (_, first, more, then) => {
    const world = openSlow()
    world.portal('POST', 'prior-auths', { ...form, ...first })
    channels[then as Channel](world, 'expedited', more)
    const rows = objectsIn(world.portal('GET', 'prior-auths').json.data)
    expect(rows.map(({ urgency }) => urgency)).toEqual(['expedited', 'standard'])
  })

  it('adds no document twice that was first sent as text and then as base64', () => {
    const { portal, evidence } = openSlow()
    const text = 'Twelve weeks of therapy.'
    const content_base64 = btoa(text)
    const send = (urgency: string, content: JsonObject) =>
      portal('POST', 'prior-auths', {
        ...{ ...form, urgency },
        attachments: [{ document_type: 'clinical_note', ...content }],
      })
    send('standard', { text })
    send('expedited', { content_base64 })
    expect(evidence().attachments).toHaveLength(1)
    expect(evidence().prior_auth_requests).toMatchObject([{ urgency: 'expedited' }])
  })

  it('is a case of its own if it is for a twin, who has the same number and date of birth', () => {
    const { portal } = openSlow()
    const [first, second] = ['Ben', 'Bea'].map((given, index) => {
      const urgency = index === 0 ? 'standard' : 'expedited'
      return portal('POST', 'prior-auths', { ...form, patient_name: `${given} Okafor`, urgency }).json.auth_number
    })
    expect(second).not.toBe(first)
  })

  it('adds its notes', () => {
    const { portal } = openSlow()
    portal('POST', 'prior-auths', { ...form, clinical_notes: 'Eight weeks of therapy.' })
    const urgent = { ...form, urgency: 'expedited', clinical_notes: 'Weakness since today.' }
    expect(portal('POST', 'prior-auths', urgent).json).toMatchObject({
      clinical_notes: 'Eight weeks of therapy.\n\nWeakness since today.',
    })
  })
})
