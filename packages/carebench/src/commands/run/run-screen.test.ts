import { expect, it } from 'vitest'
import type { TrialResult } from '../../runner/results/trial-result.js'
import type { RunEvent } from '../../runner/runs/run-options.js'
import { matchesGlob } from '../../running/glob.js'
import { marks } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'
import { createRunScreen } from './run-screen.js'

const key = { agent: 'good\u001b[31m', task: 'City', trial: 1 }
const result = { key: { ...key, benchmark: 'b@1' }, verdict: 'pass' } as unknown as TrialResult
const usage = null

it('draws the running trials, removes its lines before other output, and prints no control characters', () => {
  let screen = ''
  const terminal: Terminal = {
    out: () => undefined,
    err: (text) => {
      screen += text
    },
    isTTY: true,
    errColumns: 70,
    environment: {},
    now: () => 0,
  }
  const shown = createRunScreen(terminal)
  const drawnBy = (event: RunEvent) => {
    screen = ''
    shown.show(event)
    return screen
  }
  expect(drawnBy({ kind: 'launch', planned: 2, scored: 0, folder: 'runs' })).toBe(
    '0 of 2 scored · 0 passed · 0 at work · 0 unscored · $0.00 · 0 s\n',
  )
  drawnBy({ kind: 'trial_started', key, attempt: 1 })
  const said = { usage, cost: { usd: 0.5, source: 'prices' }, text: 'I look\n\u001b[2J' } as const
  const event = { kind: 'model', ms: 5, ...said } as const
  const after = drawnBy({ kind: 'trial_event', key, event })
  expect(after).toBe(
    `${marks.eraseLineAbove.repeat(2)}0 of 2 scored · 0 passed · 1 at work · 0 unscored · $0.50 · 0 s\n  ` +
      `good\ufffd[31m · City · 1  0 s, 0 calls  I look \ufffd[2J\n`,
  )
  expect(drawnBy({ kind: 'trial_ended', result, again: false })).toContain('1 of 2 scored · 1 passed · 0 at work')
  screen = ''
  shown.end()
  expect(screen).toBe(marks.eraseLineAbove)
  expect(drawnBy({ kind: 'trial_started', key, attempt: 2 })).toBe('')
})

it.each([
  ['Request*', 'Request the ordered MRI', true],
  ['*mri', 'Request the ordered MRI', true],
  ['Request', 'Request the ordered MRI', false],
  ['a.c', 'abc', false],
  ['*', '', true],
])('compares the pattern %s with the name %s: %s', (pattern, name, matches) => {
  expect(matchesGlob(pattern, name)).toBe(matches)
})
