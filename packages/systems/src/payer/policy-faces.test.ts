import { createSeededRandom, type JsonObject } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { cdsSimulator } from '../cds/behaviour.js'
import { chartOf } from '../policy/chart.js'
import { compilePolicy } from '../policy/compile-policy.js'
import { decide, type PolicyDecision } from '../policy/decide.js'
import { aPolicyCase, createRequest, type PolicyCase, sampleNetwork } from '../testing/arbitrary-policy.js'
import { openPayers } from '../testing/open-payers.js'

const numRuns = 10 * inject('scale')

const patient = {
  resourceType: 'Patient',
  id: 'p1',
  birthDate: '1961-04-30',
  name: [{ family: 'Sample', given: ['Jordan'] }],
}
const coverage = {
  resourceType: 'Coverage',
  id: 'v1',
  status: 'active',
  subscriberId: 'M-1',
  beneficiary: { reference: 'Patient/p1' },
  payor: [{ reference: 'Organization/o1' }],
  class: [{ type: { coding: [{ code: 'plan' }] }, value: sampleNetwork.plan.name }],
}
/** Of another patient, who must not matter. */
const stranger = { ...patient, id: 'p2', birthDate: '1970-01-01' }

const form = {
  patient_member_id: 'M-1',
  patient_dob: '1961-04-30',
  procedure_code: '72148',
  provider_npi: '1234567893',
  service_date: '2026-01-20',
}

const actions = {
  not_required: 'NA',
  approved: 'A1',
  partially_approved: 'A6',
  denied: 'A3',
  pending: 'A4',
  more_information: 'A4',
} as const

function open({ policy, truths, inputsFor }: PolicyCase) {
  const inputs = inputsFor(truths)
  const npi = inputs.inNetwork ? sampleNetwork.inside : sampleNetwork.outside
  // For another patient, all conditions are met.
  const all = inputsFor(new Map([...truths.keys()].map((name) => [name, true])))
  const others = all.resources.map((one) => ({ ...one, id: `x-${one.id}`, subject: { reference: 'Patient/p2' } }))
  const provider = { name: 'Harbor Clinic', npi }
  const opened = openPayers({ Payer: { config: { policies: [policy], plans: [sampleNetwork.plan] } } }, { provider }, [
    patient,
    stranger,
    coverage,
    ...inputs.resources,
    ...others,
  ])
  const services = [{ id: 'needed', hook: 'order-sign' as const, requirements: { label: 'Plan' } }]
  const cds = cdsSimulator.seed({ services }, [], { at: '2026-01-05T09:00:00.000Z', random: createSeededRandom(1) })
  const order = (units: number, codes: readonly string[], place: string) => {
    const resource = {
      resourceType: 'ServiceRequest',
      id: 'd1',
      code: { coding: [{ code: '72148' }] },
      reasonCode: codes.map((code) => ({ coding: [{ code }] })),
      quantityQuantity: { value: units },
      occurrenceDateTime: '2026-01-20',
      locationCode: [{ coding: [{ code: place }] }],
      performer: [{ identifier: { system: 'http://hl7.org/fhir/sid/us-npi', value: npi } }],
    }
    const json = {
      hook: 'order-sign',
      hookInstance: '00000000-0000-4000-8000-000000000000',
      context: {
        userId: 'Practitioner/d',
        patientId: 'p1',
        draftOrders: { resourceType: 'Bundle', type: 'collection', entry: [{ resource }] },
      },
    }
    const call = { method: 'POST', path: 'cds-services/needed', query: '', headers: {}, body: { json } }
    const context = { at: '2026-01-05T09:00:00.000Z', random: createSeededRandom(1), ask: opened.ask }
    const { body } = cdsSimulator.handle(cds, 'cds', call, context).response
    return ((body && 'json' in body ? body.json : {}) as { cards: JsonObject[] }).cards
  }
  return { ...opened, inputs, order }
}

/** What a requester sees of a decision, on whatever face. */
function shown({ outcome, units, statements, reason_code, valid_until }: PolicyDecision) {
  return {
    status: outcome === 'not_required' ? 'denied' : outcome,
    approved_units: units,
    statements,
    reason_code,
    valid_until,
  }
}

function firstItem(row: JsonObject) {
  const [item = {}] = row.items as JsonObject[]
  const { status = row.status, approved_units = null, statements = [], reason_code = null, valid_until = null } = item
  return { status, approved_units, statements, reason_code, valid_until }
}

function namesIn(questions: unknown): unknown[] {
  return (questions as JsonObject[] | undefined)?.map(({ name }) => name) ?? []
}

it('a policy leads to the same decision in the portal, in a 278, on a card and when evaluated directly', () => {
  fc.assert(
    fc.property(aPolicyCase, (drawn) => {
      const { policy, units } = drawn
      const { portal, exchange, order, inputs } = open(drawn)
      const { answers, documents, diagnosis_codes, resources } = inputs
      const bare = createRequest({ ...inputs, answers: {}, documents: [] }, units)
      const place = bare.place_of_service ?? ''
      const compiled = compilePolicy(policy)
      const chart = chartOf(resources)
      const whole = decide(compiled, chart, createRequest(inputs, units))
      const first = decide(compiled, chart, bare)

      const attachments = documents.map(({ document_type, text }) => ({ document_type, text: text ?? 'Seen.' }))
      const provider_npi = bare.provider_npi ?? ''
      const sent = {
        ...form,
        provider_npi,
        units,
        place_of_service: place,
        diagnosis_codes: ['Z00.00', ...diagnosis_codes],
      }
      const atOnce = portal('POST', 'prior-auths', { ...sent, answers, attachments }).json
      expect(firstItem(atOnce)).toEqual(shown(whole))
      expect(atOnce.missing_documents).toEqual(whole.missing_documents)
      expect(namesIn(atOnce.questions)).toEqual(whole.questions)
      const hasReason = whole.outcome !== 'more_information' && whole.outcome !== 'pending'
      if (hasReason) expect(atOnce.determination_reason).toBe(whole.reason)

      const later = portal('POST', 'prior-auths', sent).json
      expect(firstItem(later)).toEqual(shown(first))
      if (first.outcome === 'more_information' && (attachments.length > 0 || Object.keys(answers).length > 0)) {
        const path = `prior-auths/${later.auth_number}`
        expect(firstItem(portal('PATCH', path, { answers, attachments }).json)).toEqual(shown(whole))
      }

      const ordered = { patient_id: 'p1', procedure_code: '72148', units, diagnosis_codes: bare.diagnosis_codes }
      const reviewed = exchange('authorizations', {
        ...ordered,
        diagnosis_codes: [...bare.diagnosis_codes],
        service_date: '2026-01-20',
        place_of_service: place,
      })
      expect(reviewed.action).toBe(actions[first.outcome])
      expect(firstItem({ status: reviewed.status ?? null, items: reviewed.items ?? [] })).toEqual(shown(first))
      if (first.outcome === 'denied') expect(reviewed.reason).toBe(first.reason)

      const [card = {}] = order(units, bare.diagnosis_codes, place)
      const needs = { true: 'is required', false: 'no authorization is', undefined: 'may be required' }
      expect(card.summary).toContain(needs[`${first.isRequired}`])
      const listed = String(card.detail).match(/^- .*$/gm) ?? []
      const questions = first.questions.map((name) => `- ${policy.statements?.[name]?.question} (${name})`)
      expect(listed).toEqual([...first.missing_documents.map((type) => `- ${type}`), ...questions])
    }),
    { numRuns },
  )
})

it('rejects an answer of another type, and one to no question', () => {
  const statements = {
    bmi: { question: 'What is the body mass index?', answer_type: 'number', unit: 'kg/m2', enough: { at_most: 40 } },
  } as const
  const policy = { id: 'p', title: 'P', version: '1', statements, criteria: 'bmi' }
  const { portal } = openPayers({ Payer: { config: { policies: [policy], accept_unknown_members: true } } })
  const { status, json } = portal('POST', 'prior-auths', {
    ...form,
    diagnosis_codes: ['M54.16'],
    answers: { bmi: '38', bim: 3 },
  })
  expect(status).toBe(422)
  expect(json.errors).toEqual([
    { field: 'answers.bmi', message: 'answers.bmi must be a number in kg/m2, got "38".' },
    { field: 'answers.bim', message: 'answers.bim answers no question. The questions about these services are: bmi.' },
  ])
})
