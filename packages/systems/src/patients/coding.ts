import type { JsonObject } from '@carebench/protocol'

/** The code systems that generated records use. */
export const CODE_SYSTEM = {
  snomed: 'http://snomed.info/sct',
  icd10: 'http://hl7.org/fhir/sid/icd-10-cm',
  loinc: 'http://loinc.org',
  rxnorm: 'http://www.nlm.nih.gov/research/umls/rxnorm',
  cvx: 'http://hl7.org/fhir/sid/cvx',
  cpt: 'http://www.ama-assn.org/go/cpt',
  ucum: 'http://unitsofmeasure.org',
  nucc: 'http://nucc.org/provider-taxonomy',
} as const

/** A code with its display; the code system is that of the table. */
export interface Code {
  readonly code: string
  readonly display: string
}

/** Returns a Coding. */
export function coding(system: string, code: string, display?: string): JsonObject {
  return display === undefined ? { system, code } : { system, code, display }
}

/** Returns a CodeableConcept of one coding whose text is the display. */
export function concept(system: string, code: Code): JsonObject {
  return { coding: [coding(system, code.code, code.display)], text: code.display }
}

/** Returns a CodeableConcept of one coding from HL7's own terminology (`http://terminology.hl7.org/CodeSystem/…`). */
export function hl7Concept(name: string, code: string, display?: string): JsonObject {
  return { coding: [hl7Coding(name, code, display)] }
}

/** Returns a Coding from HL7's own terminology. */
export function hl7Coding(name: string, code: string, display?: string): JsonObject {
  return coding(`http://terminology.hl7.org/CodeSystem/${name}`, code, display)
}

/** Returns a Quantity in UCUM. */
export function quantity(value: number, unit: string, code: string = unit): JsonObject {
  return { value, unit, system: CODE_SYSTEM.ucum, code }
}
