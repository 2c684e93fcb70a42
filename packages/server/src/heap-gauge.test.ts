import { expect, it } from 'vitest'
import { createHeapGauge } from './heap-gauge.js'

it('returns a share of the memory that grows with the kept data', () => {
  const use = createHeapGauge()
  const before = use()
  expect(before).toBeGreaterThanOrEqual(0)
  expect(before).toBeLessThan(1)
  const kept = new Uint8Array(64 * 1024 * 1024)
  expect(use()).toBeGreaterThan(before)
  expect(kept.byteLength).toBeGreaterThan(0)
})
