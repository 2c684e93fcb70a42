import type { SimulatorCall } from '@carebench/protocol'
import { createMemoryStore } from '@carebench/store'
import type { AnySimulator, RunningSimulator } from '@carebench/systems'
import { expect, it } from 'vitest'
import { letOthersWork } from '../work/let-others-work.js'
import { createAppendKeys } from './log/append-entries.js'
import { Playground } from './playground.js'
import { NotAnObservationError } from './playground-error.js'
import { SimulatorSet } from './simulator-set.js'

const appendKey = createAppendKeys('one')

/** Returns a turnstile that counts the calls of `pass`, whatever their method; other calls do not change it. */
function turnstile(count = 0): RunningSimulator {
  const state = { count }
  const simulator: AnySimulator = {
    type: 'Files',
    group: null,
    calls: [],
    dataset: null,
    records: [],
    headers: [],
    scenarioSteps: [],
    configSchema: {},
    seed: () => turnstile(),
    noise: function* () {},
  }
  return {
    simulator,
    fork: () => turnstile(state.count),
    handle: (_, { path }) => ({
      response: { status: 200, headers: {}, body: { json: state.count } },
      effects: path === 'pass' ? [1] : [],
      events: [{ type: `gate.${path}`, data: null }],
    }),
    due: () => ({ effects: [], events: [] }),
    inject: () => ({ effects: [], events: [] }),
    apply: () => {
      state.count++
    },
    evidence: () => ({}),
  }
}

function get(path: string, method = 'GET'): SimulatorCall {
  return { method, path, query: '', headers: {}, body: null }
}

function openOn({ log }: ReturnType<typeof createMemoryStore>) {
  return new Playground({
    id: 'pg',
    log,
    appendKey,
    now: () => 0,
    seed: 1,
    base: new SimulatorSet([{ running: turnstile() }]),
    entries: [],
  })
}

it('rejects a GET of an observer that would change something', async () => {
  const store = createMemoryStore()
  const playground = openOn(store)
  expect(await playground.observe('Files', 'gate', get('count'))).toMatchObject({ body: { json: 0 } })
  await expect(playground.observe('Files', 'gate', get('pass'))).rejects.toBeInstanceOf(NotAnObservationError)
  await expect(playground.observe('Files', 'gate', get('count', 'POST'))).rejects.toBeInstanceOf(NotAnObservationError)
  expect(await playground.observe('Files', 'gate', get('count', 'HEAD'))).toMatchObject({ body: { json: 0 } })
  expect(await playground.observe('HL7', 'hl7', get('inbox'))).toBe(undefined)
  expect([await playground.readEntries(), await store.log.read('pg')]).toEqual([[], []])
})

it('shows an observer the latest action of the agent, also if another process has answered it', async () => {
  const store = createMemoryStore()
  const [here, elsewhere] = [openOn(store), openOn(store)]
  await here.call('Files', 'gate', get('pass'), 'agent')
  await here.call('Files', 'gate', get('count'), 'agent')
  expect(await here.observe('Files', 'gate', get('count'))).toMatchObject({ body: { json: 1 } })
  expect((await here.readEntries()).map(({ events }) => events)).toEqual([
    [{ type: 'gate.pass', data: null, simulator: 'Files' }],
    [{ type: 'gate.count', data: null, simulator: 'Files' }],
  ])
  expect(await elsewhere.observe('Files', 'gate', get('count'))).toMatchObject({ body: { json: 1 } })
  await here.call('Files', 'gate', get('count'), 'agent')
  expect(await elsewhere.readEntries()).toEqual(await here.readEntries())
})

it('is frozen with the calls that another process has answered, and the work on it is done once', async () => {
  const store = createMemoryStore()
  const [here, elsewhere] = [openOn(store), openOn(store)]
  await here.call('Files', 'gate', get('count'), 'agent')
  await elsewhere.call('Files', 'gate', get('pass'), 'agent')
  const frozen: (number | undefined)[] = []
  await here.freeze(async ({ appends: [seal] }) => {
    frozen.push(seal?.expectedSeq)
    const { ok } = await store.commit([], seal === undefined ? [] : [seal])
    return { committed: ok, result: null }
  })
  expect(frozen).toEqual([3])
})

it('ends a stepped clock with the year 9000', async () => {
  const playground = new Playground({
    id: 'pg',
    log: createMemoryStore().log,
    appendKey,
    now: () => 0,
    seed: 1,
    base: new SimulatorSet([{ running: turnstile() }]),
    entries: [],
    clock: { mode: 'stepped', startsAt: Date.UTC(8999, 11, 31), perCall: 0 },
  })
  const day = 86_400_000
  expect(await playground.wait({ milliseconds: day, untilEvent: false })).toEqual({
    now: Date.UTC(9000, 0, 1),
    arrived: [],
  })
  await expect(playground.wait({ milliseconds: 1, untilEvent: false })).rejects.toMatchObject({ code: 'CONFLICT' })
})

it('logs a long call as one entry, whatever arrives while it pauses', async () => {
  const store = createMemoryStore()
  let others = 0
  const running = turnstile()
  const slow: RunningSimulator = {
    ...running,
    *handleInSteps(group, call, context) {
      for (let step = 0; call.path === 'slow' && step < 5000; step++) yield
      return running.handle(group, call, context)
    },
  }
  const playground = new Playground({
    id: 'pg',
    log: store.log,
    appendKey,
    now: () => 0,
    seed: 1,
    base: new SimulatorSet([{ running: { ...slow, fork: () => slow } }]),
    entries: [],
  })
  void letOthersWork().then(() => others++)
  const paths = ['pass', 'slow', 'pass', 'count']
  const calls = paths.map((path) => playground.call('Files', 'files', get(path), 'agent'))
  const during = calls[1]?.then(() => others)
  expect((await Promise.all(calls)).map((answer) => answer?.body)).toEqual([0, 1, 1, 2].map((json) => ({ json })))
  expect(await during).toBe(1)
  expect((await playground.readEntries()).map(({ seq, events }) => [seq, events[0]?.type])).toEqual(
    paths.map((path, index) => [index + 1, `gate.${path}`]),
  )
})

it('reproduces the response to a call, whatever has happened since', async () => {
  const store = createMemoryStore()
  const playground = openOn(store)
  const paths = ['count', 'pass', 'count', 'pass', 'count']
  const answers: unknown[] = []
  for (const path of paths) answers.push((await playground.call('Files', 'files', get(path), 'agent'))?.body)
  const again: unknown[] = []
  for (const seq of paths.keys()) again.push((await playground.answerAgain(seq + 1))?.body)
  expect(again).toEqual(answers)
  expect(await playground.answerAgain(6)).toBeUndefined()
  expect(await store.log.read('pg')).toHaveLength(5)
})
