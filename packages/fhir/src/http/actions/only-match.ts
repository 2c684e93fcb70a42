import type { Steps } from '@carebench/protocol/wire'
import { FhirError } from '../../resource/fhir-error.js'
import { formatReference, type StoredResource } from '../../resource/fhir-resource.js'
import type { FhirStore } from '../../store/store.js'
import { listExaminedRecords } from '../examined-records.js'
import type { FhirContext } from '../fhir-context.js'
import type { QueryParameters } from '../request/fhir-url.js'

/**
 * Returns the only match of a condition, or undefined if nothing matches. Throws a FhirError (412) if several match.
 * Passes the examined records to `examine`.
 */
export function* findOnlyMatch(
  store: FhirStore,
  resourceType: string,
  search: QueryParameters,
  what: string,
  context: Pick<FhirContext, 'examine'> = {},
): Steps<StoredResource | undefined> {
  const find = yield* prepareOnlyMatch(store, resourceType, search, what, context)
  return find()
}

/**
 * Searches in steps and returns a function that examines the matches and returns or throws as {@link findOnlyMatch}
 * does.
 */
export function* prepareOnlyMatch(
  store: FhirStore,
  resourceType: string,
  search: QueryParameters,
  what: string,
  context: Pick<FhirContext, 'examine'>,
): Steps<() => StoredResource | undefined> {
  try {
    const conditions = requireConditions(search, what)
    const { matches } = yield* store.searchInSteps(resourceType, conditions)
    return () => judgeMatches(resourceType, conditions, matches, what, context)
  } catch (error) {
    return () => {
      throw error
    }
  }
}

function requireConditions(search: QueryParameters, what: string): QueryParameters {
  const conditions = search.filter(([name]) => name !== '_format' && name !== '_pretty')
  if (conditions.length === 0) {
    throw FhirError.of(400, 'required', `${what} needs a search such as identifier=http://example.org/ids|1, got none.`)
  }
  return conditions
}

function judgeMatches(
  resourceType: string,
  conditions: QueryParameters,
  matches: readonly StoredResource[],
  what: string,
  { examine }: Pick<FhirContext, 'examine'>,
): StoredResource | undefined {
  if (examine !== undefined) {
    for (const records of listExaminedRecords(resourceType, conditions)) examine(records)
    const named = matches.map(({ resource }) => formatReference(resourceType, String(resource.id)))
    if (named.length > 0) examine({ resourceType, named, beyondReturned: false })
  }
  if (matches.length > 1) {
    throw FhirError.of(
      412,
      'multiple-matches',
      `${what} expects one match at most, but ${matches.length} resources of type ${resourceType} match: ${matches
        .slice(0, 5)
        .map((match) => formatReference(resourceType, String(match.resource.id)))
        .join(', ')}.`,
    )
  }
  return matches[0]
}
