import { expect, it } from 'vitest'
import { readProxiedCalls } from './proxied-calls.js'

it('reads at most as many lines as a run writes', () => {
  const line = JSON.stringify({ method: 'GET', path: 'fhir/Patient', status: 200 })
  expect(readProxiedCalls(`${line}\n`.repeat(50_000))).toHaveLength(10_100)
})
