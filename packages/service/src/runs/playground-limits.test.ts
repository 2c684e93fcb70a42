import type { SimulatorCall } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import { describe, expect, it } from 'vitest'
import { versions } from '../documents/collections/authoring.js'
import { buildBase } from '../playground/base-cache.js'
import { createAppendKeys } from '../playground/log/append-entries.js'
import { Playground } from '../playground/playground.js'
import { FullPlaygroundError, type PlaygroundLimits } from '../playground/playground-error.js'
import { replayLog } from '../playground/replay/replay.js'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { approvableForm, smallBenchmark } from '../testing/small-benchmark.js'

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
  return { open, log, base }
}

const json = { resourceType: 'Basic', code: { text: 'Note' } }
const create: SimulatorCall = { method: 'POST', path: 'Basic', query: '', headers: {}, body: { json } }
function long(characters: number): SimulatorCall {
  return { ...create, body: { json: { ...json, code: { text: 'x'.repeat(characters) } } } }
}

const read: SimulatorCall = { ...create, method: 'GET', body: null }

describe('a playground at its limits', () => {
  it('rejects calls with bodies, and answers those without', async () => {
    const { open } = await openPlayground({ keptBytes: 50_000, changes: 10, outwardActs: 10 })
    const playground = await open()
    await expect(playground.call('FHIR', 'fhir', long(20_000), 'agent')).resolves.toMatchObject({ status: 201 })
    await expect(playground.call('FHIR', 'fhir', long(40_000), 'agent')).rejects.toBeInstanceOf(FullPlaygroundError)
    await expect(playground.call('FHIR', 'fhir', create, 'agent')).resolves.toMatchObject({ status: 201 })
    await expect(playground.call('FHIR', 'fhir', read, 'agent')).resolves.toMatchObject({ status: 200 })
  })

  it('counts the memory of calls, not their characters', async () => {
    const { open } = await openPlayground({ keptBytes: 50_000, changes: 10, outwardActs: 10 })
    const playground = await open()
    const empties = { ...create, body: { json: { ...json, extension: Array.from({ length: 1000 }, () => ({})) } } }
    await expect(playground.call('FHIR', 'fhir', empties, 'agent')).rejects.toThrow('its limit of 50000 bytes of calls')
  })

  it('counts waits as reads', async () => {
    const { open } = await openPlayground({ keptBytes: 1_000, changes: 10, outwardActs: 10 })
    const playground = await open()
    const wait = () => playground.wait({ milliseconds: 0, untilEvent: false })
    await wait()
    await expect(Promise.all(Array.from({ length: 10 }, wait))).rejects.toBeInstanceOf(FullPlaygroundError)
  })

  it('answers reads until twice the limit of bytes is kept', async () => {
    const { open } = await openPlayground({ keptBytes: 5_000, changes: 10, outwardActs: 10 })
    const playground = await open()
    const long: SimulatorCall = { ...read, query: `_content=${'x'.repeat(4_000)}` }
    await playground.call('FHIR', 'fhir', long, 'agent')
    await expect(playground.call('FHIR', 'fhir', create, 'agent')).rejects.toBeInstanceOf(FullPlaygroundError)
    await playground.call('FHIR', 'fhir', read, 'agent')
    await expect(playground.call('FHIR', 'fhir', long, 'agent')).rejects.toBeInstanceOf(FullPlaygroundError)
  })

  it('rejects changes, also after it was rebuilt, and answers reads', async () => {
    const { open, log } = await openPlayground({ keptBytes: 50_000, changes: 2, outwardActs: 10 })
    const playground = await open()
    await playground.call('FHIR', 'fhir', create, 'agent')
    await playground.call('FHIR', 'fhir', create, 'agent')
    for (const id of [playground, await open()]) {
      await expect(id.call('FHIR', 'fhir', create, 'agent')).rejects.toBeInstanceOf(FullPlaygroundError)
      await expect(id.call('FHIR', 'fhir', read, 'agent')).resolves.toMatchObject({ status: 200 })
    }
    expect((await log.read('pg')).map(({ effects }) => effects.length)).toEqual([1, 1, 0, 0])
  })
})

it('rejects outward acts beyond the limit, also after it was rebuilt, and answers other calls', async () => {
  const { open, log } = await openPlayground({ keptBytes: 50_000, changes: 10, outwardActs: 1 })
  const form = { ...approvableForm, patient_dob: '1960-01-01', service_date: '1970-02-01' }
  const send: SimulatorCall = { ...create, path: 'prior-auths', body: { json: form } }
  await expect((await open()).call('Payer', 'portal', send, 'agent')).resolves.toMatchObject({ status: 201 })
  for (const playground of [await open(), await open()]) {
    await expect(playground.call('Payer', 'portal', send, 'agent')).rejects.toThrow('its limit of 1 outward acts')
    await expect(playground.call('FHIR', 'fhir', create, 'agent')).resolves.toMatchObject({ status: 201 })
  }
  expect((await log.read('pg')).map(({ effects }) => effects.length)).toEqual([1, 1, 1])
})

describe('a rejected call', () => {
  const refused = long(5_000_000)
  const call: SimulatorCall = { ...refused, path: 'Patient' }

  it('keeps of a long body only its digest, length and first 4,096 characters', async () => {
    const { open, log } = await openPlayground({ keptBytes: 50_000, changes: 10, outwardActs: 10 })
    const playground = await open()
    await expect(playground.call('FHIR', 'fhir', call, 'agent')).resolves.toMatchObject({ status: 400 })
    const text = JSON.stringify('json' in (call.body ?? {}) ? Object(call.body).json : null)
    const [entry] = await log.read('pg')
    expect(entry?.action).toMatchObject({
      call: { path: 'Patient', body: { refused: { length: text.length, head: text.slice(0, 4096) } } },
    })
    expect(JSON.stringify(entry).length).toBeLessThan(10_000)
  })

  it('keeps a short body', async () => {
    const { open, log } = await openPlayground({ keptBytes: 50_000, changes: 10, outwardActs: 10 })
    const short = { ...create, path: 'Patient' }
    await (await open()).call('FHIR', 'fhir', short, 'agent')
    expect((await log.read('pg'))[0]?.action).toMatchObject({ call: short })
  })

  it('can be replayed: it has changed nothing', async () => {
    const { open, log, base } = await openPlayground({ keptBytes: 50_000, changes: 10, outwardActs: 10 })
    const playground = await open()
    await playground.call('FHIR', 'fhir', create, 'agent')
    await playground.call('FHIR', 'fhir', call, 'agent')
    await playground.call('FHIR', 'fhir', create, 'agent')
    const entries = await log.read('pg')
    expect(replayLog(base, 1, entries)).toBeNull()
    const [first, second] = entries
    if (first === undefined || second === undefined) throw new Error('There are no entries.')
    expect(replayLog(base, 1, [first, { ...second, effects: first.effects }])).toMatchObject({
      seq: 2,
      what: 'effects',
    })
  })
})
