import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createManualClock } from '@carebench/protocol'
import { createMemoryStore } from '@carebench/store'
import { verify } from '@carebench/systems/verifier'
import { expect, it } from 'vitest'
import { readRunFolder } from '../../files/run-folder.js'
import { createQueueExecutor } from '../../queue/queue-executor.js'
import { joinQueue } from '../../queue/queue-members.js'
import { getQueue, trialOutcomes } from '../../queue/queued-trial.js'
import { trialPath } from '../../runner/results/trial-result.js'
import { doneCriterion, makeEvidence, makeTaskRecord } from '../../testing/make-records.js'
import { makeRunFolder } from '../../testing/make-run-folder.js'
import { runInProcess } from '../../testing/run-in-process.js'
import { regradeByOthers } from './regrade-folder.js'
import { basesOfFolder, regradeTrial } from './regrade-trial.js'
import { makeRegradeWork } from './regrade-work.js'
import { workOnRegrade } from './regrade-worker.js'
import { trialRegradeFromJson } from './regraded-trial.js'

const never = new AbortController().signal

/** Creates passed trials; the name of each task says what its record is. */
function makeFolder(trials: Readonly<Record<string, string>>): string {
  return makeRunFolder({
    agents: { a: trials },
    records: (name, id) => {
      if (name !== 'otherwise') return makeTaskRecord({ name, id })
      // The evidence contradicts the result.
      const result = verify({ criteria: [doneCriterion], evidence: makeEvidence('done') })
      return makeTaskRecord({ name, id, evidence: makeEvidence('open'), result })
    },
  })
}

it('regrades the scored trials of a results folder, and prints those that differ', async () => {
  const same = await runInProcess(['regrade', makeFolder({ x: 'pp', y: 'p-' })])
  expect([same.code, same.out]).toEqual([0, '3 trials: 3 the same, 0 not\n'])

  const folder = makeFolder({ x: 'p', otherwise: 'p', broken: 'p' })
  writeFileSync(join(folder, trialPath({ agent: 'a', task: 'broken', trial: 1 }), 'attempt-1', 'record.json.gz'), '{}')
  const other = await runInProcess(['regrade', folder])
  expect(other.code).toBe(1)
  expect(other.out).toMatch(
    /^a · otherwise · 1\n {2}was {2}score 1.00, verdict pass\n {2}is {3}score 0.00, verdict fail$/m,
  )
  expect(other.out).toMatch(/^a · broken · 1\n {2}cannot be regraded: /m)
  expect(other.out).toMatch(/^3 trials: 1 the same, 2 not$/m)
  const { same: isSame, trials } = JSON.parse((await runInProcess(['regrade', folder, '--json'])).out)
  expect([isSame, trials.length]).toEqual([false, 3])
})

it.each([
  [['--workers', '2'], '--workers needs --queue with a PostgreSQL database'],
  [['--criteria', 'c.json'], '--criteria is for one record'],
  [['--digest', 'd'], '--digest is for one record'],
  [['--join'], '--join needs --queue'],
])('refuses %j for a results folder', async (flags, why) => {
  const ended = await runInProcess(['regrade', makeFolder({ x: 'p' }), ...flags])
  expect(ended.code).toBe(2)
  expect(ended.err).toContain(why)
})

it('reports a result that contradicts its record', async () => {
  const folder = makeFolder({ x: 'p' })
  const file = join(folder, trialPath({ agent: 'a', task: 'x', trial: 1 }), 'result.json')
  const result = JSON.parse(readFileSync(file, 'utf8'))
  const forged = result.verdict === 'pass' ? { verdict: 'fail', score: 0 } : { verdict: 'pass', score: 1 }
  writeFileSync(file, JSON.stringify({ ...result, ...forged }))
  const { code, out } = await runInProcess(['regrade', folder])
  expect(code).toBe(1)
  expect(out.replaceAll(/\s+/g, ' ')).toContain(
    `result.json contradicts the record: it says score ${forged.score}.00, verdict ${forged.verdict}.`,
  )
})

it('refuses a queue for a single record', async () => {
  const ended = await runInProcess(['regrade', 'record.json', '--workers', '2'])
  expect([ended.code, ended.err]).toEqual([2, expect.stringContaining('is for the results folder of a run')])
})

function setUp(path: string) {
  const setting = {
    store: createMemoryStore(),
    clock: createManualClock(),
    pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
  }
  const work = makeRegradeWork(readRunFolder(path))
  const executor = createQueueExecutor(setting, { id: 'r', digests: work.digests })
  const begin = () =>
    joinQueue(
      setting,
      { role: 'regrade', benchmark: work.folder.benchmark, digests: Object.fromEntries(work.digests) },
      'r',
    )
  return { setting, work, executor, begin }
}

it('trials that workers regrade have the results of the folder, in its order, \
and the queue is left empty', async () => {
  const path = makeFolder({ x: 'ppp', otherwise: 'p', y: 'pp' })
  const { setting, work, executor, begin } = setUp(path)
  const member = await begin()
  const bases = basesOfFolder(path)
  const workers = [1, 2, 3].map(() => workOnRegrade(setting, work, bases, { interrupted: never }))
  const trials = await regradeByOthers(executor, work, { drain: never, stop: never }, () => {})
  const alone = work.folder.scored.map((result) => regradeTrial(path, result, bases))
  expect(trials).toEqual(alone)
  expect((await setting.store.page(getQueue(work.digest), { limit: 1 })).docs).toEqual([])
  expect((await setting.store.page(trialOutcomes, { limit: 1 })).docs).toEqual([])
  // No process waits anymore, so the workers end by themselves.
  await member.leave()
  setting.clock.advance(2000)
  const counts = await Promise.all(workers)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6)
  expect(readdirSync(path)).not.toContain('pid')
})

it('a worker without a waiting process, or with another folder, says so', async () => {
  const path = makeFolder({ x: 'p' })
  const { setting, work, begin } = setUp(path)
  await expect(workOnRegrade(setting, work, basesOfFolder(path), { interrupted: never })).rejects.toThrow(
    /^no process regrades/,
  )
  await begin()
  const other = makeRegradeWork(readRunFolder(makeFolder({ x: 'pp' })))
  await expect(workOnRegrade(setting, other, basesOfFolder(path), { interrupted: never })).rejects.toThrow(
    'but its trials and records differ from those of',
  )
})

it.each([
  [null],
  [{}],
  [{ seal: { ok: true }, same: true }],
  [{ seal: { ok: true, changes: [] }, same: true, before: 1, after: {}, changes: [], notes: [] }],
])('rejects an impossible result of a worker: %j', (value) => {
  expect(() => trialRegradeFromJson({ agent: 'a', task: 't', trial: 1 }, value)).toThrow(TypeError)
})
