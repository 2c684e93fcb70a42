import { isJsonObject, type Steps } from '@carebench/protocol/wire'
import { type DateRange, dateRangesOf } from '../../resource/date-range.js'
import { FhirError } from '../../resource/fhir-error.js'
import { type FhirResource, idPattern, referenceTo, type StoredResource } from '../../resource/fhir-resource.js'
import { formatBundle } from '../../resource/record-url.js'
import type { FhirStore } from '../../store/store.js'
import { entryOf } from '../../store/stored.js'
import type { QueryParameters } from '../request/fhir-url.js'
import { invalid, knownParameters, lastValue, pageCharacters, parseCare } from '../request/result-parameters.js'
import { type ActionResult, observedLinked, presentResource } from './record-actions.js'
import { linkTo } from './search-bundle.js'

/** The parameters of `$docref`; `profile` selects generated documents, which this server does not have. */
const docrefParameters = ['patient', 'start', 'end', 'type', 'on-demand']

/** Maximum number of documents that are listed at once. */
const documentLimit = 1000

/** The number of characters of documents that are read in one step. */
const charactersInStep = 100_000

/**
 * Answers `DocumentReference/$docref` of US Core: a searchset Bundle of the current documents of a patient, in creation
 * order, of the types in `type` or of all. With `start` or `end`, only documents about care in that time are returned,
 * by `context.period` or else `date`; with neither, the latest of each type. Documents are never generated, so
 * `on-demand=true` finds nothing. Throws a FhirError: 400 for a missing or malformed parameter, 404 or 410 for an
 * unknown patient, 413 for more than 1000 documents or 2 MiB.
 */
export function* patientDocuments(store: FhirStore, query: QueryParameters, lenient: boolean): Steps<ActionResult> {
  const parameters = knownParameters(query, docrefParameters, '$docref', lenient)
  const id = lastValue(parameters, 'patient')?.replace(/^Patient\//, '')
  if (id === undefined || !idPattern.test(id)) throw invalid('patient', 'the id of a patient', id ?? '')
  presentResource(store, 'Patient', id)
  const care = parseCare(parameters)
  const type = lastValue(parameters, 'type')
  const { matches } = yield* store.searchInSteps('DocumentReference', [
    ['patient', referenceTo('Patient', id)],
    ['status', 'current'],
    ...(type === undefined ? [] : [['type', type] as const]),
  ])
  const found = lastValue(parameters, 'on-demand') === 'true' ? [] : matches
  const documents = care === undefined ? yield* latestOfEachType(found) : yield* documentsAbout(found, care)
  const characters = documents.reduce((sum, { text }) => sum + text.length, 0)
  if (documents.length > documentLimit || characters > pageCharacters) {
    throw FhirError.of(
      413,
      'too-costly',
      `$docref: expected at most ${documentLimit} documents of 2 MiB, got ${documents.length}. Narrow start, end ` +
        `or type, or search DocumentReference?patient=${id} by pages.`,
    )
  }
  const links = [linkTo('self', 'DocumentReference/$docref', parameters)]
  return observedLinked(
    formatBundle('searchset', documents.length, links, documents.map(entryOf)),
    [{ type: 'search', resourceType: 'DocumentReference', id: null }],
    documents.map(({ resource }) => resource),
  )
}

/** Reads documents one after another, with a pause after many characters. */
function* withPauses(documents: readonly StoredResource[], look: (stored: StoredResource) => void): Steps<void> {
  let characters = 0
  for (const stored of documents) {
    characters += stored.text.length
    if (characters > charactersInStep) {
      yield
      characters = 0
    }
    look(stored)
  }
}

function* documentsAbout(documents: readonly StoredResource[], care: DateRange): Steps<readonly StoredResource[]> {
  const about: StoredResource[] = []
  yield* withPauses(documents, (stored) => {
    if (isAbout(stored, care)) about.push(stored)
  })
  return about
}

function isAbout({ resource }: StoredResource, care: DateRange): boolean {
  const { context, date } = resource
  const period = isJsonObject(context) ? context.period : undefined
  const ranges = dateRangesOf(period ?? date ?? null)
  return ranges.some(({ start, end }) => start < care.end && end > care.start)
}

function* latestOfEachType(documents: readonly StoredResource[]): Steps<readonly StoredResource[]> {
  const latest = new Map<string, StoredResource>()
  yield* withPauses(documents, (stored) => {
    const type = JSON.stringify(codesOf(stored.resource))
    const before = latest.get(type)
    if (before === undefined || timeOf(stored) >= timeOf(before)) latest.set(type, stored)
  })
  return [...latest.values()].sort((left, right) => left.created - right.created)
}

/** Returns when a document was created; a document without a date counts as the oldest. */
function timeOf({ resource }: StoredResource): number {
  return dateRangesOf(resource.date ?? null)[0]?.start ?? Number.NEGATIVE_INFINITY
}

/** Returns the keys that identify the type of a document: its codes, or else its text. */
function codesOf({ type }: FhirResource): readonly unknown[] {
  if (!isJsonObject(type)) return []
  const codings = Array.isArray(type.coding) ? type.coding.filter(isJsonObject) : []
  const codes = codings.map(({ system, code }) => `${String(system)}|${String(code)}`).sort()
  return codes.length > 0 ? codes : [type.text]
}
