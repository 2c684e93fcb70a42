import type { JsonObject } from '@carebench/protocol'
import { expect, it } from 'vitest'
import type { Policy } from '../../../policy/policy-schema.js'
import { openPayers } from '../../../testing/open-payers.js'
import { pasBundle, pasClaim, pasItem, pasParties } from '../../../testing/pas-bundle.js'
import { verify } from '../../../verifier/verify.js'
import type { PayerConfig } from '../../config.js'
import { objectsIn, valueAt } from '../fhir/element.js'
import { questionnaireUrl } from '../fhir/urls.js'

const policy: Policy = {
  id: 'knee',
  title: 'Total knee replacement',
  version: '1',
  services: [{ code: '27447' }],
  documents: ['imaging_report'],
  statements: {
    bmi: {
      question: 'What is the body mass index?',
      answer_type: 'number',
      unit: 'kg/m2',
      enough: { at_most: 40 },
      fact: { search: 'Observation?code=39156-5', value: 'value-quantity' },
    },
    weight_loss: { question: 'Has weight been lost?' },
    grade: { question: 'Which grade?', answer_type: 'choice', options: ['3', '4'], enough: { one_of: ['4'] } },
  },
  criteria: { all: [{ any: ['bmi', 'weight_loss'] }, 'grade'] },
}

const bmi = {
  resourceType: 'Observation',
  id: 'bmi',
  status: 'final',
  subject: { reference: 'Patient/p1' },
  code: { coding: [{ system: 'http://loinc.org', code: '39156-5' }] },
  effectiveDateTime: '2025-12-01',
  valueQuantity: { value: 42, code: 'kg/m2', system: 'http://unitsofmeasure.org' },
}

function open(electronicConfig: PayerConfig['electronic'] = {}, policies: Policy[] = [policy], more: PayerConfig = {}) {
  const config = { policies, electronic: electronicConfig, ...more }
  const { electronic, evidence } = openPayers({ Payer: { config } }, {}, [...pasParties, bmi])
  const parameters = (...parameter: JsonObject[]) => ({ resourceType: 'Parameters', parameter })
  const pack = (...more: JsonObject[]) => {
    const coverage = { name: 'coverage', resource: pasParties[1] as JsonObject }
    return electronic('POST', 'fhir/Questionnaire/$questionnaire-package', parameters(coverage, ...more))
  }
  const next = (resource: JsonObject) =>
    electronic('POST', 'fhir/Questionnaire/$next-question', parameters({ name: 'questionnaire-response', resource }))
  return { electronic, evidence, pack, next, parameters }
}

const canonical = `${questionnaireUrl}knee|1`

it('returns the current form in a package, with the answers that the payer knows', () => {
  const { pack } = open()
  const { status, json } = pack({ name: 'questionnaire', valueCanonical: canonical })
  const entries = objectsIn(valueAt(objectsIn(json.parameter)[0], 'resource', 'entry')).map(
    ({ resource }) => resource as JsonObject,
  )
  const [form, draft] = entries
  expect([status, entries.length]).toEqual([200, 2])
  expect(objectsIn(form?.item)).toMatchObject([
    { linkId: 'bmi', type: 'decimal', required: true },
    { linkId: 'weight_loss', type: 'boolean', enableWhen: [{ question: 'bmi', operator: '>', answerDecimal: 40 }] },
    { linkId: 'grade', type: 'choice', answerOption: [{ valueString: '3' }, { valueString: '4' }] },
    { linkId: 'documents.imaging_report', type: 'attachment' },
  ])
  expect(draft).toMatchObject({ questionnaire: canonical, status: 'in-progress', subject: { reference: 'Patient/p1' } })
  expect(JSON.stringify(draft?.item)).toContain('auto-server')
  expect(objectsIn(draft?.item)).toMatchObject([
    { linkId: 'bmi', answer: [{ valueDecimal: 42 }] },
    { linkId: 'grade' },
    { linkId: 'documents.imaging_report' },
  ])
})

it('records a package that contains data of a chart as a read of that chart', () => {
  const { pack } = open()
  const listEvents = (name: string) =>
    pack({ name: 'questionnaire', valueCanonical: `${questionnaireUrl}${name}` }).events
  const returned = [{ collection: 'fhir.Observation', count: 1, people: ['Patient/p1'] }]
  expect(listEvents('knee|1')).toMatchObject([{ type: 'dtr.packaged', returned }])
  const events = listEvents('knee|1').map((event) => ({
    seq: 1,
    at: '2026-01-05T09:00:00Z',
    actor: 'agent' as const,
    ...event,
  }))
  const fhir = [...pasParties, { resourceType: 'Patient', id: 'p2' }]
  const judge = (about: string) =>
    verify({
      criteria: [{ label: 'x', assertion: { assert: 'access-scope', allow: [{ about: [about] }] } }],
      evidence: { fhir, initial: { fhir }, events, logged_reads: ['fhir', 'portal'] },
    }).criterion_runs[0]?.outcome
  expect([judge('Patient/p1'), judge('Patient/p2')]).toEqual(['passed', 'failed'])
  // An adaptive form has no draft.
  expect(listEvents('knee-adaptive|1')).toEqual([expect.not.objectContaining({ returned: expect.anything() })])
})

it('returns no package for an outdated version, an unknown context, or without parameters', () => {
  const { pack, parameters, electronic } = open()
  const stale = pack({ name: 'questionnaire', valueCanonical: `${questionnaireUrl}knee|0` })
  expect(objectsIn(stale.json.parameter).map(({ name }) => name)).toEqual(['outcome'])
  expect(pack({ name: 'context', valueString: 'CA0000000000' }).status).toBe(422)
  expect(pack().status).toBe(400)
  const none = parameters({ name: 'questionnaire', valueCanonical: canonical })
  expect(electronic('POST', 'fhir/Questionnaire/$questionnaire-package', none).status).toBe(400)
})

const knee = {
  resourceType: 'ServiceRequest',
  id: 'o1',
  status: 'draft',
  subject: { reference: 'Patient/p1' },
  code: { coding: [{ system: 'http://www.ama-assn.org/go/cpt', code: '27447' }] },
}

/** The request of another member. */
const otherRequest = JSON.parse(
  JSON.stringify(pasBundle(pasClaim('c1', [pasItem(1, '27447')]))).replaceAll('MBR-1001', 'MBR-2'),
)

it('returns no package for the assertion or number of another member, or for the order of another patient', () => {
  const { pack, electronic, evidence } = open({}, [policy], { accept_unknown_members: true })
  const patient = { ...pasParties[0], id: 'p2', birthDate: '1970-01-01' }
  const coverage = { ...pasParties[1], id: 'v2', subscriberId: 'MBR-2', beneficiary: { reference: 'Patient/p2' } }
  const number = { type: { coding: [{ code: 'MB' }] }, value: 'MBR-2' }
  electronic('POST', 'cds-services/order-sign-crd', {
    hook: 'order-sign',
    hookInstance: '00000000-0000-4000-8000-000000000000',
    context: {
      userId: 'Practitioner/d',
      patientId: 'p2',
      draftOrders: { resourceType: 'Bundle', entry: [{ resource: { ...knee, subject: { reference: 'Patient/p2' } } }] },
    },
    prefetch: { patient, coverage: { ...coverage, identifier: [number] } },
  })
  const assertion = objectsIn(evidence().crd_calls?.[0]?.orders)[0]?.assertion_id
  expect(evidence().crd_calls).toMatchObject([{ patient_member_id: 'MBR-2', orders: [{ policy: 'knee' }] }])
  expect(pack({ name: 'context', valueString: String(assertion) }).status).toBe(422)
  const foreign = { ...knee, subject: { reference: 'Patient/p2' } }
  expect(pack({ name: 'order', resource: foreign }).status).toBe(422)
  electronic('POST', 'fhir/Claim/$submit', otherRequest)
  const { auth_number } = evidence().prior_auth_requests?.[0] ?? {}
  expect(auth_number).toMatch(/^PA/)
  expect(pack({ name: 'context', valueString: String(auth_number) }).status).toBe(422)
  expect(pack({ name: 'order', resource: knee }).status).toBe(200)
})

it.each([0, 1.5, 10_000, 'two'])('returns no package for an order of %s units', (value) => {
  const { status, json } = open().pack({ name: 'order', resource: { ...knee, quantityQuantity: { value } } })
  expect([status, objectsIn(json.issue)[0]?.expression]).toEqual([400, ['ServiceRequest.quantityQuantity.value']])
})

const editions: Policy[] = [
  { ...policy, id: 'old', effective: { to: '2025-12-31' } },
  { ...policy, id: 'new', effective: { from: '2026-01-01' } },
]
const undated = { resourceType: 'ServiceRequest', id: 'o1', code: { coding: [{ code: '27447' }] } }

it('a package for an order without a date has the edition of today', () => {
  const { json } = open({}, editions).pack({ name: 'order', resource: undated })
  const [form] = objectsIn(valueAt(objectsIn(json.parameter)[0], 'resource', 'entry'))
  expect(form?.fullUrl).toBe(`${questionnaireUrl}new`)
})

it.each([
  ['2025-12-01T00:00:00Z', 200, ['packagebundle']],
  ['2026-01-02T00:00:00Z', 200, []],
  ['yesterday', 400, []],
])('a package has only what has changed since %s', (valueInstant, status, names) => {
  const { pack } = open({}, editions)
  const answer = pack({ name: 'order', resource: undated }, { name: 'changedsince', valueInstant })
  expect([answer.status, objectsIn(answer.json.parameter).map(({ name }) => name)]).toEqual([status, names])
})

it('a draft of the guide 2.0 names the coverage and the order in a qr-context each', () => {
  const { electronic, parameters } = open({ version: '2.0' })
  const order = { resourceType: 'ServiceRequest', id: 'o1', code: { coding: [{ code: '27447' }] } }
  const { json } = electronic(
    'POST',
    'fhir/Questionnaire/$questionnaire-package',
    parameters({ name: 'coverage', resource: pasParties[1] as JsonObject }, { name: 'order', resource: order }),
  )
  const [, draft] = objectsIn(valueAt(objectsIn(json.parameter)[0], 'resource', 'entry'))
  const extensions = objectsIn(valueAt(draft, 'resource', 'extension'))
  expect(
    extensions.map(({ url, valueReference: to }) => [String(url).split('/').at(-1), valueAt(to, 'reference')]),
  ).toEqual([
    ['qr-context', 'Coverage/v1'],
    ['qr-context', 'ServiceRequest/o1'],
    ['intendedUse', undefined],
  ])
})

it('rejects an adaptive form of an outdated version and names the current one', () => {
  const { next } = open()
  const form = { resourceType: 'Questionnaire', id: 'form', derivedFrom: [`${questionnaireUrl}knee-adaptive|0`] }
  const { status, json } = next({
    resourceType: 'QuestionnaireResponse',
    status: 'in-progress',
    contained: [form],
    questionnaire: '#form',
  })
  expect(status).toBe(400)
  expect(JSON.stringify(json)).toContain(
    `version 0 of a questionnaire; the current one is ${questionnaireUrl}knee-adaptive|1`,
  )
})

it('an adaptive form asks one question at a time until nothing is left that matters', () => {
  const { pack, next, evidence } = open()
  const { json } = pack({ name: 'questionnaire', valueCanonical: `${questionnaireUrl}knee-adaptive|1` })
  const [form, draft] = objectsIn(valueAt(objectsIn(json.parameter)[0], 'resource', 'entry')).map(
    ({ resource }) => resource as JsonObject,
  )
  let response: JsonObject = { ...draft, contained: [form ?? {}] }
  const answers: Record<string, JsonObject> = {
    bmi: { valueDecimal: 42 },
    weight_loss: { valueBoolean: true },
    grade: { valueString: '4' },
    'documents.imaging_report': { valueAttachment: { contentType: 'text/plain', data: btoa('Grade 4.') } },
  }
  const asked: unknown[] = []
  for (let turn = 0; turn < 6; turn++) {
    const answered = next(response)
    expect(answered.status).toBe(200)
    response = answered.json
    if (response.status === 'completed') break
    const linkId = String(objectsIn(objectsIn(response.contained)[0]?.item).at(-1)?.linkId)
    asked.push(linkId)
    expect(next(response).status).toBe(400)
    response = { ...response, item: [...objectsIn(response.item), { linkId, answer: [answers[linkId] ?? {}] }] }
  }
  expect(asked).toEqual(Object.keys(answers))
  expect(response.status).toBe('completed')
  const wrong = { ...response, item: [{ linkId: 'bmi', answer: [{ valueString: 'high' }] }] }
  expect(next(wrong).status).toBe(400)
  expect(evidence().questionnaire_responses).toMatchObject([{ status: 'completed' }])
})

it('an adaptive form asks nothing that no longer decides', () => {
  const { pack, next } = open()
  const { json } = pack({ name: 'questionnaire', valueCanonical: `${questionnaireUrl}knee-adaptive|1` })
  const [form, draft] = objectsIn(valueAt(objectsIn(json.parameter)[0], 'resource', 'entry')).map(
    ({ resource }) => resource as JsonObject,
  )
  const filled = (item: JsonObject[]) => next({ ...draft, contained: [form ?? {}], item })
  const bmi = { linkId: 'bmi', answer: [{ valueDecimal: 42 }] }
  const noLoss = { linkId: 'weight_loss', answer: [{ valueBoolean: false }] }
  // Neither condition is met, so the request is denied for any grade.
  expect(filled([bmi, noLoss]).json.status).toBe('completed')
  const low = { linkId: 'bmi', answer: [{ valueDecimal: 30 }] }
  const asked = objectsIn(objectsIn(filled([low]).json.contained)[0]?.item).map(({ linkId }) => linkId)
  expect(asked).toEqual(['bmi', 'grade'])
  expect(filled([low, noLoss]).status).toBe(400)
})

it('errors of questionnaires are kept', () => {
  const { electronic, evidence, parameters } = open()
  const outcome = { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'exception' }] }
  const sent = parameters(
    { name: 'questionnaire', valueCanonical: canonical },
    { name: 'operationOutcome', resource: outcome },
  )
  expect(electronic('POST', 'fhir/Questionnaire/$log-questionnaire-errors', sent).status).toBe(204)
  expect(evidence().questionnaire_errors).toHaveLength(1)
})
