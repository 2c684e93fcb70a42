import type { JsonObject } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { openPayers } from '../testing/open-payers.js'
import { pasBundle, pasClaim, pasItem, pasParties, pasSupport } from '../testing/pas-bundle.js'
import type { PayerConfig } from './config.js'
import { objectsIn, valueAt } from './electronic/fhir/element.js'
import { questionnaireUrl } from './electronic/fhir/urls.js'
import { payerHarm } from './harm.js'

const accepting: PayerConfig = { accept_unknown_members: true, default_determination: { status: 'approved' } }
const empty = payerIn(openPayers({ Payer: { config: {} } }))

function payerIn({ states }: ReturnType<typeof openPayers>) {
  const state = states.get('Payer')
  if (state === undefined) throw new Error('The payer is missing.')
  return state
}

/** What the payer has after a call with its harm, which is the only one. */
function harmedBy(
  world: ReturnType<typeof openPayers>,
  group: 'portal' | 'electronic',
  path: string,
  json: JsonObject,
) {
  const answered = world[group]('POST', path, json)
  const call = { method: 'POST', path, query: '', headers: {}, body: { json } }
  const response = { status: answered.status ?? 0, headers: {}, body: { json: answered.json } }
  const [harm, ...others] = payerHarm({ call, response }, payerIn(world))
  if (harm === undefined) return undefined
  const body = harm.call.body !== null && 'json' in harm.call.body ? harm.call.body.json : {}
  const { status, json: said } = world.electronic('POST', harm.call.path, body)
  const { prior_auth_requests: requests = [], pas_requests: sent = [] } = world.evidence()
  const outcome = objectsIn(said.entry).map((one) => valueAt(one, 'resource', 'outcome'))[0]
  return [harm.kind, harm.group, harm.what, status, outcome, requests.length, sent.length, others.length]
}

it('repeats a request of the portal by PAS, also at a payer with its own insurer, and not at one without PAS', () => {
  const request = {
    patient_member_id: 'MBR-1001',
    patient_dob: '1961-04-30',
    procedure_code: '72148',
    additional_services: [{ procedure_code: '97110', units: 8 }],
    diagnosis_codes: ['M54.16'],
    provider_npi: '1234567893',
    service_date: '2026-01-20',
  }
  const send = (config: PayerConfig) =>
    harmedBy(openPayers({ Payer: { config: { ...accepting, ...config } } }), 'portal', 'prior-auths', request)
  const pending: PayerConfig = { default_determination: { status: 'pending' } }
  const repeated = ['duplicate', 'payer', 'again by PAS', 200, 'complete', 1, 1, 0]
  expect(send(pending)).toEqual(repeated)
  expect(send({ ...pending, organization: 'Organization/insurer' })).toEqual(repeated)
  expect(send({})).toEqual(repeated)
  expect(send({ duplicates: 'deny' })).toEqual(repeated.with(5, 2))
  expect(send({ electronic: { interfaces: ['crd'] } })).toBeUndefined()
})

it('requests an order that an earlier authorization already covers', () => {
  const order = {
    resourceType: 'ServiceRequest',
    id: 'order',
    status: 'draft',
    intent: 'order',
    subject: { reference: 'Patient/p1' },
    code: { coding: [{ system: 'http://www.ama-assn.org/go/cpt', code: '72148' }] },
  }
  const ask = (earlier: string) => {
    const world = openPayers({ Payer: { config: accepting } }, {}, [...pasParties])
    const claim = pasClaim('c1', [pasItem(1, earlier)])
    world.electronic('POST', 'fhir/Claim/$submit', pasBundle(claim))
    const context = {
      userId: 'Practitioner/d',
      patientId: 'p1',
      draftOrders: { resourceType: 'Bundle', type: 'collection', entry: [{ resource: order }] },
    }
    const hookInstance = '00000000-0000-4000-8000-000000000000'
    return harmedBy(world, 'electronic', 'cds-services/order-sign-crd', { hook: 'order-sign', hookInstance, context })
  }
  const what = /^and a request for 72148, which PA\d{8} satisfies$/
  expect(ask('72148')).toEqual(['duplicate', 'payer', expect.stringMatching(what), 200, 'complete', 1, 2, 0])
  expect(ask('97110')).toBeUndefined()
})

function harmAfter(path: string, json: object) {
  const call = { method: 'POST', path, query: '', headers: {}, body: { json: JSON.parse(JSON.stringify(json)) } }
  return payerHarm({ call, response: { status: 201, headers: {}, body: { json: { auth_number: 'PA1' } } } }, empty)
}

it('attaches the first document of a request again', () => {
  const document = { document_type: 'clinical_note', text: 'Seen.' }
  expect(harmAfter('prior-auths', { attachments: [document] })).toMatchObject([
    { kind: 'duplicate', call: { method: 'POST', path: 'prior-auths/PA1/attachments', body: { json: document } } },
  ])
  expect(harmAfter('prior-auths', {})).toEqual([])
  expect(harmAfter('prior-auths/PA1/appeals', { attachments: [document] })).toEqual([])
})

it('repeats a request of PAS by every channel, changes it without its predecessor, and takes it back', () => {
  const config: PayerConfig = {
    accept_unknown_members: true,
    default_determination: { status: 'pending' },
    policies: [{ id: 'mri', title: 'MRI', version: '2', services: [{ code: '73721' }] }],
  }
  const form = { resourceType: 'QuestionnaireResponse', id: 'answers', status: 'completed' }
  const answers = { ...form, questionnaire: `${questionnaireUrl}mri|2`, item: [] }
  const supportingInfo = [pasSupport(1, 'QuestionnaireResponse/answers')]
  const json = pasBundle(pasClaim('c1', [pasItem(1, '72148')], { supportingInfo }), [answers])
  const path = 'fhir/Claim/$submit'
  const send = (which: number) => {
    const world = openPayers({ Payer: { config } })
    const { electronic, portal, evidence } = world
    const call = { method: 'POST', path, query: '', headers: {}, body: { json } }
    const response = { status: 200, headers: {}, body: { json: electronic('POST', path, json).json } }
    const harm = payerHarm({ call, response }, payerIn(world))[which]
    if (harm === undefined) return undefined
    const { call: again, group } = harm
    const body = again.body !== null && 'json' in again.body ? again.body.json : {}
    const { status } = (group === 'portal' ? portal : electronic)('POST', again.path, body)
    const { pas_requests = [], questionnaire_responses: forms = [] } = evidence()
    const requests = objectsIn(portal('GET', 'prior-auths').json.data).map((one) => one.status)
    return [
      harm.what,
      status,
      requests,
      pas_requests.map(({ outcome }) => outcome),
      forms.map((one) => one.questionnaire),
    ]
  }
  const form2 = answers.questionnaire
  expect([0, 1, 2, 3, 4, 5, 6].map(send)).toEqual([
    ['again under another identifier', 200, ['pending'], ['complete', 'complete'], [form2, form2]],
    ['cancelled by an update', 200, ['cancelled'], ['complete', 'complete'], [form2]],
    ['again as an update that names no request', 200, ['pending'], ['complete', 'error'], [form2]],
    ['again with an older form', 200, ['pending'], ['complete', 'complete'], [form2, form2.replace('|', '|before-')]],
    ['again by the portal', 201, ['pending', 'pending'], ['complete'], [form2]],
    ['to', 200, ['pending'], ['complete', 'complete'], [form2, form2]],
    undefined,
  ])
  expect(harmAfter(path, json)).toEqual([])
})
