import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { openPayers } from '../../../testing/open-payers.js'
import { pasBundle, pasClaim, pasItem, pasParties } from '../../../testing/pas-bundle.js'
import type { PayerConfig } from '../../config.js'
import { objectsIn, valueAt } from '../fhir/element.js'
import { isCoverageServed } from './insurer.js'

const config: PayerConfig = {
  accept_unknown_members: true,
  organization: 'Organization/insurer',
  default_determination: { status: 'approved' },
}
const other = { resourceType: 'Organization', id: 'other', active: true, name: 'Northern Mutual' }
const [, coverage = {}, insurer = {}] = pasParties
const order: JsonObject = {
  resourceType: 'ServiceRequest',
  id: 'order',
  subject: { reference: 'Patient/p1' },
  code: { coding: [{ system: 'http://www.ama-assn.org/go/cpt', code: '72148' }] },
}

function open(electronic: PayerConfig['electronic'] = {}) {
  const world = openPayers({ Payer: { config: { ...config, electronic } } }, {}, [...pasParties, other])
  const call = (path: string, body: JsonObject) => world.electronic('POST', path, body)
  const inquire = (insurer: string) => {
    const more = { insurer: { reference: `Organization/${insurer}` } }
    return call('fhir/Claim/$inquire', pasBundle(pasClaim('q1', [pasItem(1, '72148')], more), [other]))
  }
  const pack = (payor: string) => {
    const resource = { ...coverage, payor: [{ reference: `Organization/${payor}` }] }
    const parameter = [
      { name: 'coverage', resource },
      { name: 'order', resource: order },
    ]
    return call('fhir/Questionnaire/$questionnaire-package', { resourceType: 'Parameters', parameter })
  }
  call('fhir/Claim/$submit', pasBundle(pasClaim('c1', [pasItem(1, '72148')])))
  return { ...world, inquire, pack }
}

describe('another payer', () => {
  it('is refused by $inquire, which then says nothing about a request', () => {
    const { inquire, evidence } = open()
    const response = (insurer: string) =>
      valueAt(objectsIn(inquire(insurer).json.parameter)[0], 'resource', 'entry') as JsonObject[]
    expect(response('insurer')[0]?.resource).toMatchObject({ outcome: 'complete', preAuthRef: expect.anything() })
    const [refused] = response('other')
    expect(refused?.resource).toMatchObject({ outcome: 'error', error: [{ code: { coding: [{ code: '79' }] } }] })
    expect(refused?.resource).not.toHaveProperty('preAuthRef')
    expect(JSON.stringify(refused)).toContain('Northern Mutual; this interface serves Bay Health Plan')
    expect(evidence().pas_inquiries).toMatchObject([
      { found: [expect.anything()] },
      { found: [], errors: [{ code: '79' }] },
    ])
  })

  it.each(['$submit', '$inquire'])('is refused by %s if only the coverage names it', (path) => {
    const { electronic, evidence } = open()
    const { entry, ...bundle } = pasBundle(pasClaim('c2', [pasItem(1, '99213')]), [other])
    const entries = objectsIn(entry).map((one) =>
      valueAt(one, 'resource', 'resourceType') === 'Coverage'
        ? { ...one, resource: { ...coverage, payor: [{ reference: 'Organization/other' }] } }
        : one,
    )
    const { json } = electronic('POST', `fhir/Claim/${path}`, { ...bundle, entry: entries })
    expect(JSON.stringify(json)).toMatch(/"code":"79".*The Coverage is of another payer/)
    expect(evidence().prior_auth_requests).toHaveLength(1)
  })

  it('is recognized by its identifier alone, in PAS and CDex', () => {
    const numbered = { ...insurer, identifier: [{ system: 'https://payers.example.org', value: 'BAY01' }] }
    const { electronic } = openPayers({ Payer: { config } }, {}, [
      ...pasParties.filter((one) => one !== insurer),
      numbered,
    ])
    const outcome = (value: string) => {
      const claim = pasClaim(value, [pasItem(1, '99213')], { insurer: { identifier: { value } } })
      const { json } = electronic('POST', 'fhir/Claim/$submit', pasBundle(claim))
      return valueAt(objectsIn(json.entry)[0], 'resource', 'outcome')
    }
    expect([outcome('BAY01'), outcome('NORTH01')]).toEqual(['complete', 'error'])
  })

  it('is refused by $inquire of the guide 2.0, in one Bundle', () => {
    const { json } = open({ version: '2.0' }).inquire('other')
    expect(valueAt(objectsIn(json.entry)[0], 'resource')).toMatchObject({ outcome: 'error' })
  })

  it('is refused by $questionnaire-package', () => {
    const { pack, evidence } = open()
    expect(pack('insurer').status).toBe(200)
    const { status, json } = pack('other')
    expect([status, json.resourceType]).toEqual([400, 'OperationOutcome'])
    expect(JSON.stringify(json)).toContain('this interface serves Bay Health Plan')
    expect(evidence().dtr_packages).toHaveLength(1)
  })

  it('is refused by $submit-attachment, if PayerId names it', () => {
    const numbered = { ...insurer, identifier: [{ system: 'https://payers.example.org', value: 'BAY01' }] }
    const attach = (parties: readonly JsonObject[], payerId?: string) => {
      const { electronic } = openPayers({ Payer: { config } }, {}, parties)
      const content = [{ attachment: { contentType: 'text/plain', data: 'TVJJ' } }]
      const parameter = [
        { name: 'TrackingId', valueIdentifier: { value: 'PA00000000' } },
        { name: 'AttachTo', valueCode: 'preauthorization' },
        { name: 'MemberId', valueIdentifier: { value: 'MBR-1001' } },
        { name: 'ProviderId', valueIdentifier: { value: '1234567893' } },
        ...(payerId === undefined ? [] : [{ name: 'PayerId', valueIdentifier: { value: payerId } }]),
        { name: 'Attachment', part: [{ name: 'Content', resource: { resourceType: 'DocumentReference', content } }] },
      ]
      return electronic('POST', 'fhir/$submit-attachment', { resourceType: 'Parameters', parameter })
    }
    const known = [...pasParties.filter((one) => one !== insurer), numbered]
    expect([attach(known).status, attach(known, 'BAY01').status]).toEqual([200, 200])
    const { status, json } = attach(known, 'NORTH01')
    expect([status, json.resourceType]).toEqual([400, 'OperationOutcome'])
    expect(JSON.stringify(json)).toContain('this interface serves Bay Health Plan')
    // A chart without identifiers of the payer cannot decide this.
    expect(attach(pasParties, 'NORTH01').status).toBe(200)
  })
})

it('reads an organization once, however many payors refer to it', () => {
  let count = 0
  const read = {
    ...other,
    get name() {
      count++
      return 'Northern Mutual'
    },
  }
  const payor = Array.from({ length: 50 }, (_, index) => ({ reference: `urn:x:${index}` }))
  const payer = { organization: 'Organization/insurer', ask: undefined }
  for (const id of ['v1', 'v2']) {
    expect(isCoverageServed({ ...coverage, id, payor }, { resolve: () => read }, payer)).toBe(false)
  }
  // Whether it has a name, and the name itself.
  expect(count).toBeLessThanOrEqual(3)
})
