import type { JsonValue } from '@carebench/protocol'
import { documentTypePattern } from '../../../records/document-type.js'
import { readCodings, textAt } from './element.js'

/** LOINC codes of the document types that payers ask for. */
const loincCodes: Readonly<Record<string, string>> = {
  clinical_note: '11506-3',
  progress_report: '11506-3',
  progress_note: '11506-3',
  imaging_report: '18748-4',
  lab_report: '11502-2',
  physical_therapy_notes: '11508-9',
  therapy_notes: '11508-9',
  sleep_study: '28633-0',
  oximetry_report: '59408-5',
  blood_gas_report: '24336-0',
  psychology_report: '11515-4',
  plan_of_care: '18776-5',
  home_assessment: '89243-0',
  discharge_summary: '18842-5',
  operative_note: '11504-8',
  pathology_report: '11526-1',
  letter_of_medical_necessity: '52070-0',
  physician_order: '57133-1',
  referral: '57133-1',
}

/** The LOINC code by which a payer asks for a completed questionnaire. */
export const questionnaireRequest = '102089-0'

/** Returns the LOINC code of a document type, or the type itself if it has none. */
export function codeOfDocument(type: string): string {
  return loincCodes[type] ?? type
}

/**
 * Returns the document type that a CodeableConcept names, by its LOINC code or text; `other` if none fits. Prefers the
 * `wanted` types, which the payer asked for.
 */
export function readDocumentType(concept: JsonValue | undefined, wanted: readonly string[] = []): string {
  const codings = readCodings(concept)
  const texts = [...codings.map(({ display }) => display), textAt(concept, 'text')].flatMap(
    (text) => createSlug(text) ?? [],
  )
  const named = [...codings.flatMap(({ code }) => createSlug(code) ?? []), ...texts]
  const meant = codings.flatMap(({ code }) => Object.keys(loincCodes).filter((type) => loincCodes[type] === code))
  const fitting = [...named, ...meant]
  return (
    fitting.find((type) => wanted.includes(type)) ??
    named.find((type) => type in loincCodes) ??
    meant[0] ??
    texts[0] ??
    'other'
  )
}

function createSlug(text: string | undefined): string | undefined {
  const slug = text
    ?.slice(0, 256)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 64)
  return slug !== undefined && new RegExp(documentTypePattern).test(slug) ? slug : undefined
}
