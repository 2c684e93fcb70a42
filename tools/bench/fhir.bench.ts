// What do loading, forking, creating and reading cost in a FHIR record of 1,000 to 100,000 resources?
//
// The floor of loading puts the text of each resource, and lists of resources by one value, into Maps; the floor of
// creating puts a copy of the resource into a Map; the floor of reading gets the text from a Map. `fhir-search`
// measures searches. MemoryRepository of @medplum/fhir-router is missing because it needs Node 22.

import { type FhirResource, FhirStore, handleFhir } from '@carebench/fhir'
import type { Bench } from './src/benchmark.js'

const matchesWanted = 10
const now = '2026-01-05T09:00:00.000Z'

let made = 0
const context = { now, newId: () => `new-${++made}` }

function toDay(group: number): string {
  return new Date(Date.UTC(1990, 0, 1) + group * 86_400_000).toISOString().slice(0, 10)
}

function observation(index: number, groups: number): FhirResource {
  const group = index % groups
  return {
    resourceType: 'Observation',
    id: `o${index}`,
    meta: { versionId: '1', lastUpdated: now },
    identifier: [{ system: 'http://example.org/observations', value: `n${index}` }],
    status: 'final',
    category: [
      { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory' }] },
    ],
    code: { coding: [{ system: 'http://loinc.org', code: `code-${group}` }], text: `Test ${group}` },
    subject: { reference: `Patient/p${group}` },
    encounter: { reference: `Encounter/e${group}` },
    effectiveDateTime: `${toDay(group)}T10:00:00Z`,
    issued: `${toDay(group)}T11:00:00.000Z`,
    valueString: `Value ${group} of the test`,
    performer: [{ reference: 'Practitioner/1', display: 'A. Example' }],
  }
}

function observations(size: number) {
  return Array.from({ length: size }, (_, index) => observation(index, size / matchesWanted))
}

function readGroup({ valueString }: FhirResource): string {
  return String(valueString).split(' ')[1] ?? ''
}

/** The floor: indexes resources by group, and keeps their texts. Returns a function that searches for a group. */
function indexByHand(resources: readonly FhirResource[]): (group: number, self: string) => string {
  const texts = new Map<FhirResource, string>()
  const postings = new Map<string, FhirResource[]>()
  for (const resource of resources) {
    texts.set(resource, JSON.stringify(resource))
    const list = postings.get(readGroup(resource))
    if (list === undefined) postings.set(readGroup(resource), [resource])
    else list.push(resource)
  }
  return (group, self) => {
    const list = postings.get(String(group)) ?? []
    const entries = list.map((resource) => {
      return (
        `{"fullUrl":"Observation/${String(resource.id)}","resource":${texts.get(resource)}` +
        ',"search":{"mode":"match"}}'
      )
    })
    return (
      `{"resourceType":"Bundle","type":"searchset","total":${list.length},"link":[{"relation":"self","url":` +
      `${JSON.stringify(self)}}],"entry":[${entries.join(',')}]}`
    )
  }
}

function search(store: FhirStore, query: string): string {
  return handleFhir(store, { method: 'GET', path: 'Observation', query, headers: {} }, context).body ?? ''
}

async function raceCopying(bench: Bench, size: number): Promise<void> {
  const resources = observations(size)
  const store = FhirStore.fromResources(resources)
  const askStore = (loaded: FhirStore) => JSON.parse(search(loaded, 'code=code-0'))
  const load = () => FhirStore.fromResources(resources)
  const indexed = () => indexByHand(resources)
  const written = store.fork()
  for (const resource of resources.slice(0, 1_000)) {
    written.apply({ op: 'put', resource: { ...resource, status: 'amended' } })
  }
  await bench.race({
    case: `load ${size.toLocaleString('en')} resources`,
    expected: askStore(store),
    contenders: [
      {
        name: 'one index by hand',
        floor: 'one index by hand',
        run: indexed,
        answer: () => JSON.parse(indexed()(0, 'Observation?code=code-0')),
      },
      { name: '@carebench/fhir', run: load, answer: () => askStore(load()) },
    ],
  })
  await bench.race({
    case: `fork ${size.toLocaleString('en')} resources`,
    expected: askStore(store),
    contenders: [
      { name: '@carebench/fhir', run: () => store.fork(), answer: () => askStore(store.fork()) },
      {
        name: '@carebench/fhir, with 1,000 writes',
        run: () => written.fork(),
        answer: () => JSON.parse(search(written.fork(), 'code=code-0').replaceAll('"amended"', '"final"')),
      },
    ],
  })
}

async function raceCreating(bench: Bench): Promise<void> {
  const store = FhirStore.fromResources(observations(1_000))
  const { id: _, ...body } = observation(5, 100)
  const request = { method: 'POST', path: 'Observation', query: '', headers: {}, body }
  const create = (validate: boolean) => {
    const response = handleFhir(store, request, { ...context, validate })
    for (const effect of response.effects) store.apply(effect)
    return response
  }
  let copies = 0
  const put = () => {
    const id = `c${++copies}`
    store.apply({ op: 'put', resource: { ...body, resourceType: 'Observation', id } })
    return id
  }
  const kept = new Map<string, FhirResource>()
  const copy = () => {
    const id = `m${++copies}`
    kept.set(id, { ...structuredClone(body), resourceType: 'Observation', id })
    return id
  }
  const contentOf = (resource: unknown) => ({ ...Object(resource), id: null, meta: null })
  const stored = (id: string) => JSON.parse(store.read('Observation', id)?.text ?? 'null')
  const created = (validate: boolean) => {
    const { id } = JSON.parse(create(validate).body ?? '')
    return contentOf(stored(id))
  }
  await bench.race({
    case: 'create',
    // A fixed number of turns, so that all stores grow equally.
    turns: 200,
    expected: contentOf(body),
    contenders: [
      { name: 'copy into a Map', floor: 'copy into a Map', run: copy, answer: () => contentOf(kept.get(copy())) },
      { name: '@carebench/fhir, put', run: put, answer: () => contentOf(stored(put())) },
      { name: '@carebench/fhir, not validated', run: () => create(false), answer: () => created(false) },
      { name: '@carebench/fhir, validated', run: () => create(true), answer: () => created(true) },
    ],
  })
}

async function raceReading(bench: Bench): Promise<void> {
  const store = FhirStore.fromResources(observations(1_000))
  const resource = observation(5, 100)
  const texts = new Map([['o5', JSON.stringify(resource)]])
  const request = { method: 'GET', path: 'Observation/o5', query: '', headers: {} }
  const contender = (name: string, read: () => string | undefined) => ({
    name,
    run: read,
    answer: () => JSON.parse(read() ?? ''),
  })
  await bench.race({
    case: 'read to text',
    expected: resource,
    contenders: [
      { ...contender('text from a Map', () => texts.get('o5')), floor: 'text from a Map' },
      contender('@carebench/fhir, store alone', () => store.read('Observation', 'o5')?.text),
      contender('@carebench/fhir', () => handleFhir(store, request, context).body ?? undefined),
    ],
  })
}

export async function run(bench: Bench): Promise<void> {
  for (const size of bench.sizes(1_000, 1_000, 10_000, 100_000)) {
    await raceCopying(bench, size)
  }
  await raceCreating(bench)
  await raceReading(bench)
}
