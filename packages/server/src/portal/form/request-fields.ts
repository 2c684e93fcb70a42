import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { PortalForm } from '@carebench/service'
import { type Markup, markup } from '../../site/markup.js'
import { areaField, choiceField, type FieldSpec, type Filling, inputField } from '../fields.js'
import type { FoundField } from '../findings.js'
import { maxQuestions } from './answer-fields.js'
import { findDocumentField, type SentDocuments } from './document-fields.js'

type RequestField =
  | 'patient_member_id'
  | 'patient_name'
  | 'patient_dob'
  | 'procedure_code'
  | 'units'
  | 'additional_services'
  | 'diagnosis_codes'
  | 'service_date'
  | 'urgency'
  | 'place_of_service'
  | 'provider_npi'
  | 'clinical_notes'

/** The fields of a request by name, in the order of the page. */
const fields: Readonly<Record<RequestField, Omit<FieldSpec, 'name'>>> = {
  patient_member_id: { label: 'Member ID', hint: 'As on the card, for example MBR-1001' },
  patient_dob: { label: 'Date of birth', kind: 'date' },
  patient_name: { label: 'Patient name', optional: true },
  procedure_code: { label: 'Procedure code', hint: 'CPT or HCPCS, for example 72148 or E0601' },
  units: { label: 'Units', hint: 'Visits, items or hours; 1 if left blank', optional: true, numeric: true },
  additional_services: {
    label: 'Further services',
    hint: 'One on each line, with its units if there are several: 97110 12',
    optional: true,
  },
  service_date: { label: 'Service date', kind: 'date' },
  diagnosis_codes: {
    label: 'Diagnosis codes',
    hint: 'ICD-10-CM with the dot, separated by commas: M54.16, M51.26',
  },
  urgency: { label: 'Urgency' },
  place_of_service: {
    label: 'Place of service',
    hint: 'Two digits: 11 an office, 22 a hospital, 12 at home',
    optional: true,
    numeric: true,
  },
  clinical_notes: {
    label: 'Clinical notes',
    hint: 'Previous treatment, and why the service is needed',
    optional: true,
  },
  provider_npi: { label: 'Provider NPI', hint: 'Ten digits; look it up under Providers', numeric: true },
}

const names = Object.keys(fields) as RequestField[]

/** The number of fields of a request; those of answers and documents follow. */
export const fieldCount: number = names.length

/** The fields of a request in their groups. */
export function requestFields(filling: Filling): Markup {
  const input = (name: RequestField) => inputField({ name, ...fields[name] }, filling)
  const area = (name: RequestField) => areaField({ name, ...fields[name] }, filling)
  const choices = [
    ['standard', 'Standard'],
    ['expedited', 'Expedited: a delay could harm the patient'],
  ] as const
  return markup`<fieldset><legend>Patient</legend>
<div class="pair">${input('patient_member_id')}${input('patient_dob')}</div>${input('patient_name')}</fieldset>
<fieldset><legend>Service</legend>
<div class="pair">${input('procedure_code')}${input('service_date')}</div>${input('units')}
${area('additional_services')}${input('diagnosis_codes')}
${choiceField({ name: 'urgency', ...fields.urgency }, choices, filling)}
${input('place_of_service')}${area('clinical_notes')}</fieldset>
<fieldset><legend>Provider</legend>${input('provider_npi')}</fieldset>`
}

/** The body of a new request, without blank fields. */
export function readRequest(form: PortalForm): JsonObject {
  const request: Record<string, JsonValue> = {}
  for (const name of names) {
    const value = readField(form, name)
    if (!isNone(value)) request[name] = value
  }
  return request
}

/**
 * The fields that differ from a request: a blank field becomes null where null is allowed, and is omitted if it was
 * already empty.
 */
export function readCorrections(form: PortalForm, before: JsonObject): JsonObject {
  const corrections: Record<string, JsonValue> = {}
  for (const name of names) {
    const value = readField(form, name)
    const known = before[name] ?? ''
    if (JSON.stringify(value) === JSON.stringify(known)) continue
    if (name === 'additional_services' && isNone(value) && isNone(known)) continue
    if (name === 'units' && value === '') corrections[name] = 1
    else corrections[name] = value === '' && fields[name].optional === true ? null : value
  }
  return corrections
}

function isNone(value: JsonValue): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0)
}

/** The field that a member of a request, or of one of its documents, came from. */
export function findRequestField(field: string, documents: SentDocuments): FoundField | undefined {
  const [, index, member] = /^attachments\[(\d+)\]\.?(\w*)/.exec(field) ?? []
  if (index !== undefined) {
    const found = findDocumentField(documents, Number(index), member ?? '')
    return found && { ...found, order: fieldCount + maxQuestions + Number(index) }
  }
  const [base = ''] = field.split(/[.[]/, 1)
  const name = names.find((known) => known === base)
  return name === undefined ? undefined : { name, label: fields[name].label, order: names.indexOf(name) }
}

/** The values of a request as field values. */
export function fillingOf(request: JsonObject): Filling['value'] {
  return (name) => {
    const value = request[name]
    if (typeof value === 'number') return String(value)
    if (name === 'additional_services') return Array.isArray(value) ? value.map(serviceLine).join('\n') : textIn(value)
    return Array.isArray(value) ? value.join(', ') : textIn(value)
  }
}

function textIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** A service as a line of its field: `97110 12`. */
function serviceLine(service: JsonValue): string {
  return isJsonObject(service) ? `${textIn(service.procedure_code)} ${String(service.units ?? '')}`.trim() : ''
}

/** Reads a line of services. An invalid number of units stays text, so that the payer's error names it. */
function readService(line: string): JsonObject {
  const [code = '', units, ...more] = line.split(/[\s,;]+/)
  if (units === undefined) return { procedure_code: code.toUpperCase() }
  const text = [units, ...more].join(' ')
  return { procedure_code: code.toUpperCase(), units: /^\d{1,9}$/.test(text) ? Number(text) : text }
}

function readField(form: PortalForm, name: RequestField): string | number | JsonValue[] {
  const text = form.text(name)
  if (name === 'additional_services') {
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map(readService)
  }
  if (name === 'units' && /^\d{1,9}$/.test(text)) return Number(text)
  if (name !== 'diagnosis_codes') return text
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((code) => code.toUpperCase())
}
