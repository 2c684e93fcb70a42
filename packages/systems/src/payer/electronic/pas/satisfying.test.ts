import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { openPayers } from '../../../testing/open-payers.js'
import { pasBundle, pasClaim, pasItem } from '../../../testing/pas-bundle.js'
import type { PayerConfig } from '../../config.js'
import { objectsIn, valueAt } from '../fhir/element.js'
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

describe('what an earlier request authorizes already', () => {
  it('is answered with its decision and number, and is no second request', () => {
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

const npi = 'http://hl7.org/fhir/sid/us-npi'
