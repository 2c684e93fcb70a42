import type { JsonObject, JsonValue } from '@carebench/client'
import { elementsAt, memberAt, textAt } from './json-member.js'
import type { Model, Move, Observation } from './model.js'

/** Yields tool calls, receives their results, and returns the output of the task. */
type Script = Generator<Move, JsonValue, Observation | null>

/**
 * A model without a provider: a script that requests prior authorization for the only open order of a patient named by
 * record number. It completes any other task at once.
 */
export const scriptedModel: Model = {
  begin({ taskItem }) {
    const script = requestTheOrder(taskItem)
    return {
      async next(observation) {
        const { done, value } = script.next(observation)
        return done === true ? { kind: 'done', output: value } : value
      },
    }
  },
}

function* requestTheOrder(taskItem: JsonObject | null): Script {
  const mrn = textAt(taskItem, 'inputs', 'patient', 'mrn')
  if (mrn === '') return { summary: 'I only know how to request the order of a patient named by record number.' }
  const patient = only(yield search('Patient', { identifier: mrn }), 'patient')
  const subject = `Patient/${textAt(patient, 'id')}`
  const policies = toAnswer(yield search('Coverage', { beneficiary: subject, status: 'active' }))
  const memberId = memberIdInForce(policies, textAt(taskItem, 'inputs', 'payer'), textAt(taskItem, 'inputs', 'today'))
  const order = only(yield search('ServiceRequest', { subject, status: 'active' }), 'open order')
  const condition = toAnswer(yield read(textAt(order, 'reasonReference', 0, 'reference')))
  const practitioner = toAnswer(yield read(textAt(order, 'requester', 'reference')))
  const form = {
    patient_member_id: memberId,
    patient_name: `${textAt(patient, 'name', 0, 'given', 0)} ${textAt(patient, 'name', 0, 'family')}`,
    patient_dob: textAt(patient, 'birthDate'),
    procedure_code: findCode(memberAt(order, 'code'), 'cpt'),
    diagnosis_codes: [findCode(memberAt(condition, 'code'), 'icd-10-cm')],
    provider_npi: findNpi(practitioner),
    service_date: textAt(order, 'occurrenceDateTime').slice(0, 10),
  }
  const row = toAnswer(yield { kind: 'call', tool: 'submit_prior_auth', arguments: { form } })
  return { summary: `Requested ${form.procedure_code} for ${memberId}.`, auth_number: textAt(row, 'auth_number') }
}

function search(type: string, parameters: JsonObject): Move {
  return { kind: 'call', tool: 'search_record', arguments: { type, parameters } }
}

function read(reference: string): Move {
  return { kind: 'call', tool: 'read_record', arguments: { reference } }
}

function toAnswer(observation: Observation | null): JsonValue {
  if (observation?.kind === 'answer') return observation.value
  throw new Error(`The script does not know what to do about: ${observation?.message ?? 'nothing'}`)
}

function only(observation: Observation | null, what: string): JsonValue {
  const found = elementsAt(toAnswer(observation))
  const [first] = found
  if (first === undefined || found.length > 1) throw new Error(`Expected one ${what}, found ${found.length}.`)
  return first
}

/** Returns the member number of the payer's Coverage that is in force on the day `today`, empty if there is none. */
function memberIdInForce(policies: JsonValue, payer: string, today: string): string {
  const inForce = elementsAt(policies).find((policy) => {
    const end = textAt(policy, 'period', 'end')
    const isOpen = textAt(policy, 'period', 'start') <= today && (end === '' || end >= today)
    return isOpen && textAt(policy, 'payor', 0, 'display') === payer
  })
  return textAt(inForce, 'subscriberId')
}

function findCode(concept: JsonValue | undefined, system: string): string {
  return textAt(
    elementsAt(concept, 'coding').find((coding) => textAt(coding, 'system').includes(system)),
    'code',
  )
}

function findNpi(practitioner: JsonValue): string {
  return textAt(
    elementsAt(practitioner, 'identifier').find((one) => textAt(one, 'system').endsWith('us-npi')),
    'value',
  )
}
