import { FhirError } from './fhir-error.js'
import { type FhirResource, isResource } from './fhir-resource.js'
import { isJsonObject, type JsonValue } from './json.js'
import type { OutcomeIssue } from './operation-outcome.js'
import { isConditionalReference } from './references.js'
import { isResourceType } from './resource-types.js'

/** The syntax of a FHIR id. */
export const idPattern = /^[A-Za-z0-9.-]{1,64}$/

/** More issues than this are not reported: they repeat one mistake. */
export const issueLimit = 50

/** The most values that a resource may hold, objects and arrays counted: each of them costs time in every index. */
export const valueLimit = 50_000

/**
 * Checks that a body can be stored as a resource of a type: an object of that type, an id of FHIR's syntax if it has
 * one, FHIR's rules of JSON (no null, no empty object, array or text), no reference that is a search. Throws a FhirError
 * with an issue for each fault, 400 where it is no resource of the type and 422 where its content breaks the rules.
 */
export function checkResource(body: JsonValue | undefined, resourceType: string): FhirResource {
  if (!isResourceType(resourceType)) throw unknownType(resourceType)
  if (!isResource(body)) {
    throw FhirError.of(
      400,
      'structure',
      `Expected a resource as the body, a JSON object such as {"resourceType":"${resourceType}", …}, got ${describe(body)}.`,
    )
  }
  if (body.resourceType !== resourceType) {
    throw FhirError.of(
      400,
      'invalid',
      `Expected a ${resourceType}, as the URL says, got "resourceType":"${body.resourceType}".`,
      'resourceType',
    )
  }
  const issues: OutcomeIssue[] = []
  if (body.id !== undefined && (typeof body.id !== 'string' || !idPattern.test(body.id))) {
    issues.push({
      severity: 'error',
      code: 'value',
      diagnostics: `Expected an id of 1 to 64 letters, digits, "-" and ".", got ${JSON.stringify(body.id)}.`,
      expression: [`${resourceType}.id`],
    })
  }
  if (body.meta !== undefined && !isJsonObject(body.meta)) {
    issues.push(fault(`${resourceType}.meta`, 'an object', body.meta))
  }
  if (countValues(body, valueLimit) > valueLimit) {
    throw FhirError.of(
      422,
      'too-long',
      `Expected a resource of at most ${valueLimit} values, got more. Split it.`,
      resourceType,
    )
  }
  checkMembers(body, resourceType, issues)
  const [first, ...others] = issues
  if (first !== undefined) throw new FhirError(422, [first, ...others])
  return body
}

/** The error for a type that FHIR R4 does not have. */
export function unknownType(resourceType: string): FhirError {
  return FhirError.of(
    404,
    'not-supported',
    `Expected a resource type of FHIR R4 such as "Patient", got "${resourceType}". Case matters.`,
  )
}

/** Counts the values in a value, itself too, and stops soon after `enough`. */
function countValues(value: JsonValue, enough: number): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    count += countValues(member, enough - count)
    if (count > enough) break
  }
  return count
}

function checkMembers(value: { readonly [key: string]: JsonValue }, place: string, issues: OutcomeIssue[]): void {
  for (const name in value) {
    const member = value[name]
    if (member === undefined || issues.length >= issueLimit) continue
    if (Array.isArray(member))
      checkList(member, `${place}.${name}`, `_${name}` in value || name.startsWith('_'), issues)
    else if (name === 'reference' && typeof member === 'string' && isConditionalReference(member)) {
      issues.push({
        severity: 'error',
        code: 'not-supported',
        diagnostics: `${place}: the reference "${member}" is a search. It is resolved in a transaction Bundle only.`,
        expression: [`${place}.reference`],
      })
    } else checkValue(member, place, name, issues)
  }
}

function checkList(list: readonly JsonValue[], place: string, gaps: boolean, issues: OutcomeIssue[]): void {
  if (list.length === 0) issues.push(fault(place, 'at least one item, or the element left out', list))
  for (const [index, item] of list.entries()) {
    // Where primitives have extensions beside them, null keeps the places of both lists in step.
    if (issues.length >= issueLimit) return
    if (item === null && gaps) continue
    if (Array.isArray(item)) issues.push(fault(`${place}[${index}]`, 'no array within an array', item))
    else checkValue(item, place, index, issues)
  }
}

function checkValue(value: JsonValue, place: string, key: string | number, issues: OutcomeIssue[]): void {
  if (value === null) issues.push(fault(join(place, key), 'a value, or the element left out', value))
  else if (value === '') issues.push(fault(join(place, key), 'a text that is not empty', value))
  else if (isJsonObject(value)) {
    let empty = true
    for (const _ in value) {
      empty = false
      break
    }
    if (empty) issues.push(fault(join(place, key), 'at least one member, or the element left out', value))
    else checkMembers(value, join(place, key), issues)
  }
}

function join(place: string, key: string | number): string {
  return typeof key === 'number' ? `${place}[${key}]` : `${place}.${key}`
}

function fault(place: string, expected: string, value: JsonValue): OutcomeIssue {
  return {
    severity: 'error',
    code: 'structure',
    diagnostics: `${place}: expected ${expected}, got ${describe(value)}.`,
    expression: [place],
  }
}

/** A short description of a value for a message. */
export function describe(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array'
  if (isJsonObject(value)) {
    return Object.keys(value).length === 0
      ? 'an empty object'
      : `an object with ${Object.keys(value).slice(0, 5).join(', ')}`
  }
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}
