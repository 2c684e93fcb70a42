import type { Steps } from '@carebench/protocol/wire'
import type { DateRange } from '../../resource/date-range.js'
import { type FhirResource, formatReference, type StoredResource } from '../../resource/fhir-resource.js'
import { formatBundle } from '../../resource/record-url.js'
import { findReferences } from '../../resource/references.js'
import { isResourceType } from '../../resource/resource-types.js'
import { patientCompartment } from '../../search/parameters/patient-compartment.js'
import { findSearchParameter } from '../../search/parameters/search-parameters.js'
import { compileSearch } from '../../search/resource-search.js'
import { readDates } from '../../search/values/parameter-values.js'
import type { FhirStore } from '../../store/store.js'
import { formatIncluded, formatMatch } from '../../store/stored.js'
import { parseTime } from '../../store/version-log.js'
import type { QueryParameters } from '../request/fhir-url.js'
import {
  invalidError,
  lastValue,
  pageCharacters,
  parseCare,
  parseCount,
  parseSince,
  parseWhole,
  selectParameters,
} from '../request/result-parameters.js'
import { type ActionResult, createLinkedResult, readLastUpdated, requireResource } from './record-actions.js'
import { linkTo } from './search-bundle.js'

/** The parameters of `$everything`. Our paging links use `_after`. */
const everythingParameters = ['_count', '_since', '_type', '_after', 'start', 'end']

/**
 * Runs `Patient/[id]/$everything`: returns a searchset Bundle of the patient and its compartment (`match`) and of the
 * resources they refer to (`include`), in creation order. With `start` or `end`, only resources about care in that time
 * and resources without a date of care are returned. Resources of a type that is not readable are left out. Paging
 * stays correct while resources are created and deleted. Throws a FhirError, 404 or 410, if the patient does not exist.
 */
export function* patientEverything(
  store: FhirStore,
  id: string,
  query: QueryParameters,
  lenient: boolean,
  isReadable: (resourceType: string) => boolean,
): Steps<ActionResult> {
  const parameters = selectParameters(query, everythingParameters, '$everything', lenient)
  const count = parseCount(parameters)
  const since = parseSince(parameters)
  const after = parseWhole(parameters, '_after') ?? -1
  const types = parseTypes(lastValue(parameters, '_type'))
  const care = parseCare(parameters)
  const matches = yield* findCompartment(store, id, care)
  const included = yield* findReferenced(store, matches)
  const selected = [...matches, ...included]
    .filter(({ resource }) => isReadable(resource.resourceType))
    .filter(({ resource }) => types === undefined || types.has(resource.resourceType))
    .filter(({ resource }) => parseTime(readLastUpdated(resource)) >= since)
    .sort((left, right) => left.created - right.created)
  const entries: string[] = []
  const returned: FhirResource[] = []
  let characters = 0
  let last: StoredResource | undefined
  let isCut = false
  for (const stored of selected) {
    if (stored.created <= after || count === 0) continue
    characters += stored.text.length
    isCut = entries.length === count || (characters > pageCharacters && entries.length > 0)
    if (isCut) break
    entries.push(matches.has(stored) ? formatMatch(stored) : formatIncluded(stored))
    returned.push(stored.resource)
    last = stored
  }
  const path = `${formatReference('Patient', id)}/$everything`
  const links = [linkTo('self', path, parameters)]
  if (isCut && last !== undefined) {
    const others = parameters.filter(([name]) => name !== '_after' && name !== '_count')
    links.push(linkTo('next', path, [...others, ['_count', String(count)], ['_after', String(last.created)]]))
  }
  const total = selected.filter((stored) => matches.has(stored)).length
  const bundle = formatBundle('searchset', total, links, entries)
  return createLinkedResult(bundle, [{ type: 'read', resourceType: 'Patient', id }], returned)
}

function parseTypes(value: string | undefined): ReadonlySet<string> | undefined {
  if (value === undefined) return undefined
  const types = value.split(',')
  const unknown = types.find((type) => !isResourceType(type))
  if (unknown !== undefined) throw invalidError('_type', 'resource types such as Condition,Observation', value)
  return new Set(types)
}

/** Number of characters read in one step, and the fixed cost of each resource in characters. */
const charactersPerStep = 200_000
const resourceCharacters = 1000

/** The effort of a resource in a compartment: it is found, dated, searched for references, sorted and counted. */
const looksPerResource = 10

/** The search parameters for the date of care; the first one that has a value in the resource counts. */
const careDates = (
  'date authoredon authored-on authored occurrence period onset-date ' + 'recorded-date created start-date sent issued'
).split(' ')

/** Whether a resource is about care in a time, or has no date of care. */
function isAboutCare({ resource }: StoredResource, care: DateRange): boolean {
  for (const code of careDates) {
    const parameter = findSearchParameter(resource.resourceType, code)
    const ranges = parameter?.kind === 'date' ? readDates(parameter, resource) : []
    if (ranges.length > 0) return ranges.some(({ start, end }) => start < care.end && end > care.start)
  }
  return true
}

/** Returns the patient, and the resources that refer to it by a parameter of the compartment. */
function* findCompartment(
  store: FhirStore,
  id: string,
  care: DateRange | undefined,
): Steps<ReadonlySet<StoredResource>> {
  const found = new Set([requireResource(store, 'Patient', id)])
  const reference = formatReference('Patient', id)
  for (const [type, codes] of patientCompartment) {
    if (store.resources(type).next().done) continue
    for (const code of codes) {
      const search = compileSearch(type, [[code, reference]])
      const prepared = store.prepare(search)
      if (prepared !== undefined) yield* prepared
      let looked = 0
      for (const stored of store.find(search)) {
        store.spend(looksPerResource)
        if (care === undefined || isAboutCare(stored, care)) found.add(stored)
        looked += stored.text.length + resourceCharacters
        if (looked > charactersPerStep) {
          yield
          looked = 0
        }
      }
    }
  }
  return found
}

/** Returns the resources in the record that these resources refer to, without these resources themselves. */
function* findReferenced(store: FhirStore, resources: ReadonlySet<StoredResource>): Steps<ReadonlySet<StoredResource>> {
  const found = new Set<StoredResource>()
  let looked = 0
  for (const { resource, text } of resources) {
    looked += text.length + resourceCharacters
    if (looked > charactersPerStep) {
      yield
      looked = 0
    }
    for (const { reference } of findReferences(resource)) {
      const [type = '', id = '', ...version] = reference.split('/')
      if (id === '' || (version.length > 0 && version[0] !== '_history')) continue
      const stored = store.read(type, id)
      if (stored !== undefined && !resources.has(stored)) found.add(stored)
    }
  }
  return found
}
