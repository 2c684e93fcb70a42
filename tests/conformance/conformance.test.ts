import { notObservable, requirements, scenarios } from '@carebench/conformance'
import { expect, it } from 'vitest'
import { smallBenchmark } from '../../packages/service/src/testing/small-benchmark.js'
import { type BrokenServer, readJson } from './broken-server.js'
import { ourGaps } from './gaps.js'
import { checkInMemory, untriedIn, wrongIn } from './in-memory-target.js'

// The scenarios of the kit state the contract. No other test repeats over HTTP what they check.

it('our service conforms to the profile core, which is the specification without our contract', async () => {
  const report = await checkInMemory({ profile: 'core', published: smallBenchmark() })
  expect(wrongIn(report)).toEqual([])
  expect(report.counts.passed).toBeGreaterThanOrEqual(118)
  expect(report.results.every(({ profile }) => profile === 'core')).toBe(true)
})

it('our service with open channels conforms to the contract, and every requirement is tested', async () => {
  const report = await checkInMemory({ gaps: ourGaps, wired: true })
  expect(wrongIn(report)).toEqual([])
  expect(untriedIn(report)).toEqual([])
  expect(report.counts.passed).toBeGreaterThanOrEqual(740)
})

it('every requirement is checked by a scenario, or declared unobservable', () => {
  const checked = new Set<string>(scenarios.flatMap(({ ids }) => ids))
  const lost = requirements.map(({ id }) => id).filter((id) => !checked.has(id) && !Object.hasOwn(notObservable, id))
  expect(lost, 'Write a check of it, or say in not-observable.ts why no request can show it').toEqual([])
  expect(Object.keys(notObservable).filter((id) => checked.has(id))).toEqual([])
})

it('a read-only run changes nothing and has no failures', async () => {
  const report = await checkInMemory({ profile: 'core', readOnly: true })
  expect(wrongIn(report)).toEqual([])
  const writing = report.exchanges.filter(
    ({ method, target, status }) => method !== 'GET' && method !== 'HEAD' && target !== '/mcp' && (status ?? 0) < 400,
  )
  expect(writing.map(({ method, target }) => `${method} ${target}`)).toEqual([])
})

it('a run leaves only archived benchmarks behind', async () => {
  let list: (() => Promise<unknown>) | undefined
  const create: BrokenServer['create'] = () => (asked, handle) => {
    const listed = { ...asked, method: 'GET', target: '/benchmarks?limit=100', body: new Uint8Array() }
    if (asked.target === '/benchmarks') list ??= async () => readJson(await handle(listed))
    return handle(asked)
  }
  const report = await checkInMemory({ broken: { create }, only: ['versions.no-tasks'], cleanUp: true })
  expect([wrongIn(report), report.leftovers]).toEqual([[], []])
  const { data } = ((await list?.()) ?? { data: [] }) as {
    readonly data: readonly { name: string; archived: boolean }[]
  }
  expect(data.length).toBeGreaterThan(0)
  expect(data.filter(({ name, archived }) => !archived || !name.startsWith('conformance-r1-'))).toEqual([])
})
