import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Static, TSchema } from 'typebox'
import { Type } from 'typebox'
import { Check, Errors } from 'typebox/value'

const token = (description: string) => Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$', description })

/** Members of calls that several exchanges take. */
export const callMembers = {
  patientId: Type.String({
    pattern: '^(Patient/)?[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
    description: 'The id of a patient of the record, or of a configured member, or a member id.',
  }),
  token,
  day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  code: Type.String({ pattern: '^[A-Z0-9]{1,10}$' }),
  diagnosis: Type.String({ pattern: '^[A-Z][0-9][0-9A-Z](\\.?[0-9A-Z]{1,4})?$' }),
} as const

/** Reads a call by its schema: the value, or what is wrong, naming the member. */
export function readCall<Schema extends TSchema>(
  schema: Schema,
  json: JsonObject,
): { readonly value: Static<Schema> } | { readonly problem: string } {
  if (Check(schema, json)) return { value: json }
  const [first] = Errors(schema, json)
  if (first === undefined) return { problem: 'the body does not follow its schema' }
  const place = first.instancePath === '' ? 'the body' : first.instancePath.slice(1).replaceAll('/', '.')
  return { problem: `${place} ${first.message}${named(first.params)}` }
}

/** `Patient/p1` and `p1` are the same. */
export function bareId(patientId: string): string {
  return patientId.replace(/^Patient\//, '')
}

/** What is wrong with a call about somebody who is covered under the number of somebody else, where only a subscriber is taken. */
export function dependentProblem(patientId: string): string {
  return `patient_id: expected a subscriber, got ${patientId}, who is a dependent; eligibility alone is told of dependents`
}

/** The members that a finding is about. */
function named(params: object): string {
  const names = Object.values(params).find((value): value is JsonValue[] => Array.isArray(value))
  return names === undefined ? '' : ` (${names.map(String).join(', ')})`
}
