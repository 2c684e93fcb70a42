import { createManualClock, type JsonValue, type SimulatorCall } from '@carebench/protocol'
import { type Checkpoint, createMemoryStore, type Log } from '@carebench/store'
import { defaultSystems } from '@carebench/systems'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { engineVersion } from '../engine-version.js'
import { PlaygroundHost, type PlaygroundRef } from '../playground-host.js'
import { readFolded } from './checkpointing.js'

const simulators = new Map(defaultSystems.map((simulator) => [simulator.type, simulator]))
const blueprint = {
  id: 'b',
  created_at: '2026-01-05T09:00:00.000Z',
  simulators: (['FHIR', 'Payer'] as const).map((type) => ({
    type,
    config: type === 'FHIR' ? {} : { accept_unknown_members: true },
  })),
  datasets: [],
}
/** With a step that follows an event, so that what has happened decides what comes. */
const ref: PlaygroundRef = {
  id: 'pg',
  seed: 7,
  blueprint,
  clock: { mode: 'stepped', startsAt: Date.parse('2026-03-02T08:00:00Z'), perCall: 1000 },
  arrivals: () => [
    {
      number: 0,
      step: { type: 'fhir_put', resource: { resourceType: 'Basic', id: 'reply', code: { text: 'Reply' } } },
      when: { kind: 'event', delay: 3000, times: 2, matches: ({ type }) => type === 'fhir.create' },
    },
  ],
}

/** Returns a log with checkpoints of three entries each. `read` returns those of the engine that `see` returns. */
function withCheckpoints(log: Log, see: (engine: string) => string = (engine) => engine) {
  const kept = new Map<string, Checkpoint[]>()
  const checkpointed: Log = {
    read: (id, fromSeq, limit) => log.read(id, fromSeq, limit),
    head: (id) => log.head(id),
    append: (id, seq, entries, key) => log.append(id, seq, entries, key),
    checkpoints: {
      size: 3,
      read: async (id, engine) => JSON.parse(JSON.stringify(kept.get(`${id} ${see(engine)}`) ?? [])),
      add: async (id, engine, checkpoint) => {
        const all = kept.get(`${id} ${engine}`) ?? []
        if (all.every(({ fromSeq }) => fromSeq !== checkpoint.fromSeq)) all.push(checkpoint)
        kept.set(`${id} ${engine}`, all)
      },
    },
  }
  return checkpointed
}

function hostOn(log: Log, writer: string) {
  return new PlaygroundHost({ log, writer, clock: createManualClock(), simulators })
}

function request(method: string, path: string, json?: object): SimulatorCall {
  const headers = { 'content-type': method === 'PATCH' ? 'application/json-patch+json' : 'application/fhir+json' }
  return { method, path, query: '', headers, body: json === undefined ? null : JSON.parse(JSON.stringify({ json })) }
}

const basic = { resourceType: 'Basic', code: { text: 'Note' } }
const calls = [
  request('POST', 'Basic', basic),
  request('GET', 'Basic'),
  request('PUT', 'Basic/one', { ...basic, id: 'one' }),
  request('PATCH', 'Basic/one', [{ op: 'replace', path: '/code/text', value: 'Other' }]),
  request('DELETE', 'Basic/one'),
  request('GET', 'Basic/one/_history'),
]

/** Everything observable of a playground: what it answers, what is still to come, and its evidence. */
function readEverything(log: Log, writer: string) {
  return hostOn(log, writer).with(ref, async (playground) => {
    const answers: unknown[] = [await playground.readClock(), await playground.readEntries()]
    for (const call of calls) {
      if (call.method === 'GET') answers.push(await playground.observe('FHIR', 'fhir', call))
    }
    const { final, initial, withoutAgent, ...evidence } = await playground.freeze(async (frozen) => ({
      committed: false,
      result: frozen.evidence,
    }))
    const listed = (part = final) => [...(part.fhir?.resources() ?? [])].map(({ resource }) => resource)
    return JSON.stringify([answers, listed(), listed(initial), withoutAgent && listed(withoutAgent), evidence])
  })
}

it('rebuilds the same playground with and without checkpoints, which continues alike', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(calls.length), { maxLength: 16 }), async (acts) => {
      const { log } = createMemoryStore()
      const checkpointed = withCheckpoints(log)
      let host = hostOn(checkpointed, 'one')
      for (const [index, act] of acts.entries()) {
        // Every fifth act is one of another process, which opens the playground from its checkpoints.
        if (index % 5 === 4) host = hostOn(checkpointed, `${index}`)
        await host.with(ref, async (playground) => {
          const call = calls[act]
          if (call === undefined) await playground.wait({ milliseconds: 5000, untilEvent: true })
          else await playground.call('FHIR', 'fhir', call, 'agent')
        })
      }
      const { checkpointed: covered, entries } = await readFolded(checkpointed, 'pg')
      const logged = await log.read('pg')
      expect([covered, entries.length]).toEqual([logged.length - (logged.length % 3), logged.length])
      expect(await readEverything(checkpointed, 'with')).toBe(await readEverything(log, 'without'))
    }),
    { numRuns: 4 * inject('scale') },
  )
})

it('ignores a checkpoint of another engine, and makes one that could not be stored when somebody \
opens the playground', async () => {
  const { log } = createMemoryStore()
  const other = withCheckpoints(log, () => 'another')
  const refusing: Log = {
    ...other,
    checkpoints: { size: 3, read: async () => [], add: () => Promise.reject(new Error('The disk is full.')) },
  }
  const read = (on: Log, writer: string) =>
    hostOn(on, writer).with(ref, (playground) => playground.call('FHIR', 'fhir', request('GET', 'Basic'), 'agent'))
  for (const writer of ['a', 'b', 'c', 'd']) expect(await read(refusing, writer)).toMatchObject({ status: 200 })
  await read(other, 'e')
  expect(await readFolded(other, 'pg')).toMatchObject({ checkpointed: 0 })
  expect(await other.checkpoints?.read('pg', engineVersion)).toEqual([])
  const own = withCheckpoints(log)
  await read(own, 'f')
  expect((await own.checkpoints?.read('pg', engineVersion))?.map(({ fromSeq }) => fromSeq)).toEqual([1, 4])
})

it.each<[string, (entries: JsonValue[]) => JsonValue]>([
  ['lacks an entry', (entries) => entries.slice(1)],
  ['has an entry twice', (entries) => [...entries, ...entries.slice(-1)]],
  ['has its entries in another order', (entries) => entries.toReversed()],
  ['is no list', () => ({})],
])('uses neither a checkpoint that %s nor those after it', async (_, change) => {
  const { log } = createMemoryStore()
  const own = withCheckpoints(log)
  const host = hostOn(own, 'a')
  for (let count = 0; count < 9; count++) {
    await host.with(ref, (playground) => playground.call('FHIR', 'fhir', request('POST', 'Basic', basic), 'agent'))
  }
  const logged = await log.read('pg')
  const [first, second, ...others] = (await own.checkpoints?.read('pg', engineVersion)) ?? []
  if (first === undefined || second === undefined) throw new Error('There are fewer than two checkpoints.')
  const content = change(second.content as JsonValue[])
  const checkpoints = { size: 3, read: async () => [first, { ...second, content }, ...others], add: async () => {} }
  const { checkpointed, entries } = await readFolded({ ...own, checkpoints }, 'pg')
  expect([checkpointed, entries.map(({ seq }) => seq)]).toEqual([3, logged.map(({ seq }) => seq)])
})
