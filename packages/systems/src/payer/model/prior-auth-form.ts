import type { JsonObject } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { isDate } from '../../calendar-date.js'
import { type AttachmentFields, attachmentSchema, readAttachment } from './attachment-form.js'
import { diagnosisCodePattern, isDiagnosisCode, isNpi, isProcedureCode, procedureCodePattern } from './code-formats.js'
import {
  described,
  type FormValues,
  formSchema,
  integerFrom,
  matching,
  optional,
  type Reading,
  type ReadValue,
  readArray,
  readChanges,
  readChoice,
  readForm,
  refuseValue,
  textUpTo,
} from './form.js'

/** The values of `urgency`: how soon a determination is needed. */
export const urgencies = ['standard', 'expedited'] as const

const memberId = matching(
  (text) => /^[A-Za-z0-9][A-Za-z0-9-]{1,29}$/.test(text),
  'a member id of 2 to 30 letters, digits and hyphens, for example "MBR-1001"',
  { pattern: '^[A-Za-z0-9][A-Za-z0-9-]{1,29}$' },
)
const date = matching(isDate, 'a date written YYYY-MM-DD, for example "2026-02-14"', { format: 'date' })
const birthDate = matching(
  (text, today) => isDate(text) && text <= today,
  'a date written YYYY-MM-DD that is not in the future, for example "1961-04-30"',
  { format: 'date' },
)
const procedureCode = matching(isProcedureCode, 'a CPT or HCPCS code of 5 characters, for example "72148" or "E0601"', {
  pattern: procedureCodePattern,
  description: 'CPT or HCPCS.',
})
const diagnosisCode = matching(isDiagnosisCode, 'an ICD-10-CM code with its dot, for example "M54.16"', {
  pattern: diagnosisCodePattern,
  description: 'ICD-10-CM.',
})
const npi = matching(
  isNpi,
  'a National Provider Identifier of 10 digits with a valid check digit, for example "1234567893"',
  { pattern: '^[129][0-9]{9}$', description: 'NPI with its check digit.' },
)

const anyDiagnosisCodes = readArray(diagnosisCode, 1, 12)
const diagnosisCodes = described({ ...anyDiagnosisCodes.schema, uniqueItems: true }, (value, name, today) => {
  const reading = anyDiagnosisCodes(value, name, today)
  if (reading.ok && new Set(reading.value).size < reading.value.length) {
    return refuseValue(name, 'an array without repeated codes', value)
  }
  return reading
})

const placeOfService = optional(
  matching((text) => /^\d{2}$/.test(text), 'a place of service of two digits, for example "11" for an office', {
    pattern: '^\\d{2}$',
    description: 'Of CMS: 11, an office.',
  }),
)

const units = integerFrom(1, 9999)

/** The fields of a service beyond the principal one. */
const serviceForm = { procedure_code: { read: procedureCode }, units: { read: units, fallback: 1 } } as const

type Service = { procedure_code: string; units: number }

const noServices: Service[] = []

const serviceList: ReadValue<Service[]> = readArray(
  described(formSchema(serviceForm), (value, name, today) =>
    isJsonObject(value)
      ? readForm(serviceForm, value, today, `${name}.`)
      : refuseValue(name, 'an object such as {"procedure_code":"97110","units":12}', value),
  ),
  0,
  9,
)

const noAnswers: JsonObject = {}

/** Answers by question name; the policies validate them later. */
const answerList = described<JsonObject>(
  {
    type: 'object',
    maxProperties: 200,
    description: "Answers to the payer's questions, by their names.",
  },
  (value, name) =>
    isJsonObject(value) && Object.keys(value).length <= 200
      ? { ok: true, value }
      : refuseValue(name, 'an object of answers by question such as {"bmi":37.5}', value),
)

/** The fields of a prior authorization that the requester fills in, and may correct while it is open. */
const requestForm = {
  patient_member_id: { read: memberId },
  patient_name: { read: optional(textUpTo(200)), fallback: null },
  patient_dob: { read: birthDate },
  procedure_code: { read: procedureCode },
  units: { read: units, fallback: 1 },
  additional_services: { read: serviceList, fallback: noServices },
  diagnosis_codes: { read: diagnosisCodes },
  provider_npi: { read: npi },
  service_date: { read: date },
  urgency: { read: readChoice(urgencies), fallback: 'standard' },
  place_of_service: { read: placeOfService, fallback: null },
  clinical_notes: { read: optional(textUpTo(20_000)), fallback: null },
  answers: { read: answerList, fallback: noAnswers },
} as const

const attachmentList: ReadValue<AttachmentFields[]> = readArray(
  described(attachmentSchema, (value, name, today) =>
    isJsonObject(value)
      ? readAttachment(value, today, `${name}.`)
      : refuseValue(name, 'an object such as {"document_type":"clinical_note","text":"…"}', value),
  ),
  0,
  20,
)

/** The fields of a new prior authorization, with its documents. */
const submissionForm = { ...requestForm, attachments: { read: attachmentList, fallback: [] } } as const

/** The fields of a correction, with further documents. */
const correctionForm = { ...requestForm, attachments: { read: attachmentList } } as const

export type Corrections = Partial<FormValues<typeof correctionForm>>
export type Submission = FormValues<typeof submissionForm>

/** The JSON Schemas of a new prior authorization and of corrections. */
export const submissionSchema = formSchema(submissionForm)
export const correctionSchema = formSchema(correctionForm, { partial: true })

/**
 * Reads a new prior authorization. Nothing is converted: a number is not text, a date has exactly one format, an NPI
 * needs its check digit. Every invalid field is a separate error. `today` is the date of the playground's clock.
 */
export function readSubmission(input: JsonObject, today: string): Reading<Submission> {
  return readForm(submissionForm, input, today)
}

/** Reads corrections: any of the fields of `requestForm`, and documents, under the same rules. */
export function readCorrections(input: JsonObject, today: string): Reading<Corrections> {
  return readChanges(correctionForm, input, today)
}
