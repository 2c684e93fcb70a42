import { type FhirResource, referenceTo, type StoredResource } from '../../resource/fhir-resource.js'
import { formatBundle } from '../../resource/record-url.js'
import { findReferences } from '../../resource/references.js'
import { isResourceType } from '../../resource/resource-types.js'
import { patientCompartment } from '../../search/parameters/patient-compartment.js'
import { compileSearch } from '../../search/resource-search.js'
import type { FhirStore } from '../../store/store.js'
import { entryOf, includedEntry } from '../../store/stored.js'
import { timeOf } from '../../store/version-log.js'
import type { QueryParameters } from '../request/fhir-url.js'
import {
  invalid,
  knownParameters,
  lastValue,
  pageCharacters,
  parseCount,
  parseSince,
  parseWhole,
} from '../request/result-parameters.js'
import { type ActionResult, lastUpdatedOf, observedLinked, presentResource } from './record-actions.js'
import { linkTo } from './search-bundle.js'

/** The parameters of `$everything`. Our paging links use `_after`. */
const everythingParameters = ['_count', '_since', '_type', '_after']

/**
 * Answers `Patient/[id]/$everything`: a searchset Bundle of the patient and its compartment (`match`) and of the
 * resources they refer to (`include`), in creation order. Paging stays correct while resources are created and deleted.
 * Throws a FhirError, 404 or 410, if the patient does not exist.
 */
export function patientEverything(
  store: FhirStore,
  id: string,
  query: QueryParameters,
  lenient: boolean,
): ActionResult {
  const parameters = knownParameters(query, everythingParameters, '$everything', lenient)
  const count = parseCount(parameters)
  const since = parseSince(parameters)
  const after = parseWhole(parameters, '_after') ?? -1
  const types = parseTypes(lastValue(parameters, '_type'))
  const matches = compartmentOf(store, id)
  const included = referencedBy(store, matches)
  const wanted = [...matches, ...included]
    .filter(({ resource }) => types === undefined || types.has(resource.resourceType))
    .filter(({ resource }) => timeOf(lastUpdatedOf(resource)) >= since)
    .sort((left, right) => left.created - right.created)
  const entries: string[] = []
  const returned: FhirResource[] = []
  let characters = 0
  let last: StoredResource | undefined
  let isCut = false
  for (const stored of wanted) {
    if (stored.created <= after || count === 0) continue
    characters += stored.text.length
    isCut = entries.length === count || (characters > pageCharacters && entries.length > 0)
    if (isCut) break
    entries.push(matches.has(stored) ? entryOf(stored) : includedEntry(stored))
    returned.push(stored.resource)
    last = stored
  }
  const path = `${referenceTo('Patient', id)}/$everything`
  const links = [linkTo('self', path, parameters)]
  if (isCut && last !== undefined) {
    const others = parameters.filter(([name]) => name !== '_after' && name !== '_count')
    links.push(linkTo('next', path, [...others, ['_count', String(count)], ['_after', String(last.created)]]))
  }
  const total = wanted.filter((stored) => matches.has(stored)).length
  const bundle = formatBundle('searchset', total, links, entries)
  return observedLinked(bundle, [{ type: 'read', resourceType: 'Patient', id }], returned)
}

function parseTypes(value: string | undefined): ReadonlySet<string> | undefined {
  if (value === undefined) return undefined
  const types = value.split(',')
  const unknown = types.find((type) => !isResourceType(type))
  if (unknown !== undefined) throw invalid('_type', 'resource types such as Condition,Observation', value)
  return new Set(types)
}

/** The patient, and the resources that refer to it by a parameter of the compartment. */
function compartmentOf(store: FhirStore, id: string): ReadonlySet<StoredResource> {
  const found = new Set([presentResource(store, 'Patient', id)])
  const reference = referenceTo('Patient', id)
  for (const [type, codes] of patientCompartment) {
    if (store.resources(type).next().done) continue
    for (const code of codes) {
      for (const stored of store.find(compileSearch(type, [[code, reference]]))) found.add(stored)
    }
  }
  return found
}

/** The resources in the record that the given resources refer to, without the given resources themselves. */
function referencedBy(store: FhirStore, resources: ReadonlySet<StoredResource>): ReadonlySet<StoredResource> {
  const found = new Set<StoredResource>()
  for (const { resource } of resources) {
    for (const { reference } of findReferences(resource)) {
      const [type = '', id = '', ...version] = reference.split('/')
      if (id === '' || (version.length > 0 && version[0] !== '_history')) continue
      const stored = store.read(type, id)
      if (stored !== undefined && !resources.has(stored)) found.add(stored)
    }
  }
  return found
}
