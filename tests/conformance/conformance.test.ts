import { notObservable, requirements, scenarios } from '@carebench/conformance'
import { expect, it } from 'vitest'
import { checkInMemory, wrongIn } from './in-memory-target.js'

it('our service conforms to the specification alone, without the contract', async () => {
  const report = await checkInMemory({ profile: 'core' })
  expect(wrongIn(report)).toEqual([])
  expect(report.counts.passed).toBeGreaterThan(45)
  expect(report.results.every(({ profile }) => profile === 'core')).toBe(true)
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
