import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { AppQuestion, AppQuestions } from '../../app.js'
import { correctionSchema } from '../model/prior-auth-form.js'
import { documentTypeIn, rowsIn, sentence, textIn, textsIn } from './request-words.js'

/**
 * Maximum number of questions on a page, because a form has a limited number of fields; the payer asks the rest later.
 */
const maxQuestions = 100

/** The questions of a payer about a service. */
export const questionsOfPayer: AppQuestions = {
  member: 'answers',
  calls: ['submitPriorAuth', 'amendPriorAuth'],
  reading(body) {
    // A stored request lists its open questions; answered ones have to be looked up, because answers can be corrected.
    const isKnown = body.auth_number !== undefined && Object.keys(answersIn(body)).length === 0
    if (isKnown || textIn(body, 'procedure_code') === '') return null
    const names = ['procedure_code', 'patient_member_id', 'provider_npi', 'service_date', 'units', 'place_of_service']
    const values = Object.fromEntries(names.map((name) => [name, textIn(body, name)]))
    const diagnosis_code = textsIn(body, 'diagnosis_codes').join(',')
    return { call: 'checkRequirements', values: { ...values, diagnosis_code } }
  },
  questions(response, body) {
    const all = isJsonObject(response) ? rowsIn(response, 'questions') : []
    if (body.auth_number === undefined) return all.slice(0, maxQuestions).map(readQuestion)
    const open = rowsIn(body, 'questions')
    const isOpen = (name: string) => open.some((one) => textIn(one, 'name') === name)
    const answered = all.filter((one) => Object.hasOwn(answersIn(body), textIn(one, 'name')))
    return [...open, ...answered.filter((one) => !isOpen(textIn(one, 'name')))].slice(0, maxQuestions).map(readQuestion)
  },
}

function answersIn({ answers }: JsonObject): JsonObject {
  return isJsonObject(answers) ? answers : {}
}

const kinds: Readonly<Record<string, AppQuestion['kind']>> = { number: 'number', date: 'date', choice: 'choice' }

function readQuestion(question: JsonObject): AppQuestion {
  const unit = textIn(question, 'unit')
  const documents = textsIn(question, 'documents').map(sentence)
  const hints = [
    unit !== '' && unit !== '1' && `In ${unit}.`,
    documents.length > 0 && `Attach what shows it: ${documents.join(' or ')}.`,
  ]
  return {
    name: textIn(question, 'name'),
    label: textIn(question, 'question'),
    hint: hints.filter((one) => one !== false).join(' '),
    kind: kinds[textIn(question, 'answer_type')] ?? 'yes',
    choices: textsIn(question, 'options'),
  }
}

const correctable = Object.keys(isJsonObject(correctionSchema.properties) ? correctionSchema.properties : {})

/** Returns the initial values of a correction: those of the request, and a document of each missing type. */
export function beginCorrection(request: JsonObject): JsonObject {
  const missing = textsIn(request, 'missing_documents').slice(0, 20)
  return {
    ...Object.fromEntries(Object.entries(request).filter(([name]) => correctable.includes(name))),
    attachments: missing.map((type) => ({ document_type: sentence(type) })),
  }
}

/** Returns the initial values of a document: the first missing type. */
export function beginDocument(request: JsonObject): JsonObject {
  const [missing] = textsIn(request, 'missing_documents')
  return missing === undefined ? {} : { document_type: sentence(missing) }
}

/** Types of documents that payers often ask for. */
const usualTypes = [
  ...['clinical_note', 'imaging_report', 'lab_result', 'letter_of_medical_necessity'],
  ...['operative_report', 'treatment_plan', 'therapy_notes', 'medication_list'],
]

/** Returns suggestions for document types: those that the payer asks for, then the usual ones. */
export function suggestDocuments(request: JsonValue): Readonly<Record<string, readonly string[]>> {
  const asked = isJsonObject(request) ? textsIn(request, 'missing_documents') : []
  const types = [...new Set([...asked, ...usualTypes])].map(sentence)
  return { '/document_type': types, '/attachments/*/document_type': types }
}

/**
 * Converts a form's body to the portal's format: people type document types in words, and codes in lower case or
 * several in one field.
 */
export function normalize(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([name, value = null]): [string, JsonValue] => [name, normalizeMember(name, value)]),
  )
}

function normalizeMember(name: string, value: JsonValue): JsonValue {
  if (name === 'document_type') return documentTypeIn(value)
  if (name === 'procedure_code') return String(value).toUpperCase()
  if (name === 'diagnosis_code' && typeof value === 'string') return splitCodes(value).join(',')
  if (!Array.isArray(value)) return value
  if (name === 'diagnosis_codes') {
    return value.flatMap((one) => splitCodes(String(one)))
  }
  return value.map((one) => (isJsonObject(one) ? normalize(one) : one))
}

/** Splits a text into codes at commas, semicolons and spaces. */
function splitCodes(text: string): readonly string[] {
  return text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== '')
}
