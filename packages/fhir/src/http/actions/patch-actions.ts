import { isJsonObject, type JsonValue, type Steps } from '@carebench/protocol/wire'
import { describe } from '../../resource/describe.js'
import { FhirError } from '../../resource/fhir-error.js'
import { type FhirResource, formatReference, readId } from '../../resource/fhir-resource.js'
import type { FhirStore } from '../../store/store.js'
import { checkResource } from '../../validation/write-rules.js'
import { type Conditions, checkConditions } from '../request/conditions.js'
import type { QueryParameters } from '../request/fhir-url.js'
import { applyPatch, type PatchOperation, parsePatch } from './json-patch.js'
import { findOnlyMatch } from './only-match.js'
import { type ActionResult, putResource, requireResource } from './record-actions.js'
import { createWriteRules, type WriteContext } from './reference-integrity.js'

/**
 * Maximum number of characters of JSON in all versions that patches make in one record: each version is kept, even if
 * its patch was short.
 */
const patchedLimit = 128 * 1024 * 1024

/** Copying this many values costs as much as a search examining one resource. */
const valuesPerResource = 10

/**
 * Patches a resource by JSON Patch. Throws a FhirError: 400 if the patch is malformed, 404 or 410 if the resource does
 * not exist, 412 if a precondition fails, 413 if the record would grow too large, 422 if an operation fails or the
 * result is not a resource of the same type and id.
 */
export function* patchResource(
  store: FhirStore,
  resourceType: string,
  id: string,
  body: JsonValue | undefined,
  context: WriteContext,
  conditions: Conditions,
): Steps<ActionResult> {
  const patch = parsePatch(body)
  const { resource } = requireResource(store, resourceType, id)
  checkConditions(store, resourceType, id, conditions)
  if (store.patched > patchedLimit) {
    throw FhirError.of(
      413,
      'too-costly',
      `The versions that patches have made of this record have more than ${patchedLimit} characters. Update by PUT.`,
    )
  }
  const name = formatReference(resourceType, id)
  const examine = () => context.examine?.({ resourceType, named: [name], beyondReturned: false })
  // A caller who learns whether a value is there has read it.
  if (patch.some(({ op }) => op === 'test')) examine()
  try {
    return yield* patchPresent(store, resource, patch, context)
  } catch (error) {
    if (error instanceof FhirError) examine()
    throw error
  }
}

function* patchPresent(
  store: FhirStore,
  resource: FhirResource,
  patch: readonly PatchOperation[],
  context: WriteContext,
): Steps<ActionResult> {
  const { resourceType } = resource
  const id = String(resource.id)
  const patched = yield* applyPatch(resource, patch, (values) => store.spend(values / valuesPerResource))
  for (const element of ['resourceType', 'id'] as const) {
    const value = isJsonObject(patched) && Object.hasOwn(patched, element) ? patched[element] : undefined
    if (value === resource[element]) continue
    throw FhirError.of(
      422,
      'invalid',
      `A patch cannot change ${element}: expected ${describe(resource[element])}, got ${describe(value)}.`,
      `${resourceType}.${element}`,
    )
  }
  const rules = createWriteRules(store, context, formatReference(resourceType, id), () => resource)
  yield
  const checked = checkResource(patched, resourceType, rules)
  yield
  return putResource(store, checked, id, context, 'patch', 'PATCH')
}

/** Patches the only match of a search. Throws a FhirError, 404 if nothing matches and 412 if several resources do. */
export function* patchMatch(
  store: FhirStore,
  resourceType: string,
  search: QueryParameters,
  body: JsonValue | undefined,
  context: WriteContext,
  conditions: Conditions,
): Steps<ActionResult> {
  const match = yield* findOnlyMatch(store, resourceType, search, 'A conditional patch', context)
  const id = match && readId(match.resource)
  if (id === undefined) {
    throw FhirError.of(404, 'not-found', `No ${resourceType} matches the search of the conditional patch.`)
  }
  return yield* patchResource(store, resourceType, id, body, context, conditions)
}
