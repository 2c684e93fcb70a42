import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { openPayers } from '../../../testing/open-payers.js'
import { pasBundle, pasClaim, pasItem, pasParties } from '../../../testing/pas-bundle.js'
import type { PayerConfig } from '../../config.js'
import { objectsIn, readCodings, valueAt } from '../fhir/element.js'
import { pasUrl } from '../fhir/urls.js'

const accepting: PayerConfig = { accept_unknown_members: true, default_determination: { status: 'approved' } }
const form = {
  patient_member_id: 'MBR-1001',
  patient_name: 'Jordan Sample',
  patient_dob: '1961-04-30',
  provider_npi: '1234567893',
  procedure_code: '72148',
  diagnosis_codes: ['M54.16'],
  service_date: '2026-01-20',
}

function open(config: PayerConfig = accepting) {
  const world = openPayers({ Payer: { config } })
  const submit = (id: string, items: readonly JsonObject[], more: JsonObject = {}) => {
    const { json } = world.electronic('POST', 'fhir/Claim/$submit', pasBundle(pasClaim(id, items, more)))
    const response = valueAt(objectsIn(json.entry)[0], 'resource') as JsonObject
    const text = JSON.stringify(response)
    return { number: response.preAuthRef, action: /"code":"(A\d|C)"/.exec(text)?.[1], text }
  }
  const requests = () => objectsIn(world.evidence().prior_auth_requests)
  return { ...world, submit, requests }
}

describe('a service that an earlier request already authorizes', () => {
  it('is answered with the earlier decision and number, without a second request', () => {
    const { submit, requests, evidence } = open()
    const first = submit('c1', [pasItem(1, '72148'), pasItem(2, '99213')])
    const again = submit('c2', [pasItem(7, '99213')])
    expect([again.action, again.number]).toEqual(['A1', first.number])
    expect(again.text).toContain(`Authorization ${first.number} covers the request already.`)
    expect(requests()).toHaveLength(1)
    expect(evidence().pas_requests).toMatchObject([
      { auth_number: first.number, items: [{ code: '72148' }, { code: '99213' }] },
      { auth_number: first.number, satisfied_by: first.number, claim_identifier: 'c2' },
    ])
  })

  const renewal = {
    extension: [{ url: `${pasUrl}extension-certificationType`, valueCodeableConcept: { coding: [{ code: 'R' }] } }],
  }

  it.each([
    ['another service', [pasItem(1, '27447')], {}],
    ['one more service', [pasItem(1, '72148'), pasItem(2, '27447')], {}],
    ['more units', [pasItem(1, '72148', { quantity: { value: 2 } })], {}],
    ['another time', [pasItem(1, '72148', { servicedDate: '2026-09-20' })], {}],
    ['another provider', [pasItem(1, '72148')], { provider: { identifier: { system: npi, value: '1245319599' } } }],
  ])('is not %s', (_, items, more) => {
    const { submit, requests } = open()
    const first = submit('c1', [pasItem(1, '72148')])
    const next = submit('c2', items, more)
    expect([next.action, requests().length]).toEqual(['A1', 2])
    expect(next.number).not.toBe(first.number)
  })

  it('is requested anew by a renewal', () => {
    const { submit, requests } = open()
    const { number } = submit('c1', [pasItem(1, '72148')])
    const about = { url: `${pasUrl}extension-authorizationNumber`, valueString: String(number) }
    submit('c2', [pasItem(1, '72148')], { extension: [...renewal.extension, about] })
    expect(requests()).toHaveLength(2)
  })

  it('is requested anew by an urgent renewal of a standard request that waits', () => {
    const { submit, requests } = open({ accept_unknown_members: true })
    submit('c1', [pasItem(1, '72148')])
    const about = { url: `${pasUrl}extension-authorizationNumber`, valueString: String(requests()[0]?.auth_number) }
    const level = { url: `${pasUrl}extension-levelOfServiceCode`, valueCodeableConcept: { coding: [{ code: 'U' }] } }
    submit('c2', [pasItem(1, '72148')], { extension: [...renewal.extension, about, level] })
    expect(requests().map(({ urgency }) => urgency)).toEqual(['standard', 'expedited'])
  })
})

describe('one service that is requested over two channels', () => {
  it('is one case: PAS answers with the authorization of the portal', () => {
    const { portal, submit, requests } = open()
    const { auth_number } = portal('POST', 'prior-auths', form).json
    expect(submit('c1', [pasItem(1, '72148')])).toMatchObject({ action: 'A1', number: auth_number })
    expect(requests()).toHaveLength(1)
  })

  it('is denied as a duplicate of the first by a payer that denies those, in either order', () => {
    const denying: PayerConfig = { ...accepting, duplicates: 'deny' }
    const first = open(denying)
    const { auth_number } = first.portal('POST', 'prior-auths', form).json
    const denied = first.submit('c1', [pasItem(1, '72148')])
    expect([denied.action, denied.text]).toEqual(['A3', expect.stringContaining(`Duplicate of request ${auth_number}`)])

    const second = open(denying)
    const { number } = second.submit('c1', [pasItem(1, '72148')])
    expect(second.portal('POST', 'prior-auths', form).json).toMatchObject({
      status: 'denied',
      reason_code: '0Q',
      determination_reason: `Duplicate of request ${number}.`,
    })
  })
})

const child = { birthDate: '2015-05-05', name: [{ family: 'Sample', given: ['Casey'] }] }
const clinic2 = { identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: '1245319599' }] }
const related = { related: [{ claim: { reference: 'Claim/c1' }, relationship: { coding: [{ code: 'prior' }] } }] }
function typed(...codes: string[]) {
  const valueCodeableConcept = { coding: codes.map((code) => ({ code })) }
  return { extension: [{ url: `${pasUrl}extension-certificationType`, valueCodeableConcept }] }
}

/** A world in which Bundles of other people and providers are sent. */
function openOthers(config: PayerConfig = accepting) {
  const world = open(config)
  const send = (claim: JsonObject, more: readonly JsonObject[] = [], members: JsonObject = {}, path = '$submit') => {
    const { entry, ...bundle } = pasBundle(claim, more)
    const replaced = objectsIn(entry).map(({ fullUrl, resource }) => {
      const { resourceType, id } = resource as JsonObject
      return {
        fullUrl: fullUrl ?? null,
        resource: { ...(resource as JsonObject), ...(members[`${resourceType}/${id}`] as JsonObject) },
      }
    })
    const { status, json } = world.electronic('POST', `fhir/Claim/${path}`, { ...bundle, entry: replaced })
    const text = JSON.stringify(json)
    const [failed] = objectsIn(valueAt(objectsIn(json.entry)[0], 'resource', 'error'))
    return { status, text, error: readCodings(failed?.code)[0]?.code, json }
  }
  return { ...world, send }
}

describe('the authorizations of other family members and providers', () => {
  const first = pasClaim('c1', [pasItem(1, '72148')])

  it('are separate: the approval for a member does not apply to a child with the same number', () => {
    const { send, requests } = openOthers()
    send(first)
    expect(send(pasClaim('c2', [pasItem(1, '72148')]), [], { 'Patient/p1': child }).text).not.toContain('covers')
    expect(requests().map(({ patient_dob }) => patient_dob)).toEqual(['1961-04-30', '2015-05-05'])
    const inquiry = send(pasClaim('q', []), [], { 'Patient/p1': child }, '$inquire')
    expect(objectsIn(inquiry.json.parameter)).toHaveLength(1)
  })

  it('are reported for each person separately before an order', () => {
    const { send, electronic } = openOthers()
    send(first)
    const [patient, coverage] = pasParties
    const order = { resourceType: 'ServiceRequest', id: 's', code: { coding: [{ code: '72148' }] } }
    const sign = (born: JsonObject) => {
      const draftOrders = {
        resourceType: 'Bundle',
        entry: [{ resource: { ...order, occurrenceDateTime: '2026-01-20' } }],
      }
      const hookInstance = '00000000-0000-4000-8000-000000000000'
      const context = { userId: 'Practitioner/d', patientId: 'p1', draftOrders }
      const prefetch = { coverage: coverage ?? {}, patient: { ...patient, ...born } }
      return JSON.stringify(
        electronic('POST', 'cds-services/order-sign-crd', { hook: 'order-sign', hookInstance, context, prefetch }).json,
      )
    }
    expect([sign({}).includes('satisfied'), sign(child).includes('satisfied')]).toEqual([true, false])
  })

  it.each([
    ['a child', first, { 'Patient/p1': child }],
    ['another provider', first, { 'Organization/clinic': clinic2 }],
    ['another system', { ...first, identifier: [{ system: 'urn:other', value: 'c1' }] }, {}],
    ['a request without a value', { ...first, identifier: [{ system: 'urn:other', value: 'null' }] }, {}],
  ])('is not updated or taken back by %s', (_, prior, members) => {
    const { send, requests } = openOthers()
    send(first)
    send(pasClaim('n', [pasItem(1, '99213')], { identifier: [{ system: 'urn:other' }] }))
    for (const [id, more] of [
      ['c2', related],
      ['c3', { ...related, ...typed('3') }],
    ] as const) {
      expect(send(pasClaim(id, [pasItem(1, '72148')], more), [prior], members as JsonObject).error).toBe('AA')
    }
    expect(requests().map(({ status }) => status)).toEqual(['approved', 'approved'])
  })
})

describe('an update', () => {
  const first = pasClaim('c1', [pasItem(1, '72148'), pasItem(2, '99213')])
  const mri: PayerConfig = {
    members: [
      { member_id: 'MBR-1001', first_name: 'Jordan', last_name: 'Sample', birth_date: '1961-04-30', plan: 'P' },
    ],
    plans: [{ name: 'P', network: ['1234567893'] }],
    policies: [
      {
        ...{ id: 'mri', title: 'MRI', version: '1', services: [{ code: '72148' }] },
        effective: { from: '2026-01-01', to: '2026-12-31' },
        statements: { back: { fact: { diagnosis: ['M54.*'] } }, clinic: { fact: { place_of_service: ['11'] } } },
        criteria: { all: ['back', 'clinic'] },
      },
    ],
    default_determination: { status: 'denied', reason: 'No.' },
  }
  const scope = { url: `${pasUrl}extension-careTeamClaimScope`, valueBoolean: true }
  const noted = (code: string) => [{ sequence: 1, diagnosisCodeableConcept: { coding: [{ code }] } }]

  it('leaves one deadline of the case if it expedites the case', () => {
    const { send, advance, portal, evidence } = openOthers({ accept_unknown_members: true })
    const sent = pasClaim('c1', [pasItem(1, '72148')])
    send(sent)
    advance(120 * 3600)
    const level = { url: `${pasUrl}extension-levelOfServiceCode`, valueCodeableConcept: { coding: [{ code: 'U' }] } }
    send(pasClaim('c2', [pasItem(1, '72148')], { ...related, extension: [level] }), [sent])
    const [row] = objectsIn(portal('GET', 'prior-auths').json.data)
    expect(row?.urgency).toBe('expedited')
    expect(evidence().pas_requests?.at(-1)?.decision_due_at).toBe(row?.decision_deadline)
  })

  it('names the case of a request that an authorization covers, which stays as it is', () => {
    const { send, requests } = openOthers()
    send(first)
    const again = pasClaim('c2', [pasItem(1, '99213')])
    send(again)
    const [before] = requests()
    const relation = { related: [{ claim: { reference: 'Claim/c2' }, relationship: { coding: [{ code: 'prior' }] } }] }
    const { error, text } = send(pasClaim('c3', [pasItem(1, '99213')], relation), [again])
    expect([error, text]).toEqual(['AA', expect.stringContaining(`Authorization ${before?.auth_number} covers`)])
    expect(requests()).toEqual([before])
  })

  it('is compared with the request of the payer, not with the copy in the update', () => {
    const { send, requests } = openOthers()
    send(first)
    const shortened = pasClaim('c1', [pasItem(1, '72148')])
    expect(send(pasClaim('c2', [pasItem(1, '72148')], related), [shortened]).error).toBe('15')
    expect(requests()).toMatchObject([{ additional_services: [{ procedure_code: '99213' }] }])
  })

  it('withdraws a request by any coding of its type, and grants nothing new', () => {
    const { send, requests } = openOthers()
    expect(send(pasClaim('c2', [pasItem(1, '72148')], { ...related, ...typed('I', '3') }), [first]).error).toBe('AA')
    expect(requests()).toEqual([])
  })

  it('waits for an appeal that is filed', () => {
    const { send, portal, requests, advance } = openOthers({
      ...accepting,
      determinations: [{ procedure_code: '72148', status: 'denied', reason: 'No.' }],
      appeals: [{ status: 'approved', delay_seconds: 60 }],
    })
    send(first)
    const { auth_number } = requests()[0] ?? {}
    portal('POST', `prior-auths/${auth_number}/appeals`, { reason: 'It is needed.' })
    expect(send(pasClaim('c2', objectsIn(first.item), related), [first]).text).toContain('An appeal of request')
    advance(61)
    expect(requests()).toMatchObject([{ appeal_status: 'approved', status: 'approved' }])
  })

  it('waits for a peer-to-peer review that is under way', () => {
    const { send, portal, requests, advance } = openOthers({
      ...accepting,
      determinations: [{ procedure_code: '72148', status: 'denied', reason: 'No.' }],
      peer_to_peer: [{ status: 'approved', delay_seconds: 60 }],
    })
    send(first)
    const talk = { contact_name: 'Dr. Sample', contact_phone: '617-555-0142', notes: 'Six weeks of therapy.' }
    portal('POST', `prior-auths/${requests()[0]?.auth_number}/peer-to-peer`, talk)
    expect(send(pasClaim('c2', objectsIn(first.item), related), [first]).text).toContain('A peer-to-peer review of')
    advance(61)
    expect(requests()).toMatchObject([{ peer_to_peer_status: 'overturned', status: 'approved' }])
  })

  it('shows the service that has taken the place of one by the portal', () => {
    const { send, portal, requests, evidence } = openOthers({
      ...accepting,
      determinations: [{ procedure_code: '27447', status: 'pending' }],
    })
    send(pasClaim('c1', [pasItem(1, '27447')]))
    portal('PATCH', `prior-auths/${requests()[0]?.auth_number}`, { procedure_code: '99213' })
    expect(evidence().pas_requests).toMatchObject([{ items: [{ code: '99213', action: 'A1' }] }])
    const { text } = send(pasClaim('q', []), [], {}, '$inquire')
    expect(/"addItem":\[.*?"code":"99213"/.test(text)).toBe(true)
    expect(/"item":\[.*?"code":"(A\d)"/.exec(text)?.[1]).toBe('A6')
  })

  it.each([
    ['the diagnosis', { diagnosis: noted('Z00.00') }, {}, 'denied'],
    ['the place', {}, { locationCodeableConcept: { coding: [{ code: '12' }] } }, 'denied'],
    ['the day', {}, { servicedDate: '2028-06-01' }, 'denied'],
    [
      'the performer',
      {
        careTeam: [{ extension: [scope], sequence: 1, provider: { identifier: { system: npi, value: '1992999998' } } }],
      },
      {},
      'denied',
    ],
    ['nothing', {}, {}, 'approved'],
    [
      'a further diagnosis',
      { diagnosis: [...noted('M54.16'), { ...noted('Z00.00')[0], sequence: 2 }] },
      {},
      'approved',
    ],
  ])('that changes %s is decided as a new request with it', (_, more, members, status) => {
    const { send, requests } = openOthers(mri)
    const sent = pasClaim('c1', [pasItem(1, '72148')])
    send(sent)
    expect(requests()).toMatchObject([{ status: 'approved' }])
    send(pasClaim('c2', [pasItem(1, '72148', members)], { ...related, ...more } as JsonObject), [sent])
    expect(requests()).toMatchObject([{ status }])
  })
})

const npi = 'http://hl7.org/fhir/sid/us-npi'
