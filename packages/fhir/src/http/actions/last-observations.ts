import { isJsonObject, type Steps } from '@carebench/protocol/wire'
import { FhirError } from '../../resource/fhir-error.js'
import type { FhirResource, StoredResource } from '../../resource/fhir-resource.js'
import { formatBundle } from '../../resource/record-url.js'
import { isSearchName } from '../../search/clauses/search-condition.js'
import { resultParameters, splitModifier } from '../../search/parameters/search-names.js'
import type { FhirStore } from '../../store/store.js'
import { formatMatch } from '../../store/stored.js'
import { listExaminedRecords } from '../examined-records.js'
import type { QueryParameters } from '../request/fhir-url.js'
import { invalidError, pageCharacters, parseWhole } from '../request/result-parameters.js'
import { type ActionResult, createLinkedResult } from './record-actions.js'
import { linkTo } from './search-bundle.js'

/** Maximum number of observations that are returned at once. */
const observationLimit = 1000

/** Number of observation codes grouped in one step. */
const codesPerStep = 2000

/**
 * Runs `Observation/$lastn`: returns the latest `max` (default 1) observations of each code that a search finds, the
 * group with the latest observation first. Two observations have the same code if they share one of their codings.
 * Throws a FhirError: 400 without a patient, or without a code or category; 413 for more than 1000 observations or 2
 * MiB.
 */
export function* lastObservations(store: FhirStore, query: QueryParameters, lenient: boolean): Steps<ActionResult> {
  const parameters = lenient ? query.filter(([name]) => name === 'max' || isSearchName('Observation', name)) : query
  const conditions = parameters.filter(([name]) => !['max', '_format', '_pretty'].includes(name))
  checkConditions(conditions)
  const max = parseWhole(parameters, 'max') ?? 1
  if (max === 0) throw invalidError('max', 'a whole number from 1', '0')
  const { matches } = yield* store.searchInSteps('Observation', [...conditions, ['_sort', '-date']])
  const groups = yield* groupByCode(matches, max)
  const latest = groups.flat()
  const characters = latest.reduce((sum, { text }) => sum + text.length, 0)
  if (latest.length > observationLimit || characters > pageCharacters) {
    throw FhirError.of(
      413,
      'too-costly',
      `$lastn: expected at most ${observationLimit} observations and ${pageCharacters} characters, got ` +
        `${latest.length} and ${characters}. Name fewer codes or a smaller "max".`,
    )
  }
  const bundle = formatBundle(
    'searchset',
    latest.length,
    [linkTo('self', 'Observation/$lastn', parameters)],
    latest.map(formatMatch),
  )
  const events = [{ type: 'search', resourceType: 'Observation', id: null }] as const
  const returned = latest.map(({ resource }) => resource)
  return createLinkedResult(bundle, events, returned, listExaminedRecords('Observation', conditions))
}

/** Throws unless the search has a patient, and a code or a category, as R4 requires. */
function checkConditions(conditions: QueryParameters): void {
  const shaping = conditions.find(([name]) => resultParameters.includes(splitModifier(name).code))?.[0]
  if (shaping !== undefined) {
    throw FhirError.of(400, 'not-supported', `$lastn has no parameter "${shaping}": its size is that of "max".`)
  }
  const has = (...codes: readonly string[]): boolean =>
    conditions.some(([name, value]) => value !== '' && codes.includes(name.split(/[:.]/, 1)[0] ?? ''))
  if (has('patient', 'subject') && has('code', 'category', 'combo-code')) return
  throw FhirError.of(
    400,
    'required',
    '$lastn: expected a patient and a code or a category, as in ' +
      'Observation/$lastn?patient=1&category=laboratory&max=3.',
  )
}

function* groupByCode(matches: readonly StoredResource[], max: number): Steps<readonly (readonly StoredResource[])[]> {
  const groups = new Map<string, StoredResource[]>()
  const all: StoredResource[][] = []
  let grouped = 0
  for (const stored of matches) {
    const codes = createCodeKeys(stored.resource)
    grouped += codes.length
    if (grouped > codesPerStep) {
      yield
      grouped = 0
    }
    const known = codes.map((code) => groups.get(code)).find((group) => group !== undefined)
    const group = known ?? []
    if (known === undefined) all.push(group)
    for (const code of codes) if (!groups.has(code)) groups.set(code, group)
    if (group.length < max) group.push(stored)
  }
  return all
}

/** Returns the keys that identify the code of an observation: its codings, or else its text. */
function createCodeKeys({ code }: FhirResource): readonly string[] {
  if (!isJsonObject(code)) return ['']
  const codings = Array.isArray(code.coding) ? code.coding.filter(isJsonObject) : []
  const tokens = codings.map((one) => JSON.stringify([one.system ?? null, one.code ?? null]))
  return tokens.length > 0 ? tokens : [JSON.stringify(code.text ?? null)]
}
