import { expect, it } from 'vitest'
import { createHeapGauge } from './heap-gauge.js'

it('tells a share of the memory, which grows with what is kept', () => {
  const use = createHeapGauge()
  const before = use()
  expect(before).toBeGreaterThanOrEqual(0)
  expect(before).toBeLessThan(1)
  const kept = new Uint8Array(64 * 1024 * 1024)
  expect(use()).toBeGreaterThan(before)
  expect(kept.byteLength).toBeGreaterThan(0)
})
