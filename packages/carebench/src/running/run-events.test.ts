import { expect, it } from 'vitest'
import { formatOutcome } from './run-events.js'

const agent = {
  agent: 'local-m',
  isolation: '',
  planned: 2,
  scored: 0,
  unscored: 2,
  invalidated: 0,
  surface: 'tools',
  coverage: 0,
  passed: 0,
  pass_rate: null,
  bounds: { low: 0, high: 1 },
  mean_score: null,
  completion_under_policy: null,
  critical_failures: { attempts: null, tasks: null, unknown: 0 },
  critical_omissions: { attempts: null, tasks: null, unknown: 0 },
  undecided: { known: 0, trials: 0, alone: 0, families: [] },
  repeated: [],
  ends: {},
  unscored_ends: { 'infra/service': 2 },
  retries: 0,
  cost_usd: null,
  spent_usd: 0.2,
  tokens: { input: 0, output: 0 },
  tasks: [],
}
const scored = { scored: 2, unscored: 0, cost_usd: 0.2 }

it.each([
  ['all unscored', {}, 'All attempts of local-m, including those that do not count, cost $0.20.'],
  ['some unscored', { ...scored, spent_usd: 0.5 }, 'cost $0.50.'],
  ['all scored', scored, undefined],
  ['the cost of scored trials unknown', { ...scored, cost_usd: null }, undefined],
  ['no cost known', { spent_usd: null }, undefined],
])('shows the cost of attempts that do not count only if there are any and it is known: %s', (_, change, expected) => {
  const text = formatOutcome({ summary: { version: 1, benchmark: 'b@1', agents: [{ ...agent, ...change }] } })
  if (expected === undefined) expect(text).not.toContain('All attempts')
  else expect(text).toContain(expected)
})

it('names the families with undecided trials, which count neither as passed nor as failed without a failure', () => {
  const rate = { known: 2, trials: 1, alone: 1 }
  const undecided = { ...rate, families: [{ family: 'pa-submit', ...rate }] }
  const open = { ...agent, ...scored, undecided, bounds: { low: 0.5, high: 1 } }
  const text = formatOutcome({ summary: { version: 1, benchmark: 'b@1', agents: [open] } })
  expect(text).toContain('local-m, pa-submit: undecided 1 of 2 (50 %), 1 of them without a failure')
  expect(text).toContain('50 %–100 %')
})

it('shows surfaces if they differ, or if one is a browser', () => {
  const tableOf = (...surfaces: readonly string[]) =>
    formatOutcome({
      summary: { version: 1, benchmark: 'b@1', agents: surfaces.map((surface) => ({ ...agent, surface })) },
    })
  expect(tableOf('tools', 'tools')).not.toContain('surface')
  expect(tableOf('tools', 'http')).toMatch(/ surface\n.* tools\n.* http\n/)
  expect(tableOf('browser')).toMatch(/ surface\n.* browser\n/)
})

it('suggests running the command again only if the run has ended', () => {
  const outcome = { summary: { version: 1 as const, benchmark: 'b@1', agents: [agent] } }
  expect(formatOutcome(outcome)).toContain(
    '2 trials unscored: 2 infrastructure errors (service). Neither pass nor fail; the same command',
  )
  expect(formatOutcome(outcome, { isAtWork: true })).toContain('2 trials unscored so far: the run is still going.\n')
  const stalled = { ...outcome.summary, agents: [{ ...agent, unscored_ends: { 'infra/stalled': 2 } }] }
  expect(formatOutcome({ summary: stalled })).toContain(
    'only once after ends that the agent can have caused: then remove its folder from trials.',
  )
})
