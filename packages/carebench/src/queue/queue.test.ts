import { createManualClock } from '@carebench/protocol'
import type { AttemptFiles, PlannedAttempt } from '@carebench/runner'
import { createMemoryStore } from '@carebench/store'
import { expect, it } from 'vitest'
import { createQueueExecutor } from './queue-executor.js'
import { leaseTime, type QueueWorker, workOnQueues } from './queue-worker.js'
import { queueOf, trialOutcomes } from './queued-trial.js'

const digest = 'd1'
const queue = queueOf(digest)
const never = new AbortController().signal

function attemptOf(trial: number): PlannedAttempt {
  return { key: { agent: 'a', task: 't', trial }, number: 1, seed: 7, seedWorld: false }
}

function filesOf(text: string): AttemptFiles {
  return new Map([['result.json', Buffer.from(JSON.stringify({ verdict: 'pass', text }))]])
}

function textOf(files: AttemptFiles | undefined): string {
  return JSON.parse(Buffer.from(files?.get('result.json') ?? []).toString()).text
}

function setUp() {
  const clock = createManualClock()
  const store = createMemoryStore()
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve))
  const setting = { store, clock, pause }
  const kept: string[] = []
  const work = (name: string, perform: QueueWorker['perform'], drain: AbortSignal) =>
    workOnQueues(setting, {
      name,
      queues: [queue],
      drain,
      perform,
      onOutcome: ({ key }, how) => kept.push(`${name} ${key.trial} ${how}`),
    })
  const execute = () => createQueueExecutor(setting, { id: 'run_1', digests: new Map([['a', digest]]) })
  return { clock, store, work, execute, kept }
}

it('each attempt is carried out once, whichever worker takes it', async () => {
  const { store, work, execute } = setUp()
  const done: string[] = []
  const drain = new AbortController()
  const workers = ['one', 'two', 'three'].map((name) =>
    work(
      name,
      async ({ key }) => {
        await new Promise((resolve) => setImmediate(resolve))
        done.push(`${key.trial}`)
        return filesOf(`trial ${key.trial}`)
      },
      drain.signal,
    ),
  )
  const executor = execute()
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1)
  const files = await Promise.all(numbers.map((trial) => executor.execute(attemptOf(trial), { stop: never })))
  expect(files.map(textOf)).toEqual(numbers.map((trial) => `trial ${trial}`))
  expect(done.toSorted()).toEqual(numbers.map(String).toSorted())
  expect(await executor.late()).toEqual([])
  // Nothing is left behind.
  expect((await store.page(queue, { limit: 5 })).docs).toEqual([])
  expect((await store.page(trialOutcomes, { limit: 5 })).docs).toEqual([])
  drain.abort()
  await Promise.all(workers)
})

it('the attempt of a worker that was killed is taken over after its lease, and what it still hands in is late', async () => {
  const { clock, work, execute, kept } = setUp()
  const [first, second] = [new AbortController(), new AbortController()]
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  let finish = () => {}
  const slow = work(
    'slow',
    () => {
      begin()
      return new Promise((resolve) => {
        finish = () => resolve(filesOf('slow'))
      })
    },
    first.signal,
  )
  const executor = execute()
  const outcome = executor.execute(attemptOf(1), { stop: never })
  await begun
  let isTaken = false
  const fast = work(
    'fast',
    async () => {
      isTaken = true
      return filesOf('fast')
    },
    second.signal,
  )
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(isTaken).toBe(false)
  clock.advance(leaseTime)
  expect(textOf(await outcome)).toBe('fast')
  first.abort()
  finish()
  await slow
  expect(kept).toEqual(['fast 1 counts', 'slow 1 late'])
  expect((await executor.late()).map(({ files }) => textOf(files))).toEqual(['slow'])
  expect(await executor.late()).toEqual([])
  second.abort()
  await fast
})

it('a run that is drained takes back what nobody has begun, and one that is continued gets what was done meanwhile', async () => {
  const { work, execute } = setUp()
  const drain = new AbortController()
  const stop = new AbortController()
  const executor = execute()
  const untouched = executor.execute(attemptOf(2), { drain: drain.signal, stop: never })
  drain.abort()
  expect(await untouched).toBe(undefined)

  const interrupted = executor.execute(attemptOf(1), { stop: stop.signal })
  stop.abort()
  expect(await interrupted).toBe(undefined)
  const over = new AbortController()
  const worker = work(
    'one',
    async ({ key }) => {
      over.abort()
      return filesOf(`trial ${key.trial}`)
    },
    over.signal,
  )
  await worker
  expect(textOf(await execute().execute(attemptOf(1), { stop: never }))).toBe('trial 1')
})

it('an attempt that was cancelled is given back', async () => {
  const { work, execute, kept } = setUp()
  const outcome = execute().execute(attemptOf(1), { stop: never })
  const first = new AbortController()
  await work(
    'one',
    async () => {
      first.abort()
      return undefined
    },
    first.signal,
  )
  const second = new AbortController()
  const other = work('two', async () => filesOf('again'), second.signal)
  expect(textOf(await outcome)).toBe('again')
  second.abort()
  await other
  expect(kept).toEqual(['one 1 given back', 'two 1 counts'])
})
