import { createManualClock, type SimulatorCall } from '@carebench/protocol'
import { createMemoryStore } from '@carebench/store'
import { defaultSystems } from '@carebench/systems'
import { describe, expect, it } from 'vitest'
import { PlaygroundHost } from './playground-host.js'

/** Returns a host on a log that `before` can delay or fail. */
function makeHost(before: (id: string) => Promise<void> | void, capacity?: number) {
  const store = createMemoryStore()
  const log = {
    append: async (...args: Parameters<typeof store.log.append>) => {
      await before(args[0])
      return store.log.append(...args)
    },
    read: async (...args: Parameters<typeof store.log.read>) => {
      await before(args[0])
      return store.log.read(...args)
    },
    head: store.log.head.bind(store.log),
  }
  const simulators = new Map(defaultSystems.map((simulator) => [simulator.type, simulator]))
  const host = new PlaygroundHost({ log, writer: 'one', clock: createManualClock(), simulators, capacity })
  const simulator = { type: 'FHIR' as const, config: {} }
  const blueprint = { id: 'b', created_at: '2026-01-05T09:00:00.000Z', simulators: [simulator], datasets: [] }
  const call: SimulatorCall = { method: 'GET', path: 'Patient', query: '', headers: {}, body: null }
  const read = (id: string) =>
    host.with({ id, seed: 1, blueprint }, (playground) => playground.call('FHIR', 'fhir', call, 'agent'))
  const look = (id: string) =>
    host.with({ id, seed: 1, blueprint }, (playground) => playground.observe('FHIR', 'fhir', call))
  const end = (id: string) =>
    host.with({ id, seed: 1, blueprint }, (playground) =>
      playground.freeze(async ({ appends }) => {
        const { ok } = await store.commit([], appends)
        return { committed: ok, result: ok }
      }),
    )
  return { host, store, read, look, end, logged: async (id: string) => (await store.log.read(id)).length }
}

describe('the host of playgrounds', () => {
  it('retries after a playground could not be opened', async () => {
    let away = true
    const { read, logged } = makeHost(() => {
      if (away) throw new Error('away')
    })
    await expect(read('first')).rejects.toThrow('away')
    away = false
    await expect(read('first')).resolves.toMatchObject({ status: 200 })
    expect(await logged('first')).toBe(1)
  })

  it('loses no read of a playground that is evicted during a call', async () => {
    let held: Promise<void> | undefined
    const { read, logged } = makeHost((id) => (id === 'first' ? held : undefined), 1)
    await read('first')
    let release = () => {}
    held = new Promise((resolve) => {
      release = resolve
    })
    const late = read('first')
    await read('second')
    // Built again, while the late read is still waiting in the first copy.
    const again = read('first')
    release()
    expect((await Promise.all([late, again])).map((answer) => answer?.status)).toEqual([200, 200])
    expect([await logged('first'), await logged('second')]).toEqual([3, 1])
  })

  it('builds a playground from a long log in steps, between which others work', async () => {
    const { store, read, logged } = makeHost(() => undefined, 1)
    await read('first')
    const [entry] = await store.log.read('first')
    if (entry === undefined) throw new Error('The call must be logged.')
    const more = Array.from({ length: 3500 }, (_, place) => ({ ...entry, seq: place + 2 }))
    await store.log.append('first', 2, more, 'key')
    await read('second')
    let turns = 0
    let isDone = false
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    await expect(read('first')).resolves.toMatchObject({ status: 200 })
    isDone = true
    expect(turns).toBeGreaterThan(2)
    expect(await logged('first')).toBe(3502)
  })

  it('keeps only a few ended playgrounds open', async () => {
    const opened: string[] = []
    const { host, read, look, end } = makeHost((id) => {
      opened.push(id)
    })
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const id of ids) {
      await read(id)
      await end(id)
    }
    opened.length = 0
    for (const id of ids.toReversed()) await look(id)
    // The last four were still open, and these two were built again.
    expect(opened).toEqual(['b', 'a'])
    host.drop('a')
    await look('a')
    expect(opened).toEqual(['b', 'a', 'a'])
  })
})

it('seeds a state once for all callers that wait for it, and continues after one that cannot be seeded', async () => {
  const { host } = makeHost(() => {})
  const blueprint = {
    id: 'b',
    created_at: '2026-01-05T09:00:00.000Z',
    simulators: [{ type: 'FHIR' as const, config: {} }],
  }
  const wrong = { ...blueprint, id: 'wrong', datasets: [{ type: 'FHIR', config: {} }] }
  const right = { ...blueprint, datasets: [] }
  const [failed, first, second] = await Promise.allSettled([host.seed(wrong), host.seed(right), host.seed(right)])
  expect([failed.status, first.status]).toEqual(['rejected', 'fulfilled'])
  expect(second).toEqual(first)
  expect(first.status === 'fulfilled' && (await host.seed(right)) === first.value).toBe(true)
})

it('seeds a small state without waiting for a large one of another blueprint', async () => {
  const { host } = makeHost(() => {})
  const simulators = [{ type: 'FHIR' as const, config: {} }]
  const small = { id: 'small', created_at: '2026-01-05T09:00:00.000Z', simulators, datasets: [] }
  const entry = Array.from({ length: 3000 }, (_, index) => ({ resource: { resourceType: 'Patient', id: `p${index}` } }))
  const bundle = { resourceType: 'Bundle', type: 'collection', entry }
  const large = { ...small, id: 'large', datasets: [{ type: 'FHIR', config: { bundle } }] }
  const seeded: string[] = []
  const seed = async (blueprint: typeof large | typeof small) => {
    await host.seed(blueprint)
    seeded.push(blueprint.id)
  }
  await Promise.all([seed(large), seed(large), seed(small)])
  expect(seeded).toEqual(['small', 'large', 'large'])
})
