import { createManualClock } from '@carebench/protocol'
import type { AttemptFiles, PlannedAttempt } from '@carebench/runner'
import { createMemoryStore, insert, type Store, StoreUnavailableError } from '@carebench/store'
import { expect, it } from 'vitest'
import { createQueueExecutor } from './queue-executor.js'
import { explainIdleness, explainWaiting, joinQueue, silence } from './queue-members.js'
import { leaseTime, type QueueWorker, workOnQueues } from './queue-worker.js'
import { idOfAttempt, type QueuedTrialDoc, queueOf, trialOutcomes } from './queued-trial.js'
import { remind } from './remind.js'

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

/** A worker's part: ends when it is cancelled, with what that leaves. */
function untilCancelled(cancelled: AbortSignal): Promise<AttemptFiles> {
  const ended = { kind: 'interrupted', reason: 'cancelled' }
  const files: AttemptFiles = new Map([
    ['result.json', Buffer.from(JSON.stringify({ verdict: null, text: 'cut', ended }))],
  ])
  return new Promise((resolve) => cancelled.addEventListener('abort', () => resolve(files), { once: true }))
}

function explain(_: PlannedAttempt, why: string): AttemptFiles {
  return new Map([['result.json', Buffer.from(JSON.stringify({ verdict: null, text: why }))]])
}

function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** A queue, of which the run is there. */
async function setUp(store: Store = createMemoryStore()) {
  const clock = createManualClock()
  const setting = { store, clock, pause }
  const announce = () => joinQueue(setting, { role: 'run', benchmark: 'small@1', digests: { a: digest } }, 'run_1')
  const member = await announce()
  const kept: string[] = []
  const work = (name: string, perform: QueueWorker['perform'], drain: AbortSignal) =>
    workOnQueues(setting, {
      name,
      queues: [queue],
      drain,
      perform,
      explain,
      look: 5,
      onOutcome: ({ key }, how) => kept.push(`${name} ${key.trial} ${how}`),
    })
  const execute = () => createQueueExecutor(setting, { id: 'run_1', digests: new Map([['a', digest]]) })
  return { clock, store, setting, work, execute, kept, announce, member }
}

it('each attempt is carried out once, whichever worker takes it', async () => {
  const { store, work, execute } = await setUp()
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
  const { clock, work, execute, kept } = await setUp()
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

it('a run that is drained takes back what nobody has begun, and one that was killed and is continued gets what was done meanwhile', async () => {
  const { work, execute } = await setUp()
  const drain = new AbortController()
  const executor = execute()
  const untouched = executor.execute(attemptOf(2), { drain: drain.signal, stop: never })
  drain.abort()
  expect(await untouched).toBe(undefined)

  // Its process is killed, so nobody takes the attempt back.
  void executor.execute(attemptOf(1), { stop: never })
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
  const { work, execute, kept } = await setUp()
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

it('a cancelled attempt ends at its worker, and one that nobody has begun is not begun', async () => {
  const { store, work, execute, kept } = await setUp()
  const [begun, cancel, other, drain] = Array.from({ length: 4 }, () => new AbortController())
  const executor = execute()
  const outcome = executor.execute(attemptOf(1), { stop: never, cancel: cancel?.signal ?? never })
  const worker = work(
    'one',
    (_, __, cancelled) => {
      begun?.abort()
      return untilCancelled(cancelled)
    },
    drain?.signal ?? never,
  )
  await new Promise((resolve) => begun?.signal.addEventListener('abort', resolve))
  const untouched = executor.execute(attemptOf(2), { stop: never, cancel: other?.signal ?? never })
  other?.abort()
  expect(await untouched).toBe(undefined)
  cancel?.abort()
  expect(textOf(await outcome)).toBe('cut')
  drain?.abort()
  await worker
  expect(kept).toEqual(['one 1 counts'])
  await executor.late()
  expect((await store.page(queue, { limit: 5 })).docs).toEqual([])
})

it('an attempt of a run that is stopped ends at its worker, and what it still leaves counts for nobody, not even when it is begun anew', async () => {
  const { work, execute, kept } = await setUp()
  const [begun, stop, first, second] = Array.from({ length: 4 }, () => new AbortController())
  const outcome = execute().execute(attemptOf(1), { stop: stop?.signal ?? never })
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
  const again = execute().execute(attemptOf(1), { stop: never })
  hasEnded()
  await worker
  const other = work('two', async () => filesOf('anew'), second?.signal ?? never)
  expect(textOf(await again)).toBe('anew')
  second?.abort()
  await other
  expect(kept).toEqual(['one 1 unwanted', 'two 1 counts'])
})

/** An entry that an earlier process of the run has left. */
function leftBy(members: Partial<QueuedTrialDoc>): QueuedTrialDoc {
  const attempt = attemptOf(1)
  const created_at = '2026-01-05T08:00:00.000Z'
  const id = idOfAttempt('run_1', attempt)
  return { id, created_at, run: 'run_1', attempt, entry: 'e', lease: null, done: false, cancelled: false, ...members }
}

it.each([
  ['that was given back', null],
  ['whose worker was killed', { holder: 'killed', until: 0 }],
  ['whose worker still ends it', { holder: 'slow', until: Number.MAX_SAFE_INTEGER }],
])('a run that is continued has an attempt carried out that it had cancelled, and %s', async (_, lease) => {
  const { store, work, execute } = await setUp()
  await store.commit([insert(queue, leftBy({ cancelled: true, lease }))])
  const drain = new AbortController()
  const worker = work('one', async () => filesOf('anew'), drain.signal)
  expect(textOf(await execute().execute(attemptOf(1), { stop: never }))).toBe('anew')
  drain.abort()
  await worker
})

it('nobody begins an attempt of a run whose process is gone, and it begins at once when the run is continued', async () => {
  const { clock, store, work, execute, kept, announce } = await setUp()
  const other = { ...leftBy({}), id: 'z', run: 'gone' }
  void execute().execute(attemptOf(1), { stop: never })
  await store.commit([insert(queue, other)])
  clock.advance(silence + 1)
  const drain = new AbortController()
  const worker = work('one', async () => filesOf('done'), drain.signal)
  for (let turn = 0; turn < 50; turn++) await pause()
  expect(kept).toEqual([])
  await announce()
  expect(textOf(await execute().execute(attemptOf(1), { stop: never }))).toBe('done')
  drain.abort()
  await worker
  expect(kept).toEqual(['one 1 counts'])
})

/** A store that can be away, and loses the answer of the next commits of outcomes. */
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
])('an outcome is stored once, and the attempt carried out once, although the storage %s', async (_, away, lost) => {
  const { store, outage } = unsteadyStore()
  const { work, execute, kept } = await setUp(store)
  let times = 0
  const drain = new AbortController()
  const worker = work(
    'one',
    async () => {
      times++
      outage(away, lost)
      return filesOf('done')
    },
    drain.signal,
  )
  const executor = execute()
  expect(textOf(await executor.execute(attemptOf(1), { stop: never }))).toBe('done')
  drain.abort()
  await worker
  expect([times, kept]).toEqual([1, ['one 1 counts']])
  expect(await executor.late()).toEqual([])
  expect((await store.page(trialOutcomes, { limit: 1 })).docs).toEqual([])
})

it('a worker that has to end does not wait for a storage that is away', async () => {
  const { store, outage } = unsteadyStore()
  const { setting, kept, execute } = await setUp(store)
  const drain = new AbortController()
  void execute().execute(attemptOf(1), { stop: drain.signal })
  await workOnQueues(setting, {
    name: 'one',
    queues: [queue],
    explain,
    perform: async () => {
      drain.abort()
      outage(Number.MAX_SAFE_INTEGER)
      return filesOf('done')
    },
    drain: drain.signal,
    stop: drain.signal,
    onOutcome: (_, how) => kept.push(how),
  })
  expect(kept).toEqual(['not stored'])
})

it('a trial of which another attempt has a result gets no second one, and the run learns why', async () => {
  const { store, work, execute, kept } = await setUp()
  const drain = new AbortController()
  const worker = work('one', async ({ number }) => filesOf(`attempt ${number}`), drain.signal)
  expect(textOf(await execute().execute(attemptOf(1), { stop: never }))).toBe('attempt 1')
  // A folder without the first attempt.
  const executor = execute()
  const second = await executor.execute({ ...attemptOf(1), number: 2 }, { stop: never })
  expect(textOf(second)).toMatch(/^Another attempt at this trial has a result already/)
  drain.abort()
  await worker
  expect(kept).toEqual(['one 1 counts', 'one 1 late'])
  expect((await executor.late()).map(({ files }) => textOf(files))).toEqual(['attempt 2'])
  expect((await store.page(trialOutcomes, { limit: 9 })).docs).toHaveLength(1)
})

it('an attempt that has ended three workers is untold; one that was given back has ended none', async () => {
  const { clock, work, execute, announce } = await setUp()
  const outcome = execute().execute(attemptOf(1), { stop: never })
  let begun = 0
  for (let number = 0; number < 4; number++) {
    const drain = new AbortController()
    const give = async () => {
      drain.abort()
      return undefined
    }
    await work(`gives back ${number}`, give, drain.signal)
  }
  for (let number = 0; number < 3; number++) {
    const die = async () => {
      begun++
      throw new Error('The process has ended.')
    }
    await expect(work(`dies ${number}`, die, never)).rejects.toThrow('has ended')
    clock.advance(leaseTime + 1)
    await announce()
  }
  const drain = new AbortController()
  const last = work(
    'last',
    async () => {
      begun++
      return filesOf('done')
    },
    drain.signal,
  )
  expect(textOf(await outcome)).toMatch(/^3 workers have begun this attempt/)
  expect(begun).toBe(3)
  drain.abort()
  await last
})

it('whoever continues a run that was killed takes over its announcement', async () => {
  const clock = createManualClock()
  const setting = { store: createMemoryStore(), clock }
  const own = { role: 'run', benchmark: 'small@1', digests: { a: 'd1' } } as const
  await joinQueue(setting, own, 'run_1')
  clock.advance(silence + 1)
  await joinQueue(setting, own, 'run_1')
  const worker = await joinQueue(setting, { ...own, role: 'worker' })
  expect((await worker.others()).map(({ id }) => id)).toEqual(['run_1'])
})

it('a run and a worker that do not fit know of each other, as long as they are there', async () => {
  const clock = createManualClock()
  const setting = { store: createMemoryStore(), clock }
  const run = { role: 'run', benchmark: 'small@1', digests: { a: 'd1', b: 'd2' } } as const
  const of = (benchmark: string, digests: Record<string, string>) => ({ role: 'worker', benchmark, digests }) as const
  const waiting = new Map([['a', 3]])
  const ofRun = await joinQueue(setting, run)
  const said = async () => explainWaiting(run, waiting, await ofRun.others())
  expect(await said()).toEqual(['3 trials of a wait; no worker with this agent has been seen'])
  for (const [worker, why, idle] of [
    [
      of('small@1', { a: 'd9' }),
      ['3 trials of a wait; the workers that have been seen have it with other options or other limits'],
      ['a run of small@1 waits for a with other options or other limits than this worker has'],
    ],
    [
      of('small@2', { a: 'd8' }),
      ['3 trials of a wait; the workers that have been seen have it for small@2'],
      ['a run of small@1 waits; this worker is for small@2'],
    ],
    [
      of('small@1', { c: 'd3' }),
      ['3 trials of a wait; no worker with this agent has been seen'],
      ['a run of small@1 waits for a, b; this worker has c'],
    ],
    [of('small@1', { z: 'd1' }), [], []],
  ] as const) {
    const ofWorker = await joinQueue(setting, worker)
    expect([await said(), explainIdleness(worker, await ofWorker.others())]).toEqual([why, idle])
    await ofWorker.leave()
  }
  await joinQueue(setting, of('small@1', { a: 'd1' }))
  expect(await said()).toEqual([])
  clock.advance(silence + 1)
  expect(await said()).toHaveLength(1)
})

it('the same is said every five minutes, and nothing in the first seconds', async () => {
  let now = 0
  const lines = ['a', 'b']
  const said: string[] = []
  const reminder = remind(
    async () => lines,
    () => now,
  )
  for (; now < 600_000; now += 1000) await reminder((line) => said.push(`${now / 1000} ${line}`))
  expect(said).toEqual(['15 a', '15 b', '315 a', '315 b'])
})
