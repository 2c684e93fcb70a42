import type { LogEntry } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { plotTimeLine } from '../views/time-line.js'
import { readTrajectory } from './trajectory.js'

function at(seconds: number): string {
  return new Date(Date.UTC(1999, 2, 4, 8, 0, seconds)).toISOString()
}
const common = { effects: [], events: [], response: null, engine: '1' }
const log: readonly LogEntry[] = [
  { ...common, seq: 1, at: at(0), actor: 'scenario', action: { kind: 'scenario', step: { type: 'receive_fax' } } },
  {
    ...common,
    seq: 2,
    at: at(30),
    actor: 'scenario',
    action: { kind: 'scenario', step: { type: 'receive_hl7' }, arrival: 1 },
  },
  { ...common, seq: 3, at: at(60), actor: 'agent', action: { kind: 'wait' } },
  { ...common, seq: 4, at: at(60), actor: 'system', action: { kind: 'seal' } },
]

it('includes waits and later arrivals at their times', () => {
  const { steps } = readTrajectory(log)
  expect(steps.map(({ kind, lane, title, milliseconds }) => [kind, lane, title, milliseconds])).toEqual([
    ['scenario', 'scenario', 'receive_fax', 0],
    ['scenario', 'scenario', 'receive_hl7', 30_000],
    ['wait', 'environment', 'The agent waits', 60_000],
    ['seal', 'environment', 'The environment is sealed', 60_000],
  ])
})

it('shows waits and later arrivals on the time line', () => {
  const page = plotTimeLine(readTrajectory(log), 'a task').text
  expect(page).toContain('4 steps: 2 scenario, 1 waits, 1 end')
  expect(page).toContain('#2 receive_hl7')
  expect(page).toContain('class="step-wait"')
})
