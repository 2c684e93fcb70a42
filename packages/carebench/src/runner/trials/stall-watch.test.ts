import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import { StallWatch } from './stall-watch.js'

/**
 * A watch of a process that goes through phases: each takes milliseconds of the clock, and uses a share of a processor.
 */
function watchThrough(phases: readonly { readonly ms: number; readonly busy: number }[]) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let now = 1_000_000
  let used = 0
  const watch = new StallWatch({ now: () => now, used: () => used })
  for (const { ms, busy } of phases) {
    now += ms
    used += ms * busy
    vi.advanceTimersByTime(100)
  }
  watch.end()
  return { watch, now }
}

it('counts time in which the process did not run, but not busy or slow time', () => {
  const long = fc.integer({ min: 1200, max: 100_000 })
  const phase = fc.oneof(
    fc.record({ ms: fc.integer({ min: 0, max: 1099 }), busy: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({ ms: long, busy: fc.double({ min: 0.6, max: 2, noNaN: true }) }),
    fc.record({ ms: long, busy: fc.double({ min: 0, max: 0.3, noNaN: true }) }),
  )
  fc.assert(
    fc.property(fc.array(phase, { maxLength: 20 }), (phases) => {
      const stalls = phases.filter(({ ms, busy }) => ms >= 1200 && busy <= 0.3)
      const { watch } = watchThrough(phases)
      expect(watch.stalled).toBe(stalls.reduce((sum, { ms }) => sum + ms - 100, 0))
    }),
  )
})

it('reports calls that began before or during a stall as delayed, but not later ones', () => {
  const quick = { ms: 100, busy: 0 }
  const { watch, now } = watchThrough([quick, { ms: 6000, busy: 0 }, ...Array.from({ length: 30 }, () => quick)])
  const end = now - 3000
  expect([end - 9000, end - 3000, end, end + 900].map((began) => watch.hasDelayed(began))).toEqual(Array(4).fill(true))
  expect(watch.hasDelayed(end + 1100)).toBe(false)
  expect(watchThrough([quick]).watch.hasDelayed(0)).toBe(false)
})
