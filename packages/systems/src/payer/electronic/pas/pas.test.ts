import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { openPayers } from '../../../testing/open-payers.js'
import { pasBundle, pasClaim, pasDocument, pasItem, pasParties, pasSupport } from '../../../testing/pas-bundle.js'
import type { PayerConfig } from '../../config.js'
import { listExtensions, objectsIn, readCodings, textAt, valueAt } from '../fhir/element.js'
import { pasUrl, questionnaireUrl } from '../fhir/urls.js'

const accepting: PayerConfig = { accept_unknown_members: true, default_determination: { status: 'approved' } }
const cancelling = {
  extension: [
    { url: `${pasUrl}extension-infoChanged`, valueCode: 'changed' },
    { url: `${pasUrl}extension-certificationType`, valueCodeableConcept: { coding: [{ code: '3' }] } },
  ],
  modifierExtension: [{ url: `${pasUrl}modifierextension-infoCancelled`, valueBoolean: true }],
}
function related(reference: string) {
  const relationship = { coding: [{ code: 'prior' }] }
  return {
    related: [{ claim: { reference: reference.includes('/') ? reference : `Claim/${reference}` }, relationship }],
  }
}

const unknownModifier = { url: 'http://example.org/not-wanted', valueBoolean: true }

const added = { extension: [{ url: `${pasUrl}extension-infoChanged`, valueCode: 'added' }] }

function open(config: PayerConfig = accepting) {
  const world = openPayers({ Payer: { config } })
  const submit = (claim: JsonObject, more: readonly JsonObject[] = []) => {
    const { status, json, events } = world.electronic('POST', 'fhir/Claim/$submit', pasBundle(claim, more))
    return { status, json, events, ...readResponse(json) }
  }
  return { ...world, submit }
}

/** The Parameters of `$submit-attachment`; `about` are parts of each attachment. */
function attaching(
  value: string,
  contents: readonly JsonObject[],
  final = true,
  about: readonly JsonObject[] = [],
): JsonObject {
  return {
    resourceType: 'Parameters',
    parameter: [
      { name: 'TrackingId', valueIdentifier: { value } },
      { name: 'AttachTo', valueCode: 'preauthorization' },
      { name: 'MemberId', valueIdentifier: { value: 'MBR-1001' } },
      { name: 'ProviderId', valueIdentifier: { value: '1234567893' } },
      ...contents.map((resource) => ({ name: 'Attachment', part: [...about, { name: 'Content', resource }] })),
      { name: 'Final', valueBoolean: final },
    ],
  }
}

function readResponse(bundle: JsonObject) {
  const response = valueAt(objectsIn(bundle.entry)[0], 'resource')
  const actions = objectsIn(valueAt(response, 'item')).map((item) => readAction(item).join(' '))
  const added = objectsIn(valueAt(response, 'addItem')).map((item) => readAction(item).join(' '))
  const errors = objectsIn(valueAt(response, 'error')).map(({ code }) => readCodings(code)[0]?.code)
  return { response: response as JsonObject, outcome: textAt(response, 'outcome'), actions, added, errors }
}

function readAction({ itemSequence, adjudication, quantity }: JsonObject): unknown[] {
  const [review] = listExtensions(objectsIn(adjudication)[0], `${pasUrl}extension-reviewAction`)
  const [code] = listExtensions(review, `${pasUrl}extension-reviewActionCode`)
  const [reason] = listExtensions(review, 'reasonCode').flatMap(({ valueCodeableConcept }) =>
    readCodings(valueCodeableConcept),
  )
  const number = listExtensions(review, 'number').length > 0 ? ['numbered'] : []
  const granted = valueAt(quantity, 'value')
  return [
    itemSequence,
    readCodings(code?.valueCodeableConcept)[0]?.code,
    ...(reason === undefined ? [] : [reason.code]),
    ...number,
    ...(granted === undefined ? [] : [granted]),
  ]
}

/** References in a Bundle that are no URL of one of its entries. */
function lostIn(bundle: JsonObject): unknown[] {
  const urls = new Set(objectsIn(bundle.entry).map(({ fullUrl }) => String(fullUrl)))
  const references = [...JSON.stringify(bundle).matchAll(/"reference":"([^"]+)"/g)].map(([, one = '']) => one)
  return references.filter((one) => ![...urls].some((url) => url === one || url.endsWith(`/${one}`)))
}

describe('$submit', () => {
  it('answers every item, and includes the target of every reference in the answer', () => {
    const { submit } = open({
      accept_unknown_members: true,
      determinations: [
        { procedure_code: '97110', status: 'approved', approved_units: 8 },
        { procedure_code: '72148', status: 'denied', reason: 'Not shown.', reason_code: '0F' },
        { procedure_code: '27447', status: 'pending' },
      ],
      default_determination: { status: 'approved' },
    })
    const items = [
      pasItem(1, '97110', { quantity: { value: 12 } }),
      pasItem(2, '72148'),
      pasItem(3, '99213'),
      pasItem(5, '27447'),
    ]
    const answer = submit(pasClaim('c1', items))
    expect(answer.outcome).toBe('complete')
    expect(answer.actions).toEqual(['1 A6 04 numbered', '2 A3 0F', '3 A1 numbered', '5 A4'])
    expect(answer.added).toEqual(['1 A1 numbered 8'])
    expect(objectsIn(answer.response.processNote).map(({ text }) => text)).toContain('Not shown.')
    expect(lostIn(answer.json)).toEqual([])
  })

  // Found by HAPI's validator with the packages of PAS 2.0.1 and 2.2.1.
  it.each(['denied', 'more_information'] as const)('writes dates and reasons as the profiles want: %s', (status) => {
    const { submit } = open({ accept_unknown_members: true, default_determination: { status, reason: 'In words.' } })
    const { response } = submit(pasClaim('c1', [pasItem(1, '99213')]))
    const [item] = objectsIn(response.item)
    expect(listExtensions(item, `${pasUrl}extension-itemRequestedServiceDate`)).toMatchObject([
      { valueDateTime: '2026-01-20' },
    ])
    const [review] = listExtensions(objectsIn(item?.adjudication)[0], `${pasUrl}extension-reviewAction`)
    for (const { valueCodeableConcept: reason } of listExtensions(review, 'reasonCode')) {
      expect(readCodings(reason)).toHaveLength(1)
    }
    expect(JSON.stringify(response.processNote)).toContain('In words.')
  })

  const insurer = { resourceType: 'Organization', active: true, name: 'Bay Health Plan' }
  const naic = [{ system: 'urn:oid:2.16.840.1.113883.6.300', value: '95216' }]

  it.each([
    ['the reference of the record', { id: 'insurer', name: 'B.H.P.' }, 'Organization/insurer', []],
    ['an identifier', { id: 'x', name: 'B.H.P.', identifier: naic }, 'urn:uuid:1', []],
    ['the name', { id: 'x', name: 'BAY HEALTH PLAN' }, 'urn:uuid:1', []],
    ['nothing of it', { id: 'x', name: 'Northern Mutual' }, 'urn:uuid:1', ['79']],
    ['another reference', { id: 'other', name: 'Northern Mutual' }, 'Organization/other', ['79']],
  ])('serves the payer whose insurer has %s', (_, members, reference, errors) => {
    const config = { ...accepting, organization: 'Organization/insurer' }
    const record = [...pasParties.filter(({ id }) => id !== 'insurer'), { ...insurer, id: 'insurer', identifier: naic }]
    const world = openPayers({ Payer: { config } }, {}, record)
    const { entry, ...bundle } = pasBundle(pasClaim('c1', [pasItem(1, '99213')], { insurer: { reference } }))
    const named = {
      fullUrl: /^urn/.test(reference) ? reference : `http://a.example/${reference}`,
      resource: { ...insurer, ...members },
    }
    const sent = objectsIn(entry).filter(({ fullUrl }) => !String(fullUrl).endsWith('Organization/insurer'))
    const coverage = objectsIn(entry).filter(({ fullUrl }) => String(fullUrl).endsWith('Organization/insurer'))
    const others = reference === 'Organization/insurer' ? [] : coverage
    const { json, events } = world.electronic('POST', 'fhir/Claim/$submit', {
      ...bundle,
      entry: [...sent, ...others, named],
    })
    expect(readResponse(json).errors).toEqual(errors)
    expect(objectsIn(world.portal('GET', 'prior-auths').json.data)).toHaveLength(errors.length === 0 ? 1 : 0)
    expect(events.map(({ type }) => type)).toContain('pas.submitted')
  })

  it.each([
    ['a searchset', { type: 'searchset' }, 'Bundle.type'],
    ['no identifier', { identifier: null }, 'Bundle.identifier'],
    ['no timestamp', { timestamp: null }, 'Bundle.timestamp'],
    ['no entry', { entry: [] }, 'Bundle.entry[0].resource'],
  ])('refuses %s with an OperationOutcome that names the element', (_, change, path) => {
    const world = open()
    const bundle = { ...pasBundle(pasClaim('c1', [pasItem(1, '99213')])), ...change } as JsonObject
    const { status, json } = world.electronic('POST', 'fhir/Claim/$submit', bundle)
    expect(status).toBe(400)
    expect(objectsIn(json.issue).flatMap(({ expression }) => expression)).toContain(path)
    expect(world.evidence().pas_requests).toBeUndefined()
  })

  it.each([
    ['a claim of another use', { use: 'claim' }, 'Claim.use'],
    ['no item', { item: [] }, 'Claim.item'],
    ['an item twice', { item: [pasItem(1, '99213'), pasItem(1, '99214')] }, 'Claim.item[1].sequence'],
    ['no focal coverage', { insurance: [] }, 'Claim.insurance'],
    ['no status', { status: null }, 'Claim.status'],
    ['no priority', { priority: null }, 'Claim.priority'],
    ['three identifiers', { identifier: [{}, {}, {}] }, 'Claim.identifier'],
    [
      'a diagnosis without its sequence',
      { diagnosis: [{ diagnosisCodeableConcept: {} }] },
      'Claim.diagnosis[0].sequence',
    ],
    [
      'another type of diagnosis',
      { diagnosis: [{ sequence: 1, diagnosisCodeableConcept: {}, type: [{ coding: [{ code: 'main' }] }] }] },
      'Claim.diagnosis[0].type[0]',
    ],
    ['a lost reference', { provider: { reference: 'Organization/none' } }, 'Claim.provider'],
    ['a modifier of the whole', { modifierExtension: [unknownModifier] }, 'Claim.modifierExtension'],
    [
      'a modifier of an item',
      { item: [pasItem(1, '99213', { modifierExtension: [unknownModifier] })] },
      'Claim.item[0].modifierExtension',
    ],
    ['a cancellation without a predecessor', { extension: cancelling.extension.slice(1) }, 'Claim.related'],
  ])('refuses %s', (_, change, path) => {
    const { status, json } = open().submit(pasClaim('c1', [pasItem(1, '99213')], change as JsonObject))
    expect([status, json.resourceType]).toEqual([400, 'OperationOutcome'])
    expect(objectsIn(json.issue).flatMap(({ expression }) => expression)).toContain(path)
  })

  it('reads each of 200 items with unknown modifiers a few times', () => {
    const items = Array.from({ length: 200 }, (_, index) =>
      pasItem(index + 1, '99213', { modifierExtension: [unknownModifier] }),
    )
    let reads = 0
    const counted = new Proxy(items, {
      get: (target, name, receiver) => {
        reads += 1
        return Reflect.get(target, name, receiver)
      },
    })
    const { status } = open().submit({ ...pasClaim('c1', []), item: counted })
    expect(status).toBe(400)
    expect(reads).toBeGreaterThan(items.length)
    expect(reads).toBeLessThan(30 * items.length)
  })

  it.each([20_000, 0, -3, 12.5, 1e300, '2'])('refuses a quantity of %s', (value) => {
    const { status, json } = open().submit(pasClaim('c1', [pasItem(1, '99213', { quantity: { value } })]))
    expect([status, JSON.stringify(json.issue)]).toEqual([400, expect.stringContaining('from 1 to 9999')])
    expect(objectsIn(json.issue).flatMap(({ expression }) => expression)).toContain('Claim.item[0].quantity.value')
  })

  it('answers a request of an unknown member with an error after X12, and keeps it without a number', () => {
    const { submit, evidence } = open({ default_determination: { status: 'approved' } })
    const answer = submit(pasClaim('c1', [pasItem(1, '99213')]))
    expect(answer).toMatchObject({ status: 200, outcome: 'error', actions: [], errors: ['75'] })
    expect(answer.events.map(({ type }) => type)).toEqual(['pas.submitted', 'prior_auth.refused'])
    expect(evidence().pas_requests).toMatchObject([{ outcome: 'error', auth_number: null, items: [] }])
  })

  it('has the outcome "queued" for pended requests in the guides 2.0, and "complete" in 2.2', () => {
    const pending: PayerConfig = { accept_unknown_members: true, electronic: { version: '2.0' } }
    const claim = pasClaim('c1', [pasItem(1, '99213')])
    expect(open(pending).submit(claim)).toMatchObject({ outcome: 'queued', actions: ['1 A4'] })
    expect(open({ accept_unknown_members: true }).submit(claim)).toMatchObject({ outcome: 'complete' })
  })

  it('has a due date after three days for urgent requests, and after seven for others', () => {
    const { submit, evidence } = open({ accept_unknown_members: true })
    const level = { url: `${pasUrl}extension-levelOfServiceCode`, valueCodeableConcept: { coding: [{ code: 'U' }] } }
    submit(pasClaim('c1', [pasItem(1, '99213')], { extension: [level] }))
    submit(pasClaim('c2', [pasItem(1, '72148')]))
    const hours = (evidence().pas_requests ?? []).map(
      (row) => (Date.parse(String(row.decision_due_at)) - Date.parse(String(row.submitted_at))) / 3_600_000,
    )
    expect(hours).toEqual([72, 168])
    expect(evidence().prior_auth_requests).toMatchObject([{ urgency: 'expedited' }, { urgency: 'standard' }])
  })
})

describe('an update', () => {
  const first = pasClaim('c1', [pasItem(1, '99213'), pasItem(2, '97110')])

  it('keeps unchanged services, withdraws cancelled ones, and decides new ones', () => {
    const { submit, portal, evidence } = open()
    expect(submit(first).actions).toEqual(['1 A1 numbered', '2 A1 numbered'])
    const items = [pasItem(1, '99213'), pasItem(2, '97110', cancelling), pasItem(3, '72148', added)]
    const answer = submit(pasClaim('c2', items, related('c1')), [first])
    expect(answer.actions).toEqual(['1 A1 numbered', '2 C', '3 A1 numbered'])
    const rows = evidence().pas_requests
    expect(rows).toMatchObject([
      { pas_id: 'PAS-0001', replaced_by: 'PAS-0002', items: [{ action: 'A1' }, { action: 'A1' }] },
      {
        pas_id: 'PAS-0002',
        replaces: 'PAS-0001',
        items: [
          { sequence: 1, action: 'A1', change: null },
          { sequence: 2, action: 'C', cancelled: true, certification: '3', change: 'changed' },
          { sequence: 3, action: 'A1', change: 'added' },
        ],
      },
    ])
    expect(portal('GET', 'prior-auths').json.data).toMatchObject([
      { status: 'approved', procedure_code: '99213', additional_services: [{ procedure_code: '72148' }] },
    ])
    expect(submit(pasClaim('c3', items, related('c1')), [first])).toMatchObject({ outcome: 'error', errors: ['33'] })
  })

  it('cancels a whole request on every channel, after which it cannot be updated', () => {
    const { submit, portal } = open()
    submit(first)
    const type = { url: `${pasUrl}extension-certificationType`, valueCodeableConcept: { coding: [{ code: '3' }] } }
    const cancelled = pasClaim('c2', [pasItem(1, '99213', cancelling), pasItem(2, '97110', cancelling)], {
      ...related('c1'),
      extension: [type],
    })
    expect(submit(cancelled, [first]).actions).toEqual(['1 C', '2 C'])
    expect(portal('GET', 'prior-auths?status=cancelled').json.data).toMatchObject([{ status: 'cancelled' }])
    expect(submit(pasClaim('c3', [pasItem(1, '99213')], related('c2')), [cancelled]).errors).toEqual(['33'])
  })

  it('is answered with an error if the request is denied or unknown, or if its items are missing', () => {
    const denying = open({ accept_unknown_members: true, default_determination: { status: 'denied' } })
    denying.submit(first)
    expect(
      denying.submit(pasClaim('c2', [pasItem(1, '99213'), pasItem(2, '97110')], related('c1')), [first]).errors,
    ).toEqual(['33'])
    const { submit } = open()
    submit(first)
    expect(submit(pasClaim('c2', [pasItem(1, '99213', cancelling)])).errors).toEqual(['33'])
    const unknown = pasClaim('c0', [pasItem(1, '99213')])
    expect(submit(pasClaim('c2', [pasItem(1, '99213')], related('c0')), [unknown]).errors).toEqual(['AA'])
    expect(submit(pasClaim('c2', [pasItem(1, '99213')], related('c1')), [first]).errors).toEqual(['15'])
    const rejecting = open({ ...accepting, electronic: { updates: 'reject' } })
    rejecting.submit(first)
    expect(
      rejecting.submit(pasClaim('c2', [pasItem(1, '99213'), pasItem(2, '97110')], related('c1')), [first]).errors,
    ).toEqual(['33'])
  })
})

// PAS 2.2.1, spec-65: the Claim that is updated SHALL be referenced in Claim.related and included in the Bundle.
describe('an update without its predecessor', () => {
  const whole = {
    extension: [{ url: `${pasUrl}extension-certificationType`, valueCodeableConcept: { coding: [{ code: '3' }] } }],
  }
  const earlier = pasClaim('c0', [pasItem(1, '99213')])

  it.each([
    ['an item that is taken back', pasItem(1, '99213', cancelling), {}],
    ['an item that is added', pasItem(1, '99213', added), {}],
  ])('is an error if it has %s, whatever was sent before', (_, item, more) => {
    const { submit, evidence } = open()
    expect(submit(pasClaim('c2', [item], more)).errors).toEqual(['33'])
    submit(pasClaim('c1', [pasItem(1, '72148')]))
    expect(submit(pasClaim('c3', [item], more)).errors).toEqual(['33'])
    expect(evidence().prior_auth_requests).toHaveLength(1)
  })

  it('is accepted under the guide 2.0: as a new request, then as an update of the one with its identifier', () => {
    const { submit, evidence } = open({ ...accepting, electronic: { version: '2.0' } })
    const items = [pasItem(1, '99213'), pasItem(2, '97110', cancelling), pasItem(3, '72148', added)]
    expect(submit(pasClaim('c1', items)).actions).toEqual(['1 A1 numbered', '2 C', '3 A1 numbered'])
    const next = [...items.slice(0, 2), pasItem(3, '72148', cancelling)]
    expect(submit(pasClaim('c1', next)).actions).toEqual(['1 A1 numbered', '2 C', '3 C'])
    expect(submit(pasClaim('c1', next.slice(1))).errors).toEqual(['15'])
    expect(submit(pasClaim('c9', next)).errors).toEqual(['AA'])
    expect(evidence().prior_auth_requests).toMatchObject([{ procedure_code: '99213', additional_services: [] }])
  })

  it.each([
    ['is not in the Bundle', [pasItem(1, '99213')], related('c0'), []],
    [
      'has no relationship',
      [pasItem(1, '99213')],
      { related: [{ claim: { reference: 'Claim/c0' } }] },
      [pasClaim('c0', [])],
    ],
    ['is no Claim', [pasItem(1, '99213')], related('Coverage/v1'), []],
    ['is not named by a cancellation', [pasItem(1, '99213')], whole, []],
  ])('is refused with 400 if it %s', (_, items, more, others) => {
    const { submit, evidence } = open()
    const { status, json } = submit(pasClaim('c2', items, more), others)
    expect([status, json.resourceType]).toEqual([400, 'OperationOutcome'])
    expect(JSON.stringify(json.issue)).toContain('Claim.related')
    expect(evidence().prior_auth_requests ?? []).toEqual([])
  })

  it('is an error if it cancels an unknown request, and creates none', () => {
    const { submit, evidence } = open()
    const all = pasClaim('c2', [pasItem(1, '99213')], { ...related('c0'), ...whole })
    expect(submit(all, [earlier]).errors).toEqual(['AA'])
    expect(submit(pasClaim('c3', [pasItem(1, '99213', cancelling)], related('c0')), [earlier]).errors).toEqual(['AA'])
    expect(evidence().prior_auth_requests ?? []).toEqual([])
  })
})

describe('$inquire', () => {
  it('answers with the current decision on what the provider has asked for by any channel', () => {
    const { submit, portal, electronic, evidence } = open()
    submit(pasClaim('c1', [pasItem(1, '99213')]))
    const form = { patient_member_id: 'MBR-1001', patient_dob: '1961-04-30', provider_npi: '1234567893' }
    portal('POST', 'prior-auths', {
      ...form,
      procedure_code: '72148',
      diagnosis_codes: ['M54.16'],
      service_date: '2026-01-20',
    })
    const ask = (items: readonly JsonObject[]) => {
      const { json, events } = electronic('POST', 'fhir/Claim/$inquire', pasBundle(pasClaim('q1', items)))
      const bundles = objectsIn(json.parameter).map(({ resource }) => resource as JsonObject)
      return { found: bundles.map((one) => readResponse(one).actions), lost: bundles.flatMap(lostIn), events }
    }
    expect(ask([])).toMatchObject({ found: [['1 A1 numbered'], ['1 A1 numbered']], lost: [] })
    const { found, events } = ask([pasItem(1, '72148')])
    expect(found).toHaveLength(1)
    expect(events).toMatchObject([{ type: 'pas.inquired', returned: [{ people: ['MBR-1001'] }] }])
    expect(ask([pasItem(1, '97110')]).found).toEqual([])
    expect(evidence().pas_inquiries).toHaveLength(3)
    expect(evidence().pas_inquiries?.[1]).toMatchObject({ bundle: pasBundle(pasClaim('q1', [pasItem(1, '72148')])) })
  })
})

describe('a pended request', () => {
  const waiting: PayerConfig = {
    accept_unknown_members: true,
    determinations: [
      { procedure_code: '72148', status: 'approved', requires: ['imaging_report'] },
      { procedure_code: '27447', status: 'denied', reason: 'No.', delay_seconds: 3600 },
    ],
  }
  const subscription = {
    resourceType: 'Subscription',
    status: 'requested',
    reason: 'Decisions',
    criteria: 'http://hl7.org/fhir/us/davinci-pas/SubscriptionTopic/PASSubscriptionTopic',
    _criteria: {
      extension: [
        {
          url: 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-filter-criteria',
          valueString: 'orgIdentifier=1234567893',
        },
      ],
    },
    channel: {
      type: 'rest-hook',
      endpoint: 'https://clinic.example.org/notified',
      payload: 'application/fhir+json',
      _payload: {
        extension: [
          {
            url: 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-payload-content',
            valueCode: 'full-resource',
          },
        ],
      },
    },
  }

  it('is notified to the subscriber when it is decided on the clock', () => {
    const { submit, electronic, advance } = open(waiting)
    const made = electronic('POST', 'fhir/Subscription', subscription)
    expect([made.status, made.json.status]).toEqual([201, 'active'])
    const id = String(made.json.id)
    submit(pasClaim('c1', [pasItem(1, '27447')]))
    expect(advance(3601).map(({ type }) => type)).toEqual(['prior_auth.determined', 'pas.notified'])
    const { json, events } = electronic('GET', `fhir/Subscription/${id}/$events`)
    const [status, notified] = objectsIn(json.entry)
    expect(json.type).toBe('history')
    const focus = objectsIn(valueAt(status, 'resource', 'parameter')).find(({ name }) => name === 'notification-event')
    expect(JSON.stringify(focus)).toContain(String(notified?.fullUrl))
    expect(readResponse(notified?.resource as JsonObject).actions).toEqual(['1 A3'])
    expect(events).toMatchObject([{ type: 'portal.viewed' }])
    const wrong = electronic('GET', `fhir/Subscription/${id}/$events?eventsSinceNumber=abc`)
    expect([wrong.status, JSON.stringify(wrong.json)]).toEqual([400, expect.stringContaining('eventsSinceNumber must')])
    expect(electronic('DELETE', `fhir/Subscription/${id}`).status).toBe(204)
  })

  it('is notified to the interchange sender of its Claim, not to one that other parts of the Bundle name', () => {
    const sender = (valueString: string) => ({
      url: `${pasUrl}extension-TransmissionIdentifiers`,
      extension: [{ valueString, url: 'interchangeSenderID' }],
    })
    const { submit, electronic, advance } = open(waiting)
    for (const name of ['SENDER', 'OTHER']) {
      const [filter] = subscription._criteria.extension
      const _criteria = { extension: [{ ...filter, valueString: `orgIdentifier=${name}` }] }
      electronic('POST', 'fhir/Subscription', { ...subscription, _criteria } as JsonObject)
    }
    const other = { url: 'interchangeSenderID', valueString: 'OTHER' }
    const note = { ...pasDocument('d', 'note', 'Seen.'), extension: [other] }
    const supportingInfo = [pasSupport(1, 'DocumentReference/d')]
    submit(pasClaim('c1', [pasItem(1, '27447')], { extension: [sender('SENDER')], supportingInfo }), [note])
    const notified = advance(3601).filter(({ type }) => type === 'pas.notified')
    expect(notified).toMatchObject([{ data: { subscription_id: 'SUB-0001' } }])
  })

  it.each([
    ['another topic', { criteria: 'http://example.org/topic' }],
    ['no filter', { _criteria: null }],
    ['ids alone', { channel: { ...subscription.channel, _payload: null } }],
    ['mail', { channel: { ...subscription.channel, type: 'email' } }],
  ])('is not notified by a subscription with %s, which is refused', (_, change) => {
    const { status, json } = open().electronic('POST', 'fhir/Subscription', {
      ...subscription,
      ...change,
    } as JsonObject)
    expect([status, json.resourceType]).toEqual([400, 'OperationOutcome'])
  })

  it('is decided when what the payer asked for is attached under its number, for the line that asks', () => {
    const { submit, electronic, evidence } = open(waiting)
    const asked = submit(pasClaim('c1', [pasItem(2, '72148')]))
    expect(asked.actions).toEqual(['2 A4 0U'])
    const resources = objectsIn(asked.json.entry).map(({ resource }) => resource as JsonObject)
    const request = resources.find(({ resourceType }) => resourceType === 'CommunicationRequest')
    const tracking = textAt(objectsIn(request?.identifier)[0], 'value') ?? ''
    // PAS 2.2.1 has the line in the request (StructureDefinition-extension-serviceLineNumber, context), 2.0.1 in its
    // payload.
    expect(objectsIn(request?.payload)).toEqual([{ contentString: '18748-4' }])
    expect(objectsIn(request?.extension)).toMatchObject([{ valuePositiveInt: 2 }])
    const about = [
      { name: 'LineItem', valueString: '2' },
      { name: 'Code', valueCodeableConcept: { coding: [{ code: '18748-4' }] } },
    ]
    const attach = (value: string) =>
      electronic(
        'POST',
        'fhir/$submit-attachment',
        attaching(value, [pasDocument('d', 'MRI', 'Stenosis at L4/5.')], true, about),
      )
    const [asking] = evidence().pas_requests ?? []
    expect(attach('PA00000000').json.issue).toMatchObject([{ severity: 'warning', code: 'not-found' }])
    // Criteria see the same row until it is decided anew: its states in a long log are not compared member by member.
    expect(evidence().pas_requests?.[0]).toBe(asking)
    expect(attach(tracking).json.issue).toMatchObject([{ severity: 'information' }])
    expect(evidence().pas_requests).toMatchObject([{ items: [{ sequence: 2, action: 'A1' }] }])
    expect(evidence().attachments).toMatchObject([
      { auth_number: null, tracking_id: 'PA00000000' },
      { document_type: 'imaging_report', tracking_id: tracking, line_items: [2], code: '18748-4', final: true },
    ])
    // What was sent with a document is kept without its bytes, which are in the row.
    const { parameters } = evidence().attachments?.[1] ?? {}
    const sent = objectsIn((parameters as JsonObject).parameter)
    expect(sent.map(({ name }) => name)).toEqual(['TrackingId', 'AttachTo', 'MemberId', 'ProviderId', 'Attachment'])
    expect(objectsIn(sent.at(-1)?.part).at(-1)?.resource).toMatchObject({ id: 'd', content: [{ attachment: {} }] })
    expect(JSON.stringify(parameters)).not.toContain('"data"')
  })

  it('keeps each of several documents that are attached before the last', () => {
    const { submit, electronic, evidence } = open(waiting)
    submit(pasClaim('c1', [pasItem(1, '72148')]))
    const number = String(evidence().prior_auth_requests?.[0]?.auth_number)
    const sent = [pasDocument('a', 'lab report', 'Blood.'), pasDocument('b', 'clinical note', 'Pain.')]
    const { status } = electronic('POST', 'fhir/$submit-attachment', attaching(number, sent, false))
    expect(status).toBe(200)
    expect(evidence().attachments).toMatchObject([
      { attachment_id: `${number}-D1`, document_type: 'lab_report', final: false },
      { attachment_id: `${number}-D2`, document_type: 'clinical_note', final: false },
    ])
    expect(evidence().prior_auth_requests).toMatchObject([{ document_types: ['lab_report', 'clinical_note'] }])
  })

  it('keeps events and rows in proportion to the attachments of a call, not to their square', () => {
    const sizes = [10, 80].map((count) => {
      const { submit, electronic, evidence } = open(waiting)
      submit(pasClaim('c1', [pasItem(1, '72148')]))
      const number = String(evidence().prior_auth_requests?.[0]?.auth_number)
      const documents = Array.from({ length: count }, (_, index) => pasDocument(`d${index}`, 'lab report', 'Blood.'))
      const { parameter, ...parameters } = attaching(number, documents, false)
      const others = Array.from({ length: count }, (_, index) => ({
        name: 'ServiceDate',
        valueDate: `2026-01-${index}`,
      }))
      const sent = { ...parameters, parameter: [...objectsIn(parameter), ...others] }
      const { events } = electronic('POST', 'fhir/$submit-attachment', sent)
      return JSON.stringify([events, evidence().attachments]).length / count
    })
    const [few = 0, many = 0] = sizes
    expect(many).toBeLessThan(few * 1.1)
  })

  it('reports which answers and documents were ignored, and why', () => {
    const statements = { therapy: { question: 'Has therapy failed?' }, other: { question: 'Is it needed?' } }
    const policy = { ...{ id: 'mri', title: 'MRI', version: '2', services: [{ code: '72148' }] }, statements }
    const policies = [{ ...policy, criteria: { all: ['therapy', 'other'] } }]
    const answers = (id: string, members: JsonObject): JsonObject => ({
      ...{ resourceType: 'QuestionnaireResponse', id, status: 'completed', questionnaire: `${questionnaireUrl}mri|2` },
      ...members,
    })
    const item = [
      { linkId: 'therapy', answer: [{ valueString: 'yes' }] },
      { linkId: 'weather', answer: [{ valueBoolean: true }] },
      { linkId: 'other', answer: [{ valueReference: { reference: 'Patient/p1' } }] },
    ]
    const forms = [answers('a', { item }), answers('b', { status: 'in-progress' })]
    const linked = { ...pasDocument('d', 'lab report', ''), content: [{ attachment: { url: 'http://a.example/d' } }] }
    const left = [
      /The answer to "therapy" is left out: it must be true or false/,
      /The answer to "weather" is left out: it is no question/,
      /The answer to "other" is left out: it has no value/,
      /QuestionnaireResponse\/b are left out: its status is in-progress/,
      /DocumentReference\/d is left out/,
    ]
    const { submit, electronic, evidence } = open({ accept_unknown_members: true, policies })
    const supportingInfo = [...forms, linked as JsonObject].map((one, index) =>
      pasSupport(index + 1, `${one.resourceType}/${one.id}`),
    )
    const { response } = submit(pasClaim('c1', [pasItem(1, '72148')], { supportingInfo }), [...forms, linked])
    const notes = objectsIn(response.processNote).map(({ text }) => text)
    for (const text of left) expect(notes).toContainEqual(expect.stringMatching(text))
    const number = String(evidence().prior_auth_requests?.[0]?.auth_number)
    const document = pasDocument('e', 'lab report', 'Blood.')
    const attached = electronic('POST', 'fhir/$submit-attachment', attaching(number, [...forms, linked, document]))
    const issues = objectsIn(attached.json.issue).filter(({ severity }) => severity === 'warning')
    for (const text of left)
      expect(issues).toContainEqual(expect.objectContaining({ diagnostics: expect.stringMatching(text) }))
  })

  it('accepts attachments under the number of a document type whose name has digits', () => {
    const requires = ['form_1500']
    const config: PayerConfig = { ...waiting, determinations: [{ status: 'approved', requires }] }
    const { submit, electronic, evidence } = open(config)
    const { json } = submit(pasClaim('c1', [pasItem(1, '72148')]))
    const [, number = ''] = /"value":"([^"]+-form_1500)"/.exec(JSON.stringify(json)) ?? []
    const sent = attaching(number, [pasDocument('d', 'form 1500', 'Filled in.')])
    expect(electronic('POST', 'fhir/$submit-attachment', sent).json.issue).toMatchObject([{ severity: 'information' }])
    expect(evidence().pas_requests).toMatchObject([{ items: [{ action: 'A1' }] }])
  })

  it('keeps answers that match no request', () => {
    const { electronic, evidence } = open(waiting)
    const answers = { resourceType: 'QuestionnaireResponse', id: 'answers', status: 'completed' }
    const held = electronic('POST', 'fhir/$submit-attachment', attaching('PA00000000', [answers]))
    expect(held.json.issue).toMatchObject([{ severity: 'warning', code: 'not-found' }])
    expect(evidence().questionnaire_responses).toMatchObject([{ response_id: 'answers', auth_number: null }])
  })

  it('keeps documents that go with the request', () => {
    const { submit, evidence } = open(waiting)
    const claim = pasClaim('c1', [pasItem(1, '72148')], { supportingInfo: [pasSupport(1, 'DocumentReference/d')] })
    expect(submit(claim, [pasDocument('d', 'imaging report', 'Stenosis.')]).actions).toEqual(['1 A1 numbered'])
    expect(evidence().attachments).toMatchObject([{ document_type: 'imaging_report' }])
  })
})

it('refuses a birth date that no calendar has', () => {
  const { entry, ...bundle } = pasBundle(pasClaim('c1', [pasItem(1, '99213')]))
  const sent = objectsIn(entry).map(({ fullUrl, resource }) => {
    const isPatient = textAt(resource, 'resourceType') === 'Patient'
    const changed: JsonObject = { ...(resource as JsonObject), ...(isPatient && { birthDate: '1961-02-30' }) }
    return { fullUrl: fullUrl ?? null, resource: changed }
  })
  const { status, json } = open().electronic('POST', 'fhir/Claim/$submit', { ...bundle, entry: sent })
  expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining('Bundle.entry[1].resource.birthDate')])
})

it('refuses a day that no calendar has, and takes supporting information without a number', () => {
  const { submit } = open()
  for (const servicedDate of ['0000-00-00', '2026-99-99', '2026-02-30']) {
    const { status, json } = submit(pasClaim('c1', [pasItem(1, '99213', { servicedDate })]))
    expect(status).toBe(400)
    expect(JSON.stringify(json)).toMatch(/must be served on a day of the calendar/)
  }
  const supportingInfo = [{ ...pasSupport(1, 'Patient/p1'), sequence: 'first' }]
  const { submit: take, states } = open()
  expect(take(pasClaim('c1', [pasItem(1, '99213')], { supportingInfo })).status).toBe(200)
  const [row] = states.get('Payer')?.tables.get('pas_requests')?.rows() ?? []
  expect(objectsIn(row?.supporting_info)[0]?.sequence).toBeNull()
})

it('keeps the answers that came with a request when later ones of another have the same id', () => {
  const { submit, states } = open()
  const response = (valueBoolean: boolean): JsonObject => ({
    ...{ resourceType: 'QuestionnaireResponse', id: 'answers', status: 'completed' },
    item: [{ linkId: 'therapy', answer: [{ valueBoolean }] }],
  })
  const supportingInfo = [pasSupport(1, 'QuestionnaireResponse/answers')]
  for (const [id, said] of [
    ['c1', true],
    ['c2', false],
  ] as const) {
    expect(submit(pasClaim(id, [pasItem(1, '99213')], { supportingInfo }), [response(said)]).status).toBe(200)
  }
  const rows = states.get('Payer')?.tables.get('questionnaire_responses')?.rows() ?? []
  expect(rows.map(({ answers }) => objectsIn(answers)[0]?.value)).toEqual([true, false])
})
