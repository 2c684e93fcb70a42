import { type Conditions, checkConditions } from './conditions.js'
import { FhirError } from './fhir-error.js'
import { idOf } from './fhir-resource.js'
import type { QueryParameters } from './fhir-url.js'
import { isJsonObject, type JsonValue } from './json.js'
import { applyPatch, parsePatch } from './json-patch.js'
import { type ActionResult, type FhirContext, onlyMatch, presentResource, putResource } from './record-actions.js'
import type { FhirStore } from './store.js'
import { checkResource, describe } from './write-rules.js'

/**
 * Patches a resource by JSON Patch. Throws a FhirError: 400 for what is no patch, 404 and 410 where there is no resource,
 * 412 for a condition, 422 where an operation cannot be carried out or its result is no resource of the same type and id.
 */
export function patchResource(
  store: FhirStore,
  resourceType: string,
  id: string,
  body: JsonValue | undefined,
  context: FhirContext,
  conditions: Conditions,
): ActionResult {
  const patch = parsePatch(body)
  const { resource } = presentResource(store, resourceType, id)
  checkConditions(store, resourceType, id, conditions)
  const patched = applyPatch(resource, patch)
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
  return putResource(store, checkResource(patched, resourceType), id, context, 'patch', 'PATCH')
}

/** Patches the only match of a search. Throws a FhirError, 404 if there is none and 412 if there are several. */
export function patchMatch(
  store: FhirStore,
  resourceType: string,
  search: QueryParameters,
  body: JsonValue | undefined,
  context: FhirContext,
  conditions: Conditions,
): ActionResult {
  const match = onlyMatch(store, resourceType, search, 'A conditional patch')
  const id = match && idOf(match.resource)
  if (id === undefined) {
    throw FhirError.of(404, 'not-found', `No ${resourceType} matches the search of the conditional patch.`)
  }
  return patchResource(store, resourceType, id, body, context, conditions)
}
