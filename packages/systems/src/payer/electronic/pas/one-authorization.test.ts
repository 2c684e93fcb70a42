import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { openPayers } from '../../../testing/open-payers.js'
import { pasBundle, pasClaim, pasDocument, pasItem, pasSupport } from '../../../testing/pas-bundle.js'
import type { PayerConfig } from '../../config.js'
import { objectsIn, valueAt } from '../fhir/element.js'
import { pasUrl } from '../fhir/urls.js'

const accepting: PayerConfig = { accept_unknown_members: true, default_determination: { status: 'approved' } }
const waiting: PayerConfig = { accept_unknown_members: true, default_determination: { status: 'pending' } }
const portalForm = {
  patient_member_id: 'MBR-1001',
  patient_dob: '1961-04-30',
  provider_npi: '1234567893',
  procedure_code: '72148',
  diagnosis_codes: ['M54.16'],
  service_date: '2026-01-20',
}

function typed(code: string, number?: string): JsonObject {
  const type = { url: `${pasUrl}extension-certificationType`, valueCodeableConcept: { coding: [{ code }] } }
  const about = { url: `${pasUrl}extension-authorizationNumber`, valueString: number ?? '' }
  return { extension: number === undefined ? [type] : [type, about] }
}

function open(config: PayerConfig) {
  const world = openPayers({ Payer: { config } })
  const submit = (
    id: string,
    items: readonly JsonObject[],
    more: JsonObject = {},
    others: readonly JsonObject[] = [],
  ) => {
    const { json, events } = world.electronic(
      'POST',
      'fhir/Claim/$submit',
      pasBundle(pasClaim(id, items, more), others),
    )
    const text = JSON.stringify(valueAt(objectsIn(json.entry)[0], 'resource') ?? json)
    const granted = /"addItem".*?"quantity":\{"value":(\d+)/.exec(text)?.[1]
    return { actions: [...text.matchAll(/"code":"(A\d|C)"/g)].map(([, code]) => code), granted, text, events }
  }
  const requests = () => objectsIn(world.evidence().prior_auth_requests)
  const sent = () => objectsIn(world.evidence().pas_requests)
  return { ...world, submit, requests, sent }
}

const mri = [pasItem(1, '72148')]

function related(id: string) {
  return { related: [{ claim: { reference: `Claim/${id}` }, relationship: { coding: [{ code: 'prior' }] } }] }
}

describe('the authorization of a service', () => {
  it.each(['5', '6', 'S', 'I', 'X9'])('is not given again to the certification type %s', (type) => {
    const { submit, requests, sent } = open(accepting)
    submit('c1', mri)
    submit('c2', mri, typed(type))
    submit('c3', [pasItem(1, '72148', typed(type))])
    expect([requests().length, sent().map((row) => row.satisfied_by !== undefined)]).toEqual([1, [false, true, true]])
  })

  it('is given once for a renewal, not for each time that it is sent', () => {
    const { submit, requests } = open(accepting)
    submit('c1', mri)
    const number = String(requests()[0]?.auth_number)
    for (const id of ['c2', 'c3']) submit(id, mri, typed('R', number))
    expect(requests()).toHaveLength(2)
  })

  it.each([
    ['the same Claim', (world: ReturnType<typeof open>) => world.submit('c1', mri)],
    ['another Claim', (world: ReturnType<typeof open>) => world.submit('c2', mri)],
    ['a notification', (world: ReturnType<typeof open>) => world.submit('c2', mri, typed('5'))],
  ])('is not requested again by %s while it waits', (_, again) => {
    const world = open(waiting)
    world.submit('c1', mri)
    expect(again(world)).toMatchObject({ actions: ['A4'], text: expect.stringContaining('asks for the same') })
    expect([world.requests().length, world.sent()]).toMatchObject([1, [{}, { satisfied_by: expect.anything() }]])
  })

  it('is not requested again by PAS while it waits on the portal, and its decision is notified', () => {
    const world = open({ ...accepting, default_determination: { status: 'approved', delay_seconds: 3_600 } })
    world.portal('POST', 'prior-auths', portalForm)
    const backport = 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/'
    world.electronic('POST', 'fhir/Subscription', {
      resourceType: 'Subscription',
      criteria: 'http://hl7.org/fhir/us/davinci-pas/SubscriptionTopic/PASSubscriptionTopic',
      _criteria: {
        extension: [{ url: `${backport}backport-filter-criteria`, valueString: 'orgIdentifier=1234567893' }],
      },
      channel: {
        type: 'rest-hook',
        _payload: { extension: [{ url: `${backport}backport-payload-content`, valueCode: 'full-resource' }] },
      },
    })
    world.submit('c1', mri)
    expect(world.requests()).toHaveLength(1)
    world.advance(3_700)
    expect(world.evidence().pas_notifications).toMatchObject([{ status: 'approved', pas_id: 'PAS-0001' }])
  })

  it('accepts the additions of a repeated Claim, once', () => {
    const world = open({
      ...accepting,
      default_determination: { status: 'approved', requires: ['clinical_note', 'x_ray'] },
    })
    const supportingInfo = [pasSupport(1, 'DocumentReference/d')]
    const note = (type: string) => [pasDocument('d', type, 'Six weeks of therapy.')]
    expect(world.submit('c1', mri).actions).toEqual(['A4'])
    for (const id of ['c2', 'c3'])
      expect(world.submit(id, mri, { supportingInfo }, note('clinical note')).actions).toEqual(['A4'])
    expect(world.evidence().attachments).toMatchObject([{ document_type: 'clinical_note' }])
    expect(world.submit('c4', mri, { supportingInfo }, note('x ray')).actions).toEqual(['A1'])
    expect(world.requests()).toHaveLength(1)
  })

  it.each([12, 20])('stays as it is when %s units are requested of which a part was granted', (value) => {
    const { submit, requests } = open({
      ...accepting,
      default_determination: { status: 'approved', approved_units: 8 },
    })
    submit('c1', [pasItem(1, '97110', { quantity: { value: 12 } })])
    expect(submit('c2', [pasItem(1, '97110', { quantity: { value } })])).toMatchObject({
      actions: ['A6', 'A1'],
      granted: '8',
    })
    expect(requests()).toHaveLength(1)
  })

  it('is not taken back with a repeated Claim that has its identifiers', () => {
    const { submit, requests } = open(accepting)
    const identifier = [{ system: 'http://clinic.example.org/trace', value: 'T1' }]
    submit('c1', mri, { identifier })
    submit('c2', mri, { identifier })
    const taken = submit('c3', mri, { ...related('c2'), ...typed('3') }, [pasClaim('c2', mri, { identifier })])
    expect(taken.text).toContain('update the request of it')
    expect(requests()).toMatchObject([{ status: 'approved' }])
  })
})

const editions: PayerConfig = {
  members: [
    {
      ...{ member_id: 'MBR-1001', first_name: 'Jordan', last_name: 'Sample', birth_date: '1961-04-30', plan: 'P' },
      end: '2026-12-31',
    },
  ],
  plans: [{ name: 'P', network: ['1234567893'] }],
  policies: [
    {
      ...{ id: 'old', title: 'Visits', version: '1', services: [{ code: '97110' }], effective: { to: '2026-05-31' } },
      statements: { young: { answer_type: 'number', unit: 'a', fact: { age: 'years' }, enough: { at_most: 64 } } },
      criteria: 'young',
      decision: { expires_days: 30 },
    },
    {
      ...{ id: 'new', title: 'Visits', version: '2', services: [{ code: '97110' }], effective: { from: '2026-06-01' } },
      statements: { old: { answer_type: 'number', unit: 'a', fact: { age: 'years' }, enough: { at_least: 65 } } },
      criteria: 'old',
      decision: { expires_days: 60 },
    },
  ],
}

describe('services of several days', () => {
  const days = ['2026-03-01', '2026-07-01']
  const items = days.map((servicedDate, index) => pasItem(index + 1, '97110', { servicedDate }))

  it('are each decided on their own day', () => {
    const { submit, requests, sent } = open(editions)
    expect(submit('c1', items).actions).toEqual(['A1', 'A1'])
    expect(requests()).toMatchObject([
      {
        service_date: days[0],
        additional_services: [{ service_date: days[1] }],
        items: [{ policy: 'old' }, { policy: 'new' }],
      },
    ])
    expect(objectsIn(sent()[0]?.items).map(({ period }) => period)).toEqual([
      { start: '2026-03-01', end: '2026-03-30' },
      { start: '2026-07-01', end: '2026-08-29' },
    ])
  })

  it('are each returned for a repeated Claim of the same day', () => {
    const { submit, requests } = open(editions)
    submit('c1', items)
    expect(submit('c2', items.slice(1)).text).toContain('"valuePeriod":{"start":"2026-07-01"')
    expect(requests()).toHaveLength(1)
  })

  it('are refused if the member is not covered on one of them', () => {
    const later = pasItem(3, '97110', { servicedDate: '2027-02-01' })
    const { text } = open(editions).submit('c1', [...items, later])
    expect(text).toContain('ended on 2026-12-31, before the service date 2027-02-01')
  })

  it('keep their approvals in an update that takes the first back, and lose them with another day', () => {
    const changed = { url: `${pasUrl}extension-infoChanged`, valueCode: 'changed' }
    const { extension } = typed('3')
    const cancelled = {
      extension: [changed, ...objectsIn(extension)],
      modifierExtension: [{ url: `${pasUrl}modifierextension-infoCancelled`, valueBoolean: true }],
      servicedDate: days[0],
    }
    const { submit, requests } = open(editions)
    submit('c1', items)
    const [, second = {}] = items
    const first = pasItem(1, '97110', cancelled as JsonObject)
    submit('c2', [first, second], related('c1'), [pasClaim('c1', items)])
    expect(requests()).toMatchObject([{ service_date: days[1], items: [{ status: 'approved', policy: 'new' }] }])
    const moved = pasItem(2, '97110', { servicedDate: '2026-05-01' })
    submit('c3', [first, moved], related('c2'), [pasClaim('c2', [first, second])])
    expect(requests()).toMatchObject([{ items: [{ policy: 'old', status: 'denied' }] }])
  })
})

it('PAS knows a service by its CPT or HCPCS code, wherever that is among the codings', () => {
  const snomed = { system: 'http://snomed.info/sct', code: '241645008' }
  const coding = [snomed, { system: 'http://www.ama-assn.org/go/cpt', code: '72148' }]
  const { submit, requests } = open(accepting)
  submit('c1', [pasItem(1, '', { productOrService: { coding } })])
  expect(requests()).toMatchObject([{ procedure_code: '72148' }])
})
