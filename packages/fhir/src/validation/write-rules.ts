import { isJsonObject, type JsonValue } from '@carebench/protocol/wire'
import { unknownTypeError } from '../resource/definitions/unknown-type.js'
import { describe } from '../resource/describe.js'
import { FhirError } from '../resource/fhir-error.js'
import { type FhirResource, idPattern, isResource } from '../resource/fhir-resource.js'
import { depthLimit } from '../resource/json-text.js'
import type { OutcomeIssue } from '../resource/operation-outcome.js'
import { isResourceType } from '../resource/resource-types.js'
import { checkStructure, type ReferencePolicy } from './structure-check.js'

/** Maximum number of reported issues: further ones usually repeat a mistake. */
export const issueLimit = 50

/** Maximum number of values in a resource, including objects and arrays: each one costs time in every index. */
export const valueLimit = 50_000

/** The rules by which writes are checked. */
export interface WriteRules extends ReferencePolicy {
  /** With false, only the type, the id, `meta` and the size are checked. Default true. */
  readonly validate?: boolean | undefined
  /**
   * The time of the write, RFC 3339: the times of changes in the resource must not be more than five minutes later.
   * Default: not checked.
   */
  readonly now?: string | undefined
}

/**
 * Checks that a body can be stored as a resource of a type: an object of that type, with no more values than allowed,
 * that passes `checkStructure`. Throws a FhirError with its issues: 404 for an unknown type, 400 if the body is not a
 * resource of the type, 422 if its content breaks the rules.
 */
export function checkResource(
  body: JsonValue | undefined,
  resourceType: string,
  { validate = true, now, ...policy }: WriteRules = {},
): FhirResource {
  if (!isResourceType(resourceType)) throw unknownTypeError(resourceType)
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
  const issues = validate ? checkStructure(body, issueLimit, policy) : listBasicIssues(body)
  const future = now === undefined ? [] : listStampIssues(body, now)
  if (issues.length > 0 || future.length > 0) {
    const [first, ...others] = [...issues, ...future]
    if (first !== undefined) throw new FhirError(422, [first, ...others])
  }
  return body
}

/** Returns the issues that make it impossible to store a resource. */
function listBasicIssues({ resourceType, id, meta }: FhirResource): readonly OutcomeIssue[] {
  const createIssue = (element: string, expected: string, value: JsonValue): OutcomeIssue => {
    const place = `${resourceType}.${element}`
    const diagnostics = `${place}: expected ${expected}, got ${describe(value)}.`
    return { severity: 'error', code: 'value', diagnostics, expression: [place] }
  }
  const isId = id === undefined || (typeof id === 'string' && idPattern.test(id))
  return [
    ...(isId ? [] : [createIssue('id', '1 to 64 letters, digits, "-" and "."', id)]),
    ...(meta === undefined || isJsonObject(meta) ? [] : [createIssue('meta', 'an object', meta)]),
  ]
}

/** Tolerated difference between the clocks of clients and of the server. */
const clockToleranceMs = 5 * 60_000

/** Returns an issue for each time of a change in the resource that is too far after now. */
function listStampIssues({ resourceType, meta, lastModified }: FhirResource, now: string): readonly OutcomeIssue[] {
  const updated = isJsonObject(meta) ? checkStamp(`${resourceType}.meta.lastUpdated`, meta.lastUpdated, now) : []
  return resourceType === 'Task' ? [...updated, ...checkStamp('Task.lastModified', lastModified, now)] : updated
}

function checkStamp(place: string, value: JsonValue | undefined, now: string): readonly OutcomeIssue[] {
  if (typeof value !== 'string' || value === now) return []
  if (!(Date.parse(value) > Date.parse(now) + clockToleranceMs)) return []
  const diagnostics = `${place}: expected a time that is not after now, ${now}, got ${describe(value)}.`
  return [{ severity: 'error', code: 'value', diagnostics, expression: [place] }]
}

/** Counts the values in a value, including itself; may stop at any count above `enough`. */
function countValues(value: JsonValue, enough: number, depth = 0): number {
  // `parseJsonText` and `checkStructure` reject deeper nesting.
  if (typeof value !== 'object' || value === null || depth > depthLimit) return 1
  let count = 1
  // Primitive values, which are most, cost no call, and members are not copied into a list.
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
