// How does the time of a FHIR search grow with the record, whatever it searches by?
//
// The grid has every form of search: the modifiers and prefixes, ranges, sorts, totals, includes, chains, and the same combined with a
// patient. Most of them find 50 resources whatever the size, or return a page of 20. Answers are compared with those of a
// scan. The floor is an index written for one form of search alone: it parses the query, looks up what it has found before, and writes
// the Bundle from the texts of the resources. Growth compares the sizes, which take turns, with the smallest. In the fork, 1,000 of the resources have been written again.

import { type FhirResource, FhirStore, handleFhir } from '@carebench/fhir'
import { type GridCase, gridOf } from './fhir-search/grid-cases.js'
import { type Row, resourcesOf, rowsOf } from './fhir-search/grid-record.js'
import type { Bench } from './src/benchmark.js'

const context = { now: '2026-01-05T09:00:00.000Z', newId: () => 'new' }

interface Answer {
  readonly total: number | undefined
  readonly ids: readonly string[]
}

function answerByScan(rows: readonly Row[], one: GridCase): Answer {
  const matches = rows.filter(one.matches)
  if (one.order !== undefined) matches.sort(one.order)
  const patients = [...new Set(matches.map(({ patient }) => `p${patient}`))]
  const page = matches.slice(0, one.count).map(({ index }) => `o${index}`)
  if (one.findsPatients === true) return { total: patients.length, ids: patients }
  return {
    total: one.untold === true ? undefined : matches.length,
    ids: one.includesPatients === true ? [...page, ...patients] : page,
  }
}

function encode(query: GridCase['query']): string {
  return query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
}

function search(store: FhirStore, path: string, query: string): string {
  return handleFhir(store, { method: 'GET', path, query, headers: {} }, context).body ?? ''
}

function answerOf(body: string): Answer {
  const { total, entry = [] }: { total?: number; entry?: { resource: { id: string } }[] } = JSON.parse(body)
  return { total, ids: entry.map(({ resource }) => resource.id) }
}

/**
 * The floor: an index of one form of search, as one would write it for this form alone. It parses the query, looks its conditions up,
 * takes the first page and writes the Bundle from the texts of the resources.
 */
function indexOf(
  { query, count = Number.POSITIVE_INFINITY }: GridCase,
  known: Answer,
  texts: ReadonlyMap<string, string>,
) {
  const keyOf = (pairs: Iterable<readonly [string, string]>) => {
    let key = ''
    for (const [name, value] of pairs) if (!shaping.has(name)) key += `${name}=${value}&`
    return key
  }
  const index = new Map([[keyOf(query), known]])
  return (path: string, text: string): string => {
    const parameters = new URLSearchParams(text)
    const found = index.get(keyOf(parameters)) ?? { total: 0, ids: [] }
    const size = Math.min(Number(parameters.get('_count')), count, found.ids.length)
    let entries = ''
    for (let place = 0; place < found.ids.length; place++) {
      const id = found.ids[place] ?? ''
      const mode = place < size ? 'match' : 'include'
      const type = id.startsWith('p') ? 'Patient' : 'Observation'
      entries += `${place === 0 ? '' : ','}{"fullUrl":"${type}/${id}","resource":${texts.get(id)},"search":{"mode":"${mode}"}}`
    }
    const total = parameters.get('_total') === 'none' ? '' : `"total":${found.total},`
    const self = JSON.stringify(`${path}?${text}`)
    return `{"resourceType":"Bundle","type":"searchset",${total}"link":[{"relation":"self","url":${self}}],"entry":[${entries}]}`
  }
}

const shaping: ReadonlySet<string> = new Set(['_count', '_total', '_include'])

interface GridRecord {
  readonly rows: readonly Row[]
  readonly texts: ReadonlyMap<string, string>
  readonly store: FhirStore
  readonly forked: FhirStore
}

function recordOf(size: number): GridRecord {
  const rows = rowsOf(size)
  const resources = resourcesOf(rows)
  const texts = new Map(resources.map((resource: FhirResource) => [String(resource.id), JSON.stringify(resource)]))
  const store = FhirStore.fromResources(resources)
  const forked = store.fork()
  const observations = resources.filter(({ resourceType }) => resourceType === 'Observation')
  for (const resource of observations.slice(0, 1_000)) forked.apply({ op: 'put', resource })
  return { rows, texts, store, forked }
}

function pathOf({ findsPatients }: GridCase): string {
  return findsPatients === true ? 'Patient' : 'Observation'
}

function contender(name: string, ask: () => string) {
  return { name, run: ask, answer: () => answerOf(ask()) }
}

export async function run(bench: Bench): Promise<void> {
  for (const size of bench.sizes(1_000, 10_000, 100_000)) {
    const { rows, texts, store, forked } = recordOf(size)
    for (const one of gridOf(rows)) {
      const known = answerByScan(rows, one)
      const query = encode(one.query)
      const path = pathOf(one)
      const ask = indexOf(one, known, texts)
      await bench.race({
        case: `${one.name}, ${size.toLocaleString('en')} resources`,
        expected: known,
        contenders: [
          { ...contender('an index of this search', () => ask(path, query)), floor: 'an index of this search' },
          contender('@carebench/fhir', () => search(store, path, query)),
          contender('@carebench/fhir, fork with 1,000 writes', () => search(forked, path, query)),
        ],
      })
    }
  }
}

export async function grow(bench: Bench): Promise<void> {
  const sizes = bench.sizes(1_000, 10_000, 100_000)
  const records = sizes.map(recordOf)
  const grids = records.map(({ rows }) => gridOf(rows))
  for (const [place, { name }] of (grids[0] ?? []).entries()) {
    const contenders = records.flatMap(({ rows, store }, index) => {
      const one = grids[index]?.[place]
      if (one === undefined) return []
      const size = sizes[index]?.toLocaleString('en') ?? ''
      const [path, query] = [pathOf(one), encode(one.query)]
      const floor = index === 0 ? { floor: `${size} resources` } : {}
      const expected = answerByScan(rows, one)
      return [{ ...contender(`${size} resources`, () => search(store, path, query)), ...floor, expected }]
    })
    await bench.race({ case: name, contenders })
  }
}
