import { createManualClock } from '@carebench/protocol'
import { createMemoryStore } from '@carebench/store'
import { expect, it } from 'vitest'
import { explainIdleness, explainWaiting, joinQueue, silence } from './queue-members.js'
import { remind } from './remind.js'

it('a process that continues a killed run takes over its announcement', async () => {
  const clock = createManualClock()
  const setting = { store: createMemoryStore(), clock }
  const own = { role: 'run', benchmark: 'small@1', digests: { a: 'd1' } } as const
  await joinQueue(setting, own, 'run_1')
  clock.advance(silence + 1)
  await joinQueue(setting, own, 'run_1')
  const worker = await joinQueue(setting, { ...own, role: 'worker' })
  expect((await worker.others()).map(({ id }) => id)).toEqual(['run_1'])
})

it('a run and a worker that do not match explain why, while both are present', async () => {
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
      ['3 trials of a wait; the workers seen so far have it with other options or limits'],
      ['a run of small@1 waits for a with other options or limits than this worker has'],
    ],
    [
      of('small@2', { a: 'd8' }),
      ['3 trials of a wait; the workers seen so far have it for small@2'],
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

it('repeats a message every five minutes, and prints nothing in the first seconds', async () => {
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
