import { isJsonObject, type Steps } from '@carebench/protocol/wire'
import { type DateRange, readDateRanges } from '../../resource/date-range.js'
import { FhirError } from '../../resource/fhir-error.js'
import { type FhirResource, formatReference, idPattern, type StoredResource } from '../../resource/fhir-resource.js'
import { formatBundle } from '../../resource/record-url.js'
import type { FhirStore } from '../../store/store.js'
import { formatMatch } from '../../store/stored.js'
import type { QueryParameters } from '../request/fhir-url.js'
import { invalidError, lastValue, pageCharacters, parseCare, selectParameters } from '../request/result-parameters.js'
import { type ActionResult, createLinkedResult, requireResource } from './record-actions.js'
import { linkTo } from './search-bundle.js'

/** The parameters of `$docref`; `profile` selects generated documents, which this server does not have. */
const docrefParameters = ['patient', 'start', 'end', 'type', 'on-demand']

/** Maximum number of documents in one response. */
const documentLimit = 1000

/** Number of characters of documents read in one step. */
const charactersPerStep = 100_000

/**
 * Runs `DocumentReference/$docref` of US Core: returns a searchset Bundle of a patient's current documents, in creation
 * order, of the types in `type` or of all types. With `start` or `end`, it has only documents about care in that time,
 * by `context.period` or else `date`; with neither, the latest document of each type. Documents are never generated, so
 * `on-demand=true` finds nothing. Throws a FhirError: 400 for a missing or malformed parameter, 404 or 410 for an
 * unknown patient, 413 for more than 1000 documents or 2 MiB.
 */
export function* patientDocuments(store: FhirStore, query: QueryParameters, lenient: boolean): Steps<ActionResult> {
  const parameters = selectParameters(query, docrefParameters, '$docref', lenient)
  const id = lastValue(parameters, 'patient')?.replace(/^Patient\//, '')
  if (id === undefined || !idPattern.test(id)) throw invalidError('patient', 'the id of a patient', id ?? '')
  requireResource(store, 'Patient', id)
  const care = parseCare(parameters)
  const type = lastValue(parameters, 'type')
  const { matches } = yield* store.searchInSteps('DocumentReference', [
    ['patient', formatReference('Patient', id)],
    ['status', 'current'],
    ...(type === undefined ? [] : [['type', type] as const]),
  ])
  const listed = lastValue(parameters, 'on-demand') === 'true' ? [] : matches
  const documents = care === undefined ? yield* selectLatest(listed) : yield* filterByCare(listed, care)
  const characters = documents.reduce((sum, { text }) => sum + text.length, 0)
  if (documents.length > documentLimit || characters > pageCharacters) {
    throw FhirError.of(
      413,
      'too-costly',
      `$docref: expected at most ${documentLimit} documents and ${pageCharacters} characters, got ` +
        `${documents.length} and ${characters}. Narrow start, end or type, or search DocumentReference?patient=${id}.`,
    )
  }
  const links = [linkTo('self', 'DocumentReference/$docref', parameters)]
  return createLinkedResult(
    formatBundle('searchset', documents.length, links, documents.map(formatMatch)),
    [{ type: 'search', resourceType: 'DocumentReference', id: null }],
    documents.map(({ resource }) => resource),
  )
}

/** Calls `handle` for each document, in steps. */
function* readInSteps(documents: readonly StoredResource[], handle: (stored: StoredResource) => void): Steps<void> {
  let characters = 0
  for (const stored of documents) {
    characters += stored.text.length
    if (characters > charactersPerStep) {
      yield
      characters = 0
    }
    handle(stored)
  }
}

function* filterByCare(documents: readonly StoredResource[], care: DateRange): Steps<readonly StoredResource[]> {
  const about: StoredResource[] = []
  yield* readInSteps(documents, (stored) => {
    if (isAbout(stored, care)) about.push(stored)
  })
  return about
}

function isAbout({ resource }: StoredResource, care: DateRange): boolean {
  const { context, date } = resource
  const period = isJsonObject(context) ? context.period : undefined
  const ranges = readDateRanges(period ?? date ?? null)
  return ranges.some(({ start, end }) => start < care.end && end > care.start)
}

function* selectLatest(documents: readonly StoredResource[]): Steps<readonly StoredResource[]> {
  const latest = new Map<string, StoredResource>()
  yield* readInSteps(documents, (stored) => {
    const type = JSON.stringify(createTypeKeys(stored.resource))
    const before = latest.get(type)
    if (before === undefined || readTime(stored) >= readTime(before)) latest.set(type, stored)
  })
  return [...latest.values()].sort((left, right) => left.created - right.created)
}

/** Returns when a document was created; a document without a date counts as the oldest. */
function readTime({ resource }: StoredResource): number {
  return readDateRanges(resource.date ?? null)[0]?.start ?? Number.NEGATIVE_INFINITY
}

/** Returns the keys that identify the type of a document: its codes, or else its text. */
function createTypeKeys({ type }: FhirResource): readonly unknown[] {
  if (!isJsonObject(type)) return []
  const codings = Array.isArray(type.coding) ? type.coding.filter(isJsonObject) : []
  const codes = codings.map(({ system, code }) => `${String(system)}|${String(code)}`).sort()
  return codes.length > 0 ? codes : [type.text]
}
