import { expect, it, vi } from 'vitest'
import { backOff } from './back-off.js'

it('pauses for random times, up to a limit that grows', async () => {
  const timer = vi.spyOn(globalThis, 'setTimeout')
  for (const [attempt, longest] of [
    [1, 2],
    [4, 16],
    [20, 50],
  ] as const) {
    timer.mockClear()
    await Promise.all(Array.from({ length: 40 }, () => backOff(attempt)))
    const pauses = timer.mock.calls.map(([, milliseconds]) => milliseconds ?? -1)
    expect(pauses).toHaveLength(40)
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(longest)
    expect(new Set(pauses).size).toBeGreaterThan(1)
  }
  timer.mockRestore()
})
