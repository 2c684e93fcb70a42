import { createMemoryStore, type Store, StoreUnavailableError } from '@carebench/store'
import { expect, it } from 'vitest'
import type { AttemptFiles } from '../runner/runs/attempt-executor.js'
import {
  explain,
  makeAttempt,
  makeFiles,
  never,
  pause,
  queue,
  readText,
  setUpQueue,
} from '../testing/queue-under-test.js'
import { leaseTime, workOnQueues } from './queue-worker.js'
import { trialOutcomes } from './queued-trial.js'

it('a run that is continued leaves nothing of what a killed process of it has kept, \
nor of what it gets itself', async () => {
  const { clock, store, work, execute } = await setUpQueue()
  const drain = new AbortController()
  const worker = work('one', async ({ key }) => makeFiles(`trial ${key.trial}`), drain.signal)
  for (let trial = 1; trial <= 9; trial++) {
    clock.advance(1)
    await execute().execute(makeAttempt(trial), { stop: never })
  }
  const left = async () => {
    const { docs } = await store.page(trialOutcomes, { limit: 20 })
    const queued = await store.page(queue, { limit: 20 })
    expect(queued.docs.map(({ attempt }) => attempt)).toEqual(docs.map(({ attempt }) => attempt))
    return docs.map(({ attempt }) => attempt.key.trial).sort()
  }
  const second = execute()
  expect(readText(await second.execute(makeAttempt(1), { stop: never }))).toBe('trial 1')
  expect(await second.late()).toEqual([])
  expect(await left()).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  // The next process has not reached trial 9 yet.
  await execute(({ key }) => key.trial < 9).late()
  expect(await left()).toEqual([9])
  drain.abort()
  await worker
})

it('a late outcome that arrives while the run removes the attempt leaves nothing', async () => {
  const memory = createMemoryStore()
  let meanwhile: (() => Promise<unknown>) | undefined
  const get: typeof memory.get = async (collection, id) => {
    const found = await memory.get(collection, id)
    const once = (found?.doc as { done?: boolean } | undefined)?.done === true ? meanwhile : undefined
    if (once !== undefined) meanwhile = undefined
    await once?.()
    return found
  }
  const store = new Proxy(memory, {
    get(target, name: keyof Store) {
      const value = target[name]
      return name === 'get' ? get : typeof value === 'function' ? value.bind(target) : value
    },
  })
  const { work, execute, kept, clock } = await setUpQueue(store)
  const [first, second] = [new AbortController(), new AbortController()]
  let finish = () => {}
  const begun = new Promise<void>((resolve) => {
    const slow = () => {
      resolve()
      return new Promise<AttemptFiles>((end) => {
        finish = () => end(makeFiles('slow'))
      })
    }
    void work('slow', slow, first.signal)
  })
  const executor = execute()
  const outcome = executor.execute(makeAttempt(1), { stop: never })
  await begun
  clock.advance(leaseTime)
  const fast = work('fast', async () => makeFiles('fast'), second.signal)
  expect(readText(await outcome)).toBe('fast')
  first.abort()
  second.abort()
  await fast
  meanwhile = () => executor.late()
  finish()
  while (kept.length < 2) await pause()
  expect(kept).toEqual(['fast 1 counts', 'slow 1 unwanted'])
  expect((await memory.page(trialOutcomes, { limit: 5 })).docs).toEqual([])
})

/** A store that can be unreachable, and loses the responses to the next commits of outcomes. */
function unsteadyStore() {
  const inner = createMemoryStore()
  let calls = 0
  let lost = 0
  const outage = (number: number, answers = 0) => {
    calls = number
    lost = answers
  }
  const store = new Proxy(inner, {
    get(target, name: keyof Store) {
      const value = target[name]
      if (typeof value !== 'function') return value
      return async (...given: readonly never[]) => {
        if (calls-- > 0) throw new StoreUnavailableError('It restarts.')
        const answer: unknown = await Reflect.apply(value, target, given)
        if (name === 'commit' && lost-- > 0) throw new StoreUnavailableError('The answer was lost.')
        return answer
      }
    },
  })
  return { store, outage }
}

it.each([
  ['is away', 40, 0],
  ['loses the answer', 0, 1],
])('stores an outcome once and runs the attempt once, although the storage %s', async (_, away, lost) => {
  const { store, outage } = unsteadyStore()
  const { work, execute, kept } = await setUpQueue(store)
  let times = 0
  const drain = new AbortController()
  const worker = work(
    'one',
    async () => {
      times++
      outage(away, lost)
      return makeFiles('done')
    },
    drain.signal,
  )
  const executor = execute()
  expect(readText(await executor.execute(makeAttempt(1), { stop: never }))).toBe('done')
  drain.abort()
  await worker
  expect([times, kept]).toEqual([1, ['one 1 counts']])
  expect(await executor.late()).toEqual([])
  expect((await store.page(trialOutcomes, { limit: 1 })).docs).toEqual([])
})

it('a run ends while the storage is unreachable, and leaves its queue to a process that continues it', async () => {
  const { store, outage } = unsteadyStore()
  const { work, execute } = await setUpQueue(store)
  const drain = new AbortController()
  const worker = work('one', async () => makeFiles('done'), drain.signal)
  const executor = execute()
  expect(readText(await executor.execute(makeAttempt(1), { stop: never }))).toBe('done')
  drain.abort()
  await worker
  outage(1)
  expect(await executor.late()).toEqual([])
  expect((await store.page(trialOutcomes, { limit: 2 })).docs).toHaveLength(1)
  await execute(() => true).late()
  expect((await store.page(trialOutcomes, { limit: 2 })).docs).toEqual([])
})

it('a worker that must end does not wait for an unreachable storage', async () => {
  const { store, outage } = unsteadyStore()
  const { setting, kept, execute } = await setUpQueue(store)
  const drain = new AbortController()
  void execute().execute(makeAttempt(1), { stop: drain.signal })
  await workOnQueues(setting, {
    name: 'one',
    queues: [queue],
    explain,
    perform: async () => {
      drain.abort()
      outage(Number.MAX_SAFE_INTEGER)
      return makeFiles('done')
    },
    drain: drain.signal,
    stop: drain.signal,
    onOutcome: (_, how) => kept.push(how),
  })
  expect(kept).toEqual(['not stored'])
})

it('a trial with the result of another attempt gets no second result, and the run gets the reason', async () => {
  const { store, work, execute, kept } = await setUpQueue()
  const drain = new AbortController()
  const worker = work('one', async ({ number }) => makeFiles(`attempt ${number}`), drain.signal)
  expect(readText(await execute().execute(makeAttempt(1), { stop: never }))).toBe('attempt 1')
  // The folder lacks the first attempt.
  const executor = execute()
  const second = await executor.execute({ ...makeAttempt(1), number: 2 }, { stop: never })
  expect(readText(second)).toMatch(/^Another attempt at this trial already has a result/)
  drain.abort()
  await worker
  expect(kept).toEqual(['one 1 counts', 'one 1 late'])
  expect((await executor.late()).map(({ files }) => readText(files))).toEqual(['attempt 2'])
  expect((await store.page(trialOutcomes, { limit: 9 })).docs).toHaveLength(1)
})
