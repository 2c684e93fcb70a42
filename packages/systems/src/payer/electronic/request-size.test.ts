import type { JsonObject } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { openPayers } from '../../testing/open-payers.js'
import { pasBundle, pasClaim, pasItem, pasSupport } from '../../testing/pas-bundle.js'
import { backportUrl } from './fhir/urls.js'
import { pasTopic } from './pas/notifications.js'

function open() {
  return openPayers({ Payer: { config: { accept_unknown_members: true } } })
}

function createList(length: number): JsonObject[] {
  return Array.from({ length }, () => ({}))
}

it.each([
  [createList(201), /at most 200 elements, got 201/],
  [Array.from({ length: 150 }, () => ({ list: createList(150) })), /at most 20000 values/],
])('refuses a request that is too long', (item, said) => {
  const world = open()
  for (const path of ['fhir/Claim/$submit', 'fhir/Claim/$inquire', 'fhir/$submit-attachment', 'fhir/Subscription']) {
    const { status, json } = world.electronic('POST', path, pasBundle(pasClaim('c1', item)))
    expect(status).toBe(422)
    expect(JSON.stringify(json)).toMatch(said)
  }
})

it.each([
  ['fhir/Claim/$submit', pasBundle(pasClaim('c1', [], { patient: { toString: 1 } }))],
  ['fhir/Subscription', { resourceType: 'Subscription', id: { toString: null } }],
])('refuses an object with a member toString, which could pass for text: %s', (path, body) => {
  const { status, json } = open().electronic('POST', path, body as JsonObject)
  expect([status, json.resourceType]).toEqual([400, 'OperationOutcome'])
  expect(JSON.stringify(json)).toContain('has a member toString, which no resource has.')
})

it('reads no reference and no document type that is longer than any, and repeats no long text', () => {
  const long = '/Ab/1/_history/'.repeat(50_000)
  const supportingInfo = [pasSupport(1, `DocumentReference/d`)]
  const document = {
    resourceType: 'DocumentReference',
    id: 'd',
    type: { text: long },
    subject: { reference: `${long}\n` },
  }
  const claim = pasClaim('c1', [pasItem(1, '72148')], { supportingInfo })
  expect(open().electronic('POST', 'fhir/Claim/$submit', pasBundle(claim, [document])).status).toBe(200)
  const context = { userId: 'Practitioner/d', patientId: long, draftOrders: { resourceType: 'Bundle' } }
  const call = { hook: 'order-sign', hookInstance: '00000000-0000-4000-8000-000000000000', context }
  const { status, json } = open().electronic('POST', 'cds-services/order-sign-crd', call)
  expect([status, JSON.stringify(json).length < 3_000]).toEqual([400, true])
})

it('reads a resource once, however often a Claim refers to it', () => {
  const world = open()
  let reads = 0
  const counted = { linkId: 'a', answer: [{ valueBoolean: true }] }
  const response: JsonObject = { resourceType: 'QuestionnaireResponse', id: 'q', status: 'completed' }
  Object.defineProperty(response, 'item', { enumerable: false, get: () => ++reads && [counted] })
  const supportingInfo = Array.from({ length: 100 }, (_, index) => pasSupport(index + 1, 'QuestionnaireResponse/q'))
  const claim = pasClaim('c1', [pasItem(1, '72148')], { supportingInfo })
  expect(world.electronic('POST', 'fhir/Claim/$submit', pasBundle(claim, [response])).status).toBe(200)
  expect(reads).toBe(1)
})

function subscription(organizations: number): JsonObject {
  const names = Array.from({ length: organizations }, (_, index) => `NPI|${index}`).join(',')
  return {
    resourceType: 'Subscription',
    status: 'requested',
    criteria: pasTopic,
    _criteria: {
      extension: [{ url: `${backportUrl}backport-filter-criteria`, valueString: `orgIdentifier=${names}` }],
    },
    channel: {
      type: 'rest-hook',
      _payload: { extension: [{ url: `${backportUrl}backport-payload-content`, valueCode: 'full-resource' }] },
    },
  }
}

it('accepts at most 50 subscriptions, each of at most 100 organizations', () => {
  const world = open()
  const { status, json } = world.electronic('POST', 'fhir/Subscription', subscription(101))
  expect(status).toBe(400)
  expect(JSON.stringify(json)).toMatch(/at most 100 organizations, got 101/)
  const statuses = Array.from({ length: 51 }, () => {
    return world.electronic('POST', 'fhir/Subscription', subscription(1)).status
  })
  expect(new Set(statuses.slice(0, 50))).toEqual(new Set([201]))
  expect(statuses.at(-1)).toBe(422)
})
