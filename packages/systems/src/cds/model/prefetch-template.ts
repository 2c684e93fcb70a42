import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { fhirGroup, fhirHeaders, fhirType } from '../../fhir/group.js'
import { show } from '../../json-shape.js'
import { readJson } from '../../noise.js'
import type { Ask } from '../../simulator.js'

/** Placeholders for the user's id, with the resource type that the user must have. */
const usersOf: Readonly<Record<string, string>> = {
  userPractitionerId: 'Practitioner',
  userPractitionerRoleId: 'PractitionerRole',
  userPatientId: 'Patient',
  userRelatedPersonId: 'RelatedPerson',
}

/** The result of reading a prefetch from the record: the resource or Bundle, null if there is none; or the error. */
export type Fetched = { readonly value: JsonObject | null } | { readonly problem: string }

/** Reads a prefetch from the record for a given context. */
export type PrefetchTemplate = (context: JsonObject, ask: Ask | undefined) => Fetched

/**
 * Compiles a CDS Hooks prefetch template, a FHIR read or search: `Patient/{{context.patientId}}`,
 * `Condition?patient={{context.patientId}}`. Throws an Error that names the location of an unsupported placeholder.
 */
export function compilePrefetch(template: string, place: string): PrefetchTemplate {
  const parts = template.split(/\{\{(.*?)\}\}/s)
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 0 || /^context\.(?:patientId|encounterId|userId)$/.test(part) || Object.hasOwn(usersOf, part)) {
      continue
    }
    const known = ['context.patientId', 'context.encounterId', 'context.userId', ...Object.keys(usersOf)]
    throw new Error(`${place}: expected one of ${known.join(', ')} in braces, got ${show(part)}.`)
  }
  return (context, ask) => {
    const words = parts.map((part, index) => (index % 2 === 0 ? part : readToken(part, context)))
    // A placeholder has no value, so nothing can be requested.
    if (words.includes(undefined)) return { value: null }
    return fetchFrom(ask, words.join(''))
  }
}

function readToken(token: string, context: JsonObject): string | undefined {
  const member = token.startsWith('context.') ? context[token.slice('context.'.length)] : undefined
  if (member !== undefined) return typeof member === 'string' ? member : undefined
  const type = Object.hasOwn(usersOf, token) ? usersOf[token] : undefined
  const { userId } = context
  if (type === undefined || typeof userId !== 'string' || !userId.startsWith(`${type}/`)) return undefined
  return userId.slice(type.length + 1)
}

function fetchFrom(ask: Ask | undefined, target: string): Fetched {
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  const query = mark === -1 ? '' : target.slice(mark + 1)
  const answer = ask?.(fhirType, fhirGroup.name, { method: 'GET', path, query, headers: fhirHeaders, body: null })
  if (answer === undefined) return { problem: 'the environment has no FHIR record to read it from' }
  if (answer.status === 404 || answer.status === 410) return { value: null }
  const json = answer.status === 200 ? readJson(answer) : undefined
  if (isJsonObject(json)) return { value: json }
  return { problem: `the FHIR record answered ${answer.status} to GET ${target}${diagnosis(readJson(answer))}` }
}

function diagnosis(outcome: JsonValue | undefined): string {
  const issues = isJsonObject(outcome) ? outcome.issue : undefined
  const [issue] = Array.isArray(issues) ? issues : []
  const text = isJsonObject(issue) ? issue.diagnostics : undefined
  return typeof text === 'string' ? `: ${text}` : ''
}
