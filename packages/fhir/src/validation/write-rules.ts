import { isJsonObject, type JsonValue } from '@carebench/protocol/wire'
import { unknownType } from '../resource/definitions/unknown-type.js'
import { describe } from '../resource/describe.js'
import { FhirError } from '../resource/fhir-error.js'
import { type FhirResource, idPattern, isResource } from '../resource/fhir-resource.js'
import { depthLimit } from '../resource/json-text.js'
import type { OutcomeIssue } from '../resource/operation-outcome.js'
import { isResourceType } from '../resource/resource-types.js'
import { checkStructure, type ReferencePolicy } from './structure-check.js'

/** Maximum number of issues that are reported: further ones usually repeat a mistake. */
export const issueLimit = 50

/** Maximum number of values in a resource, including objects and arrays: each one costs time in every index. */
export const valueLimit = 50_000

/** The strictness of checking writes. */
export interface WriteRules extends ReferencePolicy {
  /** With false, only the essentials are checked: the type, the id, `meta` and the size. Default true. */
  readonly validate?: boolean | undefined
  /** The time of the write, RFC 3339: a stamp of a change must not be later. Default: any stamp is taken. */
  readonly now?: string | undefined
}

/**
 * Checks that a body can be stored as a resource of a type: an object of that type, with no more values than allowed,
 * that passes `checkStructure`. Throws a FhirError with an issue for each fault: 400 if it is not a resource of the
 * type, 422 if its content breaks the rules.
 */
export function checkResource(
  body: JsonValue | undefined,
  resourceType: string,
  { validate = true, now, ...policy }: WriteRules = {},
): FhirResource {
  if (!isResourceType(resourceType)) throw unknownType(resourceType)
  if (!isResource(body)) {
    throw FhirError.of(
      400,
      'structure',
      `Expected a resource as the body, a JSON object such as {"resourceType":"${resourceType}", …}, got ` +
        `${describe(body)}.`,
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
  if (countValues(body, valueLimit) > valueLimit) {
    throw FhirError.of(
      422,
      'too-long',
      `Expected a resource of at most ${valueLimit} values, got more. Split it.`,
      resourceType,
    )
  }
  const issues = validate ? checkStructure(body, issueLimit, policy) : issuesOfPlace(body)
  const future = now === undefined ? [] : issuesOfStamps(body, now)
  if (issues.length > 0 || future.length > 0) {
    const [first, ...others] = [...issues, ...future]
    if (first !== undefined) throw new FhirError(422, [first, ...others])
  }
  return body
}

/** Faults that would make it impossible to store a resource. */
function issuesOfPlace({ resourceType, id, meta }: FhirResource): readonly OutcomeIssue[] {
  const fault = (element: string, expected: string, value: JsonValue): OutcomeIssue => {
    const place = `${resourceType}.${element}`
    const diagnostics = `${place}: expected ${expected}, got ${describe(value)}.`
    return { severity: 'error', code: 'value', diagnostics, expression: [place] }
  }
  const isId = id === undefined || (typeof id === 'string' && idPattern.test(id))
  return [
    ...(isId ? [] : [fault('id', '1 to 64 letters, digits, "-" and "."', id)]),
    ...(meta === undefined || isJsonObject(meta) ? [] : [fault('meta', 'an object', meta)]),
  ]
}

/** Clocks of clients are not quite those of the server. */
const clockToleranceMs = 5 * 60_000

/** Faults of the elements that say when a resource was changed: it cannot have been later than now. */
function issuesOfStamps({ resourceType, meta, lastModified }: FhirResource, now: string): readonly OutcomeIssue[] {
  const updated = isJsonObject(meta) ? issuesOfStamp(`${resourceType}.meta.lastUpdated`, meta.lastUpdated, now) : []
  return resourceType === 'Task' ? [...updated, ...issuesOfStamp('Task.lastModified', lastModified, now)] : updated
}

function issuesOfStamp(place: string, value: JsonValue | undefined, now: string): readonly OutcomeIssue[] {
  if (typeof value !== 'string' || value === now) return []
  if (!(Date.parse(value) > Date.parse(now) + clockToleranceMs)) return []
  const diagnostics = `${place}: expected a time that is not after now, ${now}, got ${describe(value)}.`
  return [{ severity: 'error', code: 'value', diagnostics, expression: [place] }]
}

/** Counts the values in a value, including itself, and stops soon after `enough`. */
function countValues(value: JsonValue, enough: number, depth = 0): number {
  // Deeper nesting is refused.
  if (typeof value !== 'object' || value === null || depth > depthLimit) return 1
  let count = 1
  // Most values are primitive, and cost no call. The members of an object are not copied into a list.
  const add = (member: JsonValue | undefined) => {
    count += typeof member === 'object' ? countValues(member, enough - count, depth + 1) : 1
  }
  if (isJsonObject(value)) {
    for (const name in value) {
      if (count > enough) break
      add(value[name])
    }
    return count
  }
  for (let at = 0; at < value.length && count <= enough; at++) add(value[at])
  return count
}
