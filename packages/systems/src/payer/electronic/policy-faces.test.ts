import type { JsonObject, JsonValue } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { chartOf } from '../../policy/chart.js'
import { compilePolicy } from '../../policy/compile-policy.js'
import { decide } from '../../policy/decide.js'
import { aPolicyCase, createRequest, type PolicyCase, sampleNetwork } from '../../testing/arbitrary-policy.js'
import { openPayers } from '../../testing/open-payers.js'
import { pasBundle, pasClaim, pasDocument, pasItem, pasParties, pasSupport } from '../../testing/pas-bundle.js'
import { listExtensions, objectsIn, readCodings, textAt, valueAt } from './fhir/element.js'
import { pasUrl, questionnaireUrl, systems } from './fhir/urls.js'

const numRuns = 10 * inject('scale')

const actions = {
  not_required: 'NA',
  approved: 'A1',
  partially_approved: 'A6',
  denied: 'A3',
  pending: 'A4',
  more_information: 'A4',
} as const

function open({ policy, truths, inputsFor, units }: PolicyCase) {
  const inputs = inputsFor(truths)
  const [patient = {}, coverage = {}, ...others] = pasParties
  const plan = [{ type: { coding: [{ code: 'plan' }] }, value: sampleNetwork.plan.name }]
  const parties = [patient, { ...coverage, class: plan }, ...others]
  const payer = { config: { policies: [policy], plans: [sampleNetwork.plan] } }
  const world = openPayers({ Payer: payer }, {}, [...parties, ...inputs.resources])
  const request = createRequest(inputs, units)
  // The clinic that asks is in the network; who performs the service may not be.
  const performer = { identifier: { system: systems.npi, value: request.provider_npi } }
  const place = [{ coding: [{ code: request.place_of_service ?? '' }] }]
  const order = {
    resourceType: 'ServiceRequest',
    id: 'd1',
    status: 'draft',
    intent: 'order',
    subject: { reference: 'Patient/p1' },
    code: { coding: [{ system: 'http://www.ama-assn.org/go/cpt', code: '72148' }] },
    reasonCode: request.diagnosis_codes.map((code) => ({ coding: [{ code }] })),
    quantityQuantity: { value: units },
    occurrenceDateTime: '2026-01-20',
    locationCode: place,
    requester: { reference: 'Organization/clinic' },
    performer: [performer],
  }
  const diagnosis = request.diagnosis_codes.map((code, index) => ({
    sequence: index + 1,
    diagnosisCodeableConcept: { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code }] },
  }))
  const documents = inputs.documents.map(({ document_type: type, text }, index) =>
    pasDocument(`doc${index}`, type.replaceAll('_', ' '), text ?? 'Seen.'),
  )
  const answers = {
    resourceType: 'QuestionnaireResponse',
    id: 'answers',
    status: 'completed',
    questionnaire: `${questionnaireUrl}drawn|1`,
    item: Object.entries(inputs.answers).map(([linkId, value]) => ({ linkId, answer: [createAnswer(value)] })),
  }
  const supporting = [...documents, ...(answers.item.length > 0 ? [answers] : [])]
  const scope = { url: `${pasUrl}extension-careTeamClaimScope`, valueBoolean: true }
  const item = pasItem(1, '72148', { quantity: { value: units }, locationCodeableConcept: place[0] ?? {} })
  const claim = pasClaim('c1', [item], {
    diagnosis,
    careTeam: [{ extension: [scope], sequence: 1, provider: performer, role: { coding: [{ code: 'SJ' }] } }],
    ...(supporting.length > 0 && {
      supportingInfo: supporting.map((one, index) => pasSupport(index + 1, `${one.resourceType}/${one.id}`)),
    }),
  })
  return { ...world, inputs, request, order, bundle: pasBundle(claim, supporting) }
}

function createAnswer(value: JsonValue | undefined): JsonObject {
  if (typeof value === 'boolean') return { valueBoolean: value }
  return typeof value === 'number' ? { valueDecimal: value } : { valueString: String(value) }
}

type World = ReturnType<typeof open>

/** What CRD says of an order. */
function sign({ electronic, order }: World) {
  const { json } = electronic('POST', 'cds-services/order-sign-crd', {
    hook: 'order-sign',
    hookInstance: '00000000-0000-4000-8000-000000000000',
    context: {
      userId: 'Practitioner/d',
      patientId: 'p1',
      draftOrders: { resourceType: 'Bundle', type: 'collection', entry: [{ resource: order }] },
    },
  })
  const [information] = objectsIn(valueAt(objectsIn(json.systemActions)[0], 'resource', 'extension'))
  return (url: string) =>
    listExtensions(information, url).map((one) => Object.values(one).find((value) => value !== url))
}

/** The form of a package, and its draft. */
function pack({ electronic, order }: World, canonical: string): readonly JsonObject[] {
  const { json } = electronic('POST', 'fhir/Questionnaire/$questionnaire-package', {
    resourceType: 'Parameters',
    parameter: [
      { name: 'coverage', resource: pasParties[1] as JsonObject },
      { name: 'order', resource: order },
      { name: 'questionnaire', valueCanonical: canonical },
    ],
  })
  return objectsIn(valueAt(objectsIn(json.parameter)[0], 'resource', 'entry')).map(
    ({ resource }) => resource as JsonObject,
  )
}

/** What was decided on the first item of a response. */
function reviewIn(response: JsonValue | undefined) {
  const [item] = objectsIn(valueAt(response, 'item'))
  const [review] = listExtensions(objectsIn(item?.adjudication)[0], `${pasUrl}extension-reviewAction`)
  const [code] = listExtensions(review, `${pasUrl}extension-reviewActionCode`)
  return { action: readCodings(code?.valueCodeableConcept)[0]?.code, review }
}

const needs = { true: 'auth-needed', false: 'no-auth', undefined: 'conditional' }

it('a policy leads to the same decision in CRD, DTR, PAS and the portal', () => {
  fc.assert(
    fc.property(aPolicyCase, (drawn) => {
      const { policy } = drawn
      const world = open(drawn)
      const { inputs, request, bundle, electronic, portal } = world
      const compiled = compilePolicy(policy)
      const chart = chartOf(inputs.resources)
      const whole = decide(compiled, chart, request)
      const first = decide(compiled, chart, { ...request, answers: {}, documents: [] })

      const said = sign(world)
      expect(said('pa-needed')).toEqual([needs[`${first.isRequired}`]])
      const isAsked = first.questions.length > 0 || first.missing_documents.length > 0
      expect(said('doc-needed')).toEqual(isAsked ? ['clinical'] : [])
      expect(said('questionnaire')).toEqual(isAsked ? [`${questionnaireUrl}drawn|1`] : [])

      const [form] = pack(world, `${questionnaireUrl}drawn|1`)
      const items = objectsIn(form?.item).map(({ linkId }) => String(linkId))
      expect(items).toEqual(expect.arrayContaining([...first.questions]))

      const submitted = electronic('POST', 'fhir/Claim/$submit', bundle)
      expect(submitted.status).toBe(200)
      const response = valueAt(objectsIn(submitted.json.entry)[0], 'resource')
      const { action, review } = reviewIn(response)
      expect(action).toBe(actions[whole.outcome])
      const reasons = listExtensions(review, 'reasonCode').flatMap((one) => readCodings(one.valueCodeableConcept))
      if (whole.outcome === 'denied') {
        expect(reasons.map((one) => one.code)).toEqual([whole.reason_code])
        expect(objectsIn(valueAt(response, 'processNote')).map((one) => one.text)).toEqual([whole.reason])
      }
      const [granted] = objectsIn(valueAt(response, 'addItem'))
      if (whole.outcome === 'partially_approved') expect(valueAt(granted, 'quantity', 'value')).toBe(whole.units)

      const [row] = objectsIn(portal('GET', 'prior-auths').json.data)
      const status = whole.outcome === 'not_required' ? 'denied' : whole.outcome
      expect(row).toMatchObject({ status, missing_documents: whole.missing_documents })
      // What is pending has no decision on its services yet.
      const [decided = { statements: [], approved_units: null }] = objectsIn(row?.items)
      expect(decided).toMatchObject({ statements: whole.statements, approved_units: whole.units })
      expect(objectsIn(row?.questions).map(({ name }) => name)).toEqual(whole.questions)
      const asked = objectsIn(submitted.json.entry).filter(
        (one) => valueAt(one.resource, 'resourceType') === 'CommunicationRequest',
      )
      expect(asked).toHaveLength(whole.missing_documents.length + (whole.questions.length > 0 ? 1 : 0))
    }),
    { numRuns },
  )
})

const network = {
  statements: { net: { fact: { in_network: true } } },
  requires_authorization: { when: 'net' },
} as const

// The clinic that asks is in the network in each case.
it.each([
  ['in the network', {}, true, 'auth-needed', 'A1'],
  ['outside', {}, false, 'conditional', 'A3'],
  ['in the network that a policy judges', network, true, 'auth-needed', 'A1'],
  ['outside the network that a policy judges', network, false, 'no-auth', 'NA'],
])('CRD and PAS go by the performer: %s', (_, members, inNetwork, need, action) => {
  const policy = { id: 'drawn', title: 'Drawn', version: '1', services: [{ code: '72148' }], ...members }
  const inputs = { resources: [], answers: {}, documents: [], diagnosis_codes: [], place: 11, inNetwork }
  const truths = new Map()
  const world = open({ policy, truths, units: 1, names: [], possible: truths, inputsFor: () => inputs })
  expect(sign(world)('pa-needed')).toEqual([need])
  const { json } = world.electronic('POST', 'fhir/Claim/$submit', world.bundle)
  expect(reviewIn(valueAt(objectsIn(json.entry)[0], 'resource')).action).toBe(action)
})

it('an adaptive form asks the decisive questions, and its answers decide the request', () => {
  fc.assert(
    fc.property(aPolicyCase, (drawn) => {
      const world = open(drawn)
      const { electronic, inputs, request } = world
      // Anyone who fills in the form reads the same chart.
      const { judged } = decide(compilePolicy(drawn.policy), chartOf(inputs.resources), request)
      const charted = [...judged].flatMap(([name, { source, value }]) => (source === 'chart' ? [[name, value]] : []))
      const answers: JsonObject = { ...inputs.answers, ...Object.fromEntries(charted) }
      const text = 'He had six weeks of physical therapy.'
      const [form, draft] = pack(world, `${questionnaireUrl}drawn-adaptive|1`)
      fc.pre(form !== undefined)
      let response: JsonObject = { ...draft, contained: [form ?? {}] }
      const asked: string[] = []
      for (let turn = 0; turn < 20 && response.status !== 'completed'; turn++) {
        const parameter = [{ name: 'questionnaire-response', resource: response }]
        const answered = electronic('POST', 'fhir/Questionnaire/$next-question', {
          resourceType: 'Parameters',
          parameter,
        })
        expect(answered.status).toBe(200)
        response = answered.json
        if (response.status === 'completed') break
        const linkId = String(objectsIn(objectsIn(response.contained)[0]?.item).at(-1)?.linkId)
        asked.push(linkId)
        const value = /document/.test(linkId)
          ? { valueAttachment: { contentType: 'text/plain', data: btoa(text) } }
          : createAnswer(answers[linkId] ?? (/How much/.test(textAt(lastItem(response), 'text') ?? '') ? 50 : true))
        response = { ...response, item: [...objectsIn(response.item), { linkId, answer: [value] }] }
      }
      expect(response.status).toBe('completed')
      expect(new Set(asked).size).toBe(asked.length)
      const given = objectsIn(response.item).flatMap(({ linkId, answer }): [string, JsonValue][] => {
        const { valueBoolean, valueDecimal = valueBoolean } = objectsIn(answer)[0] ?? {}
        return valueDecimal === undefined ? [] : [[String(linkId), valueDecimal]]
      })
      const statements = drawn.policy.statements ?? {}
      const documents = asked.flatMap((linkId) => {
        const type = statements[linkId.replace(/\.document$/, '')]?.accepts?.[0] ?? linkId.replace('documents.', '')
        return /document/.test(linkId) ? [{ document_type: type, text }] : []
      })
      const sent = { ...request, answers: Object.fromEntries(given), documents }
      expect(decide(compilePolicy(drawn.policy), chartOf(inputs.resources), sent).outcome).not.toBe('more_information')
    }),
    { numRuns },
  )
})

function lastItem(response: JsonObject): JsonObject | undefined {
  return objectsIn(objectsIn(response.contained)[0]?.item).at(-1)
}
