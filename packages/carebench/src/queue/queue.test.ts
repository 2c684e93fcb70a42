import { insert } from '@carebench/store'
import { expect, it } from 'vitest'
import type { AttemptFiles, TrialProgress } from '../runner/runs/attempt-executor.js'
import { makeAttempt, makeFiles, never, pause, queue, readText, setUpQueue } from '../testing/queue-under-test.js'
import { silence } from './queue-members.js'
import { leaseTime } from './queue-worker.js'
import { idOfAttempt, type QueuedTrialDoc, trialOutcomes } from './queued-trial.js'

/** Runs an attempt that ends only when it is cancelled. */
function untilCancelled(cancelled: AbortSignal): Promise<AttemptFiles> {
  const ended = { kind: 'interrupted', reason: 'cancelled' }
  const files: AttemptFiles = new Map([
    ['result.json', Buffer.from(JSON.stringify({ verdict: null, text: 'cut', ended }))],
  ])
  return new Promise((resolve) => cancelled.addEventListener('abort', () => resolve(files), { once: true }))
}

it('each attempt is run once, whichever worker takes it', async () => {
  const { store, work, execute } = await setUpQueue()
  const done: string[] = []
  const drain = new AbortController()
  const workers = ['one', 'two', 'three'].map((name) =>
    work(
      name,
      async ({ key }) => {
        await new Promise((resolve) => setImmediate(resolve))
        done.push(`${key.trial}`)
        return makeFiles(`trial ${key.trial}`)
      },
      drain.signal,
    ),
  )
  const executor = execute()
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1)
  const files = await Promise.all(numbers.map((trial) => executor.execute(makeAttempt(trial), { stop: never })))
  expect(files.map(readText)).toEqual(numbers.map((trial) => `trial ${trial}`))
  expect(done.toSorted()).toEqual(numbers.map(String).toSorted())
  expect(await executor.late()).toEqual([])
  // Nothing is left behind.
  expect((await store.page(queue, { limit: 5 })).docs).toEqual([])
  expect((await store.page(trialOutcomes, { limit: 5 })).docs).toEqual([])
  drain.abort()
  await Promise.all(workers)
})

it('reports the progress of workers to the run', async () => {
  const { work, execute } = await setUpQueue()
  const drain = new AbortController()
  let finish = () => {}
  const worker = work(
    'one',
    async (_attempt, _queue, _cancelled, onProgress) => {
      onProgress({ calls: 1, tokens: 0, last: 'GET fhir/Patient 200' })
      onProgress({ calls: 2, tokens: 120, last: 'I look\nit up.' })
      return new Promise((resolve) => {
        finish = () => resolve(makeFiles('done'))
      })
    },
    drain.signal,
  )
  const shown: TrialProgress[] = []
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => (holds() ? resolve() : setTimeout(look, 1))
      look()
    })
  const onProgress = (progress: TrialProgress) => shown.push(progress)
  const outcome = execute().execute(makeAttempt(1), { stop: never, onProgress })
  await until(() => shown.length > 0)
  expect(shown[0]).toEqual({ calls: 2, tokens: 120, last: 'I look it up.' })
  finish()
  expect(readText(await outcome)).toBe('done')
  drain.abort()
  await worker
})

it('the attempt of a worker that was killed is taken over after its lease, \
and what it still hands in is late', async () => {
  const { clock, work, execute, kept } = await setUpQueue()
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
        finish = () => resolve(makeFiles('slow'))
      })
    },
    first.signal,
  )
  const executor = execute()
  const outcome = executor.execute(makeAttempt(1), { stop: never })
  await begun
  let isTaken = false
  const fast = work(
    'fast',
    async () => {
      isTaken = true
      return makeFiles('fast')
    },
    second.signal,
  )
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(isTaken).toBe(false)
  clock.advance(leaseTime)
  expect(readText(await outcome)).toBe('fast')
  first.abort()
  finish()
  await slow
  expect(kept).toEqual(['fast 1 counts', 'slow 1 late'])
  expect((await executor.late()).map(({ files }) => readText(files))).toEqual(['slow'])
  expect(await executor.late()).toEqual([])
  second.abort()
  await fast
})

it('a run that is drained takes back what nobody has begun, and one that was killed and is continued \
gets what was done meanwhile', async () => {
  const { work, execute } = await setUpQueue()
  const drain = new AbortController()
  const executor = execute()
  const untouched = executor.execute(makeAttempt(2), { drain: drain.signal, stop: never })
  drain.abort()
  expect(await untouched).toBe(undefined)

  // Its process is killed, so the attempt is not taken back.
  void executor.execute(makeAttempt(1), { stop: never })
  const over = new AbortController()
  const worker = work(
    'one',
    async ({ key }) => {
      over.abort()
      return makeFiles(`trial ${key.trial}`)
    },
    over.signal,
  )
  await worker
  expect(readText(await execute().execute(makeAttempt(1), { stop: never }))).toBe('trial 1')
})

it('an attempt that was cancelled is given back', async () => {
  const { work, execute, kept } = await setUpQueue()
  const outcome = execute().execute(makeAttempt(1), { stop: never })
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
  const other = work('two', async () => makeFiles('again'), second.signal)
  expect(readText(await outcome)).toBe('again')
  second.abort()
  await other
  expect(kept).toEqual(['one 1 given back', 'two 1 counts'])
})

it('a cancelled attempt ends at its worker, and is not started if it has not started yet', async () => {
  const { store, work, execute, kept } = await setUpQueue()
  const [begun, cancel, other, drain] = Array.from({ length: 4 }, () => new AbortController())
  const executor = execute()
  const outcome = executor.execute(makeAttempt(1), { stop: never, cancel: cancel?.signal ?? never })
  const worker = work(
    'one',
    (_, __, cancelled) => {
      begun?.abort()
      return untilCancelled(cancelled)
    },
    drain?.signal ?? never,
  )
  await new Promise((resolve) => begun?.signal.addEventListener('abort', resolve))
  const untouched = executor.execute(makeAttempt(2), { stop: never, cancel: other?.signal ?? never })
  other?.abort()
  expect(await untouched).toBe(undefined)
  cancel?.abort()
  expect(readText(await outcome)).toBe('cut')
  drain?.abort()
  await worker
  expect(kept).toEqual(['one 1 counts'])
  await executor.late()
  expect((await store.page(queue, { limit: 5 })).docs).toEqual([])
})

it('an attempt of a run that is stopped ends at its worker, and what it still leaves counts for nobody, \
not even when it is begun anew', async () => {
  const { work, execute, kept } = await setUpQueue()
  const [begun, stop, first, second] = Array.from({ length: 4 }, () => new AbortController())
  const outcome = execute().execute(makeAttempt(1), { stop: stop?.signal ?? never })
  let hasEnded = () => {}
  const ended = new Promise<void>((resolve) => {
    hasEnded = resolve
  })
  const worker = work(
    'one',
    async (_, __, cancelled) => {
      begun?.abort()
      const files = await untilCancelled(cancelled)
      first?.abort()
      // The run has been continued meanwhile.
      await ended
      return files
    },
    first?.signal ?? never,
  )
  await new Promise((resolve) => begun?.signal.addEventListener('abort', resolve))
  stop?.abort()
  expect(await outcome).toBe(undefined)
  await new Promise((resolve) => first?.signal.addEventListener('abort', resolve))
  const again = execute().execute(makeAttempt(1), { stop: never })
  hasEnded()
  await worker
  const other = work('two', async () => makeFiles('anew'), second?.signal ?? never)
  expect(readText(await again)).toBe('anew')
  second?.abort()
  await other
  expect(kept).toEqual(['one 1 unwanted', 'two 1 counts'])
})

/** An entry left by an earlier process of the run. */
function leftBy(members: Partial<QueuedTrialDoc>): QueuedTrialDoc {
  const attempt = makeAttempt(1)
  const created_at = '2026-01-05T08:00:00.000Z'
  const id = idOfAttempt('run_1', attempt)
  return { id, created_at, run: 'run_1', attempt, entry: 'e', lease: null, done: false, cancelled: false, ...members }
}

it.each([
  ['that was given back', null],
  ['whose worker was killed', { holder: 'killed', until: 0 }],
  ['whose worker is still ending it', { holder: 'slow', until: Number.MAX_SAFE_INTEGER }],
])('a continued run repeats a cancelled attempt %s', async (_, lease) => {
  const { store, work, execute } = await setUpQueue()
  await store.commit([insert(queue, leftBy({ cancelled: true, lease }))])
  const drain = new AbortController()
  const worker = work('one', async () => makeFiles('anew'), drain.signal)
  expect(readText(await execute().execute(makeAttempt(1), { stop: never }))).toBe('anew')
  drain.abort()
  await worker
})

it('nobody begins an attempt of a run whose process is gone, \
and it begins at once when the run is continued', async () => {
  const { clock, store, work, execute, kept, announce } = await setUpQueue()
  const other = { ...leftBy({}), id: 'z', run: 'gone' }
  void execute().execute(makeAttempt(1), { stop: never })
  await store.commit([insert(queue, other)])
  clock.advance(silence + 1)
  const drain = new AbortController()
  const worker = work('one', async () => makeFiles('done'), drain.signal)
  for (let turn = 0; turn < 50; turn++) await pause()
  expect(kept).toEqual([])
  await announce()
  expect(readText(await execute().execute(makeAttempt(1), { stop: never }))).toBe('done')
  drain.abort()
  await worker
  expect(kept).toEqual(['one 1 counts'])
})

it.each([
  [3, () => false],
  [2, () => true],
])('an attempt that has ended %i workers is unscored; one that was given back has ended none', async (most, may) => {
  const { clock, work, execute, announce } = await setUpQueue()
  const outcome = execute().execute(makeAttempt(1), { stop: never })
  let begun = 0
  for (let number = 0; number < 4; number++) {
    const drain = new AbortController()
    const give = async () => {
      drain.abort()
      return undefined
    }
    await work(`gives back ${number}`, give, drain.signal)
  }
  for (let number = 0; number < most; number++) {
    const die = async () => {
      begun++
      throw new Error('The process has ended.')
    }
    await expect(work(`dies ${number}`, die, never, may)).rejects.toThrow('has ended')
    clock.advance(leaseTime + 1)
    await announce()
  }
  const drain = new AbortController()
  const last = work(
    'last',
    async () => {
      begun++
      return makeFiles('done')
    },
    drain.signal,
    may,
  )
  expect(readText(await outcome)).toMatch(new RegExp(`^${most} workers have begun this attempt`))
  expect(begun).toBe(most)
  drain.abort()
  await last
})

it.each([
  null,
  { ...makeAttempt(1), key: null },
  { ...makeAttempt(1), number: '1/../../../x' },
  { ...makeAttempt(1), seed: 1.5 },
  { ...makeAttempt(1), key: { ...makeAttempt(1).key, trial: '/../../../x' } },
  { ...makeAttempt(1), key: { ...makeAttempt(1).key, task: 7 } },
])('a worker skips %j, which is not an attempt', async (attempt) => {
  const { store, work, execute, clock } = await setUpQueue()
  const forged = { id: 'forged', created_at: '', run: 'run_1', attempt, entry: '', lease: null, done: false }
  await store.commit([insert(queue, { ...forged, cancelled: false } as unknown as QueuedTrialDoc)])
  const drain = new AbortController()
  const done: unknown[] = []
  const working = work(
    'one',
    async (attempt) => {
      done.push(attempt)
      return makeFiles('done')
    },
    drain.signal,
  )
  const executor = execute()
  expect(readText(await executor.execute(makeAttempt(2), { stop: never }))).toBe('done')
  expect(done).toEqual([makeAttempt(2)])
  expect(await store.due(queue, clock.now(), 5)).toEqual([])
  drain.abort()
  await working
})
