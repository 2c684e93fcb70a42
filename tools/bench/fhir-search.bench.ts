// How does the time of each form of FHIR search grow with the size of the record?
//
// The grid has every form of search: the modifiers and prefixes, ranges, sorts, totals, includes, chains, and the same
// combined with a patient. Most of them find 50 resources whatever the size, or return a page of 20. Answers are
// compared with those of a scan. In the fork, 1,000 of the resources have been written again. With --growth, the sizes
// take turns, and each is compared with the smallest.
//
// The floor is an index written for one form of search alone (fhir-search/floors.ts): lists in a Map, or an order with
// a binary search. It parses the query, reads the values of its conditions, finds the matches, and writes the Bundle
// with its total, its links and its entries, which it keeps as text, by number. It rejects nothing, knows no other
// form, and does not report which resources it returned. All contenders write their answer into a buffer, as sending
// it does, because V8 puts a concatenated string together only when it is read.

import { type FhirResource, FhirStore, handleFhir } from '@carebench/fhir'
import type { Find } from './fhir-search/floor-indexes.js'
import { findFloor } from './fhir-search/floors.js'
import { type GridCase, makeGridCases } from './fhir-search/grid-cases.js'
import { makeResources, makeRows, type Row } from './fhir-search/grid-record.js'
import type { Bench } from './src/benchmark.js'

const context = { now: '2026-01-05T09:00:00.000Z', newId: () => 'new' }

interface Answer {
  readonly total: number | undefined
  readonly ids: readonly string[]
  /** Whether there is a link to the next page. */
  readonly more: boolean
}

function answerByScan(rows: readonly Row[], one: GridCase): Answer {
  const matches = rows.filter(one.matches)
  if (one.order !== undefined) matches.sort(one.order)
  const patients = [...new Set(matches.map(({ patient }) => `p${patient}`))]
  const page = matches.slice(0, one.count).map(({ index }) => `o${index}`)
  if (one.findsPatients === true) return { total: patients.length, ids: patients, more: false }
  return {
    more: matches.length > page.length,
    total: one.withoutTotal === true ? undefined : matches.length,
    ids: one.includesPatients === true ? [...page, ...patients] : page,
  }
}

function encode(query: GridCase['query']): string {
  return query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
}

function search(store: FhirStore, path: string, query: string): string {
  return handleFhir(store, { method: 'GET', path, query, headers: {} }, context).body ?? ''
}

interface Bundle {
  readonly total?: number
  readonly link: readonly { readonly relation: string }[]
  readonly entry?: readonly { readonly resource: { readonly id: string } }[]
}

function readAnswer(body: string): Answer {
  const { total, link, entry = [] }: Bundle = JSON.parse(body)
  const more = link.some(({ relation }) => relation === 'next')
  return { total, ids: entry.map(({ resource }) => resource.id), more }
}

/** Returns a search that finds the first page with the index of a floor, and writes it as a Bundle. */
function floorSearch(find: Find, kept: KeptEntries) {
  return (path: string, query: string): string => {
    const { page, total, more, patients = [] } = find(new URLSearchParams(query))
    const links = [writeLink('self', `${path}?${query}`)]
    if (more) links.push(writeLink('next', `${path}?${query}&_after=${page.at(-1)?.index}`))
    const ofPatients = page.length === 0 ? kept.patients.found : kept.patients.included
    let entries = ''
    const add = (entry = '') => {
      entries += entries === '' ? entry.slice(1) : entry
    }
    for (const { index } of page) add(kept.observations[index])
    for (const patient of patients) add(ofPatients[patient])
    const totalMember = total === undefined ? '' : `"total":${total},`
    return `{"resourceType":"Bundle","type":"searchset",${totalMember}"link":[${links.join(',')}],"entry":[${entries}]}`
  }
}

function writeLink(relation: string, url: string): string {
  return `{"relation":"${relation}","url":${JSON.stringify(url)}}`
}

/** The entries of Bundles that a floor keeps, by the number of the resource, each with a comma before it. */
interface KeptEntries {
  readonly observations: readonly string[]
  readonly patients: { readonly found: readonly string[]; readonly included: readonly string[] }
}

function keepEntries(resources: readonly FhirResource[]): KeptEntries {
  const observations: string[] = []
  const patients = { found: [] as string[], included: [] as string[] }
  for (const resource of resources) {
    const { resourceType, id } = resource
    const number = Number(String(id).slice(1))
    const entry = (mode: string) => {
      const json = JSON.stringify(resource)
      const text = `,{"fullUrl":"${resourceType}/${id}","resource":${json},"search":{"mode":"${mode}"}}`
      // Through bytes, because V8 has only concatenated the parts.
      return Buffer.from(text).toString()
    }
    if (resourceType === 'Observation') observations[number] = entry('match')
    if (resourceType !== 'Patient') continue
    patients.found[number] = entry('match')
    patients.included[number] = entry('include')
  }
  return { observations, patients }
}

interface GridRecord {
  readonly rows: readonly Row[]
  readonly entries: KeptEntries
  readonly store: FhirStore
  readonly forked: FhirStore
}

function makeRecord(size: number): GridRecord {
  const rows = makeRows(size)
  const resources = makeResources(rows)
  const entries = keepEntries(resources)
  const store = FhirStore.fromResources(resources)
  const forked = store.fork()
  const observations = resources.filter(({ resourceType }) => resourceType === 'Observation')
  for (const resource of observations.slice(0, 1_000)) forked.apply({ op: 'put', resource })
  return { rows, entries, store, forked }
}

function pathFor({ findsPatients }: GridCase): string {
  return findsPatients === true ? 'Patient' : 'Observation'
}

/** The buffer for responses, larger than any of them. */
const sent = Buffer.alloc(1 << 20)

function contender(name: string, ask: () => string) {
  return {
    name,
    run() {
      const text = ask()
      if (sent.write(text) < text.length) throw new Error(`${name}: the answer is larger than ${sent.length} bytes.`)
    },
    answer: () => readAnswer(ask()),
  }
}

const floor = 'an index of this search'

function sizeName(size: number): string {
  return `${size.toLocaleString('en')} resources`
}

export async function run(bench: Bench): Promise<void> {
  for (const size of bench.sizes(1_000, 1_000, 10_000, 100_000)) {
    const { rows, entries, store, forked } = makeRecord(size)
    for (const one of makeGridCases(rows)) {
      const known = answerByScan(rows, one)
      const query = encode(one.query)
      const path = pathFor(one)
      const ask = floorSearch(findFloor(one.name, rows), entries)
      await bench.race({
        case: one.name,
        size: sizeName(size),
        expected: known,
        contenders: [
          { ...contender(floor, () => ask(path, query)), floor },
          {
            ...contender('@carebench/fhir', () => search(store, path, query)),
            goals: { [floor]: size === 1_000 ? 3 : 2 },
          },
          contender('@carebench/fhir, fork with 1,000 writes', () => search(forked, path, query)),
        ],
      })
    }
  }
}

export async function grow(bench: Bench): Promise<void> {
  const sizes = bench.sizes(1_000, 1_000, 10_000, 100_000)
  const records = sizes.map(makeRecord)
  const smallest = sizeName(sizes[0] ?? 0)
  const grids = records.map(({ rows }) => makeGridCases(rows))
  for (const [place, { name }] of (grids[0] ?? []).entries()) {
    const contenders = records.flatMap(({ rows, store }, index) => {
      const one = grids[index]?.[place]
      if (one === undefined) return []
      const size = sizes[index] ?? 0
      const [path, query] = [pathFor(one), encode(one.query)]
      const role = index === 0 ? { floor: sizeName(size) } : { goals: { [smallest]: 2 } }
      const expected = answerByScan(rows, one)
      return [{ ...contender(sizeName(size), () => search(store, path, query)), ...role, expected }]
    })
    await bench.race({ case: name, contenders })
  }
}
