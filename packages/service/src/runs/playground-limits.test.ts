import { buildBase, createAppendKeys, FullPlayground, Playground, type PlaygroundLimits } from '@carebench/playground'
import type { SimulatorCall } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import { describe, expect, it } from 'vitest'
import { versions } from '../documents/authoring.js'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

const appendKey = createAppendKeys('one')

async function openPlayground(limits: PlaygroundLimits) {
  const under = await createServiceUnderTest()
  await under.publish(smallBenchmark())
  const [version] = (await under.store.page(versions, { limit: 1 })).docs
  if (version === undefined) throw new Error('No version was published.')
  const { log } = under.store
  const base = buildBase(version, new Map(defaultSystems.map((simulator) => [simulator.type, simulator])))
  const open = async () =>
    new Playground({ id: 'pg', log, appendKey, now: () => 0, seed: 1, base, entries: await log.read('pg'), limits })
  return { open, log }
}

const json = { resourceType: 'Basic', code: { text: 'Note' } }
const create: SimulatorCall = { method: 'POST', path: 'Basic', query: '', headers: {}, body: { json } }
const read: SimulatorCall = { ...create, method: 'GET', body: null }

describe('a playground at its limits', () => {
  it('refuses calls with bodies, and answers those without', async () => {
    const { open } = await openPlayground({ bodyBytes: 100, changes: 10 })
    const playground = await open()
    await playground.call('FHIR', 'fhir', create, 'agent', 60)
    await expect(playground.call('FHIR', 'fhir', create, 'agent', 41)).rejects.toBeInstanceOf(FullPlayground)
    await expect(playground.call('FHIR', 'fhir', create, 'agent', 40)).resolves.toMatchObject({ status: 201 })
    await expect(playground.call('FHIR', 'fhir', read, 'agent')).resolves.toMatchObject({ status: 200 })
  })

  it('refuses changes, also after it was rebuilt, and answers reads', async () => {
    const { open, log } = await openPlayground({ bodyBytes: 100, changes: 2 })
    const playground = await open()
    await playground.call('FHIR', 'fhir', create, 'agent')
    await playground.call('FHIR', 'fhir', create, 'agent')
    for (const id of [playground, await open()]) {
      await expect(id.call('FHIR', 'fhir', create, 'agent')).rejects.toBeInstanceOf(FullPlayground)
      await expect(id.call('FHIR', 'fhir', read, 'agent')).resolves.toMatchObject({ status: 200 })
    }
    expect((await log.read('pg')).map(({ effects }) => effects.length)).toEqual([1, 1, 0, 0])
  })
})
