import { expect, it } from 'vitest'
import { countUndecided, readVerdict, summarizeUndecided } from './undecided.js'

function runs(...outcomes: readonly string[]) {
  return outcomes.map((outcome) => ({ outcome }))
}

it('counts criteria that could not be decided, and says whether nothing failed', () => {
  expect(countUndecided([])).toBeNull()
  expect(countUndecided(runs('passed', 'failed'))).toEqual({ criteria: 0, alone: false })
  expect(countUndecided(runs('passed'))).toEqual({ criteria: 0, alone: false })
  expect(countUndecided(runs('undecided', 'passed', 'unsupported'))).toEqual({ criteria: 2, alone: true })
  expect(countUndecided(runs('undecided', 'failed'))).toEqual({ criteria: 1, alone: false })
  expect(countUndecided(runs('undecided', 'errored'))).toEqual({ criteria: 1, alone: false })
})

it('shows a trial without a failure as neither a pass nor a failure', () => {
  const alone = { criteria: 1, alone: true }
  expect(readVerdict({ verdict: 'partial', undecided: alone })).toBe('undecided')
  expect(readVerdict({ verdict: 'fail', undecided: alone })).toBe('undecided')
  expect(readVerdict({ verdict: 'partial', undecided: { criteria: 1, alone: false } })).toBe('partial')
  expect(readVerdict({ verdict: 'pass', undecided: alone })).toBe('pass')
  expect(readVerdict({ verdict: 'partial' })).toBe('partial')
  expect(readVerdict({ verdict: null, undecided: null })).toBe('unscored')
})

it('returns the rate of all trials, and of each family', () => {
  const [decided, open, alone] = [
    { criteria: 0, alone: false },
    { criteria: 2, alone: false },
    { criteria: 1, alone: true },
  ]
  const trials = [
    { task: 'pa-submit-1', undecided: open },
    { task: 'pa-submit-2', undecided: alone },
    { task: 'pa-submit-3', undecided: decided },
    { task: 'Answer', undecided: null },
  ]
  expect(summarizeUndecided(trials)).toEqual({
    ...{ known: 3, trials: 2, alone: 1 },
    families: [
      { family: 'pa-submit', known: 3, trials: 2, alone: 1 },
      { family: 'Answer', known: 0, trials: 0, alone: 0 },
    ],
  })
})
