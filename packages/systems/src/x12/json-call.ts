import { Type } from 'typebox'

function token(description: string) {
  return Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$', description })
}

/** Members that several exchanges have in their calls. */
export const callMembers = {
  patientId: Type.String({
    pattern: '^(Patient/)?[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
    description: 'The id of a patient in the record, the patient_id of a configured member, or a member id.',
  }),
  token,
  day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  code: Type.String({ pattern: '^[A-Z0-9]{1,10}$' }),
  units: Type.Number({ exclusiveMinimum: 0, maximum: 9999 }),
  diagnosis: Type.String({ pattern: '^[A-Z][0-9][0-9A-Z](\\.?[0-9A-Z]{1,4})?$' }),
} as const

/** `Patient/p1` and `p1` are equivalent. */
export function bareId(patientId: string): string {
  return patientId.replace(/^Patient\//, '')
}

/** The error for a claim of a dependent. */
export function dependentProblem(patientId: string): string {
  return `patient_id: expected a subscriber, got ${patientId}, who is a dependent; send an 837P for claims of dependents`
}
