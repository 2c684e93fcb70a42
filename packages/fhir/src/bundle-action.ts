import type { BundleEntry } from './bundle-entry.js'
import { FhirError } from './fhir-error.js'
import {
  type ActionResult,
  createResource,
  deleteMatch,
  deleteResource,
  type FhirContext,
  readResource,
  updateMatch,
  updateResource,
} from './record-actions.js'
import { isResourceType } from './resource-types.js'
import { searchBundle } from './search-bundle.js'
import type { FhirStore } from './store.js'
import { unknownType } from './write-rules.js'

/** Carries out one entry of a batch or transaction on its own. Throws a FhirError if it is refused. */
export function runEntry(store: FhirStore, entry: BundleEntry, context: FhirContext): ActionResult {
  const { method, type, id, query, resource } = entry
  if (!isResourceType(type)) throw unknownType(type)
  switch (method) {
    case 'GET':
    case 'HEAD':
      return id === undefined
        ? searchBundle(store, type, query, context)
        : readResource(store, type, id, entry.ifNoneMatch)
    case 'POST':
      if (id === undefined) return createResource(store, type, resource, context, entry.ifNoneExist, entry.newId)
      break
    case 'PUT':
      return id === undefined
        ? updateMatch(store, type, query, resource, context, entry.ifMatch, entry.newId)
        : updateResource(store, type, id, resource, context, {
            ...(entry.ifMatch === undefined ? {} : { ifMatch: entry.ifMatch }),
            ...(entry.ifNoneMatch === undefined ? {} : { ifNoneMatch: entry.ifNoneMatch }),
          })
    case 'DELETE':
      return id === undefined
        ? deleteMatch(store, type, query, context)
        : deleteResource(store, type, id, context, entry.ifMatch)
  }
  throw FhirError.of(405, 'not-supported', `${method} ${entry.url} is not supported in a Bundle.`)
}
