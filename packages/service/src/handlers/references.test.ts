import { createSeededRandom, randomInteger } from '@carebench/protocol'
import { type Collection, createMemoryStore, type Document, type Store } from '@carebench/store'
import { createHostileStore } from '@carebench/store/contract'
import { expect, inject, it } from 'vitest'
import {
  benchmarks,
  bindings,
  criteria,
  datasets,
  entities,
  environments,
  simulators,
  tasks,
} from '../documents/collections/authoring.js'
import { playgrounds } from '../documents/collections/playgrounds.js'
import { callAsOrganization } from '../testing/call-as-organization.js'

const scale = inject('scale')

async function everything<Doc extends Document>(store: Store, collection: Collection<Doc>): Promise<readonly Doc[]> {
  return (await store.page(collection, { limit: 1_000_000 })).docs
}

/** Returns every unresolved reference, and every dataset that is its own ancestor. */
async function brokenReferences(store: Store): Promise<string[]> {
  const known = new Set<string>()
  const named: (readonly [string, string | null])[] = []
  const note = (id: string, ...references: (string | null)[]) => {
    known.add(id)
    for (const reference of references) named.push([id, reference])
  }
  const parents = new Map<string, string | null>()
  for (const { id } of await everything(store, simulators)) note(id)
  for (const { id, parent_id } of await everything(store, datasets)) {
    note(id, parent_id)
    parents.set(id, parent_id)
  }
  for (const doc of await everything(store, environments)) note(doc.id, ...doc.simulator_ids, ...doc.dataset_ids)
  for (const doc of await everything(store, benchmarks)) note(doc.id, doc.environment_id)
  for (const doc of await everything(store, entities)) note(doc.id, doc.dataset_id)
  for (const doc of await everything(store, tasks)) note(doc.id, doc.benchmark_id)
  for (const doc of await everything(store, criteria)) note(doc.id, doc.task_id, doc.input_entity_id)
  for (const doc of await everything(store, bindings)) note(doc.id, doc.task_id, doc.entity_id)
  for (const { id, environment_id, torn_down_at } of await everything(store, playgrounds)) {
    // The environment of a playground that was torn down, and of a run, may be deleted.
    if (torn_down_at === null) note(id, environment_id)
  }
  const broken = named.flatMap(([id, reference]) =>
    reference === null || known.has(reference) ? [] : [`${id} names ${reference}`],
  )
  for (const id of parents.keys()) {
    let ancestor = parents.get(id) ?? null
    for (let steps = 0; ancestor !== null && steps <= parents.size; steps++) {
      if (ancestor === id) broken.push(`${id} is its own ancestor`)
      ancestor = parents.get(ancestor) ?? null
    }
  }
  return broken
}

it('leaves no unresolved reference after concurrent deletions and references', async () => {
  const random = createSeededRandom(11)
  const memory = createMemoryStore()
  const { call, create, ids } = await callAsOrganization({ store: createHostileStore(memory, { random }) })
  const { assertion } = (await call('GET', `/criteria/${ids.criterion_id}`)).body
  const config = { messages: [] }
  const outcomes = new Set<string>()
  for (let round = 0; round < 30 * scale; round++) {
    const environment = await create('/environments', { name: 'e' })
    const simulator = await create('/simulators', { type: 'FHIR', name: 's' })
    const parent = await create('/datasets', { type: 'HL7', name: 'p', config })
    const child = await create('/datasets', { type: 'HL7', name: 'c', config })
    const [nephew, grandchild] = [
      await create('/datasets', { type: 'HL7', name: 'n', config, parent_id: parent }),
      await create('/datasets', { type: 'HL7', name: 'g', config, parent_id: child }),
    ]
    const entity = await create(`/datasets/${parent}/entities`, { type: 'p', data: 1 })
    const benchmark = await create('/benchmarks', { name: `b${round}` })
    const task = await create('/tasks', { benchmark_id: benchmark, name: 't' })
    const requests: (readonly [string, string, unknown?])[] = [
      ['POST', `/environments/${environment}/simulators/${simulator}`],
      ['POST', `/environments/${environment}/datasets/${parent}`],
      ['PATCH', `/datasets/${child}`, { parent_id: parent }],
      ['PATCH', `/datasets/${parent}`, { parent_id: child }],
      ['PATCH', `/datasets/${parent}`, { parent_id: grandchild }],
      ['PATCH', `/datasets/${child}`, { parent_id: nephew }],
      ['DELETE', `/datasets/${nephew}`],
      ['DELETE', `/datasets/${grandchild}`],
      ['POST', '/datasets', { type: 'HL7', name: 'g', config, parent_id: parent }],
      ['POST', `/datasets/${parent}/entities`, { type: 'p', data: 2 }],
      ['PATCH', `/benchmarks/${benchmark}`, { environment_id: environment }],
      ['POST', '/benchmarks', { name: `n${round}`, environment_id: environment }],
      ['POST', '/tasks', { benchmark_id: benchmark, name: 'u' }],
      ['POST', '/playgrounds', { environment_id: environment }],
      ['POST', '/criteria', { task_id: task, label: 'c', assertion, input_entity_id: entity }],
      ['PATCH', `/criteria/${ids.criterion_id}`, { input_entity_id: entity }],
      ['POST', `/tasks/${task}/entities`, { dataset_entity_id: entity }],
      ['DELETE', `/simulators/${simulator}`],
      ['DELETE', `/environments/${environment}`],
      ['DELETE', `/datasets/${parent}`],
      ['DELETE', `/datasets/${child}`],
      ['DELETE', `/benchmarks/${benchmark}`],
      ['DELETE', `/tasks/${task}`],
    ]
    const chosen = requests.filter(() => randomInteger(random, 0, 2) === 0)
    const answers = await Promise.all(chosen.map(([method, target, body]) => call(method, target, body)))
    for (const [index, { status }] of answers.entries()) outcomes.add(`${chosen[index]?.[0]} ${status}`)
    expect([round, await brokenReferences(memory)]).toEqual([round, []])
  }
  expect([...outcomes].filter((outcome) => / 5/.test(outcome) && !outcome.endsWith(' 503'))).toEqual([])
  expect([...outcomes]).toEqual(expect.arrayContaining(['DELETE 204', 'DELETE 409', 'POST 404', 'PATCH 404']))
})
