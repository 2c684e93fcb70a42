import { expect, it } from 'vitest'
import { formatOutcome } from './run-events.js'

const agent = {
  agent: 'local-m',
  isolation: '',
  planned: 2,
  told: 0,
  untold: 2,
  coverage: 0,
  passed: 0,
  pass_rate: null,
  bounds: { low: 0, high: 1 },
  mean_score: null,
  completion_under_policy: null,
  critical_failures: { attempts: null, tasks: null, unknown: 0 },
  repeated: [],
  ends: {},
  retries: 0,
  cost_usd: null,
  spent_usd: 0.2,
  tokens: { input: 0, output: 0 },
  tasks: [],
}
const told = { told: 2, untold: 0, cost_usd: 0.2 }

it.each([
  ['all untold', {}, 'All attempts of local-m, those that do not count included, have cost $0.20.'],
  ['some untold', { ...told, spent_usd: 0.5 }, 'have cost $0.50.'],
  ['all told', told, undefined],
  ['the cost of told trials unknown', { ...told, cost_usd: null }, undefined],
  ['no cost known', { spent_usd: null }, undefined],
])('says what attempts have cost that do not count: %s', (_, change, expected) => {
  const text = formatOutcome({ summary: { version: 1, benchmark: 'b@1', agents: [{ ...agent, ...change }] } })
  if (expected === undefined) expect(text).not.toContain('All attempts')
  else expect(text).toContain(expected)
})

it('promises another command only if none is at work', () => {
  const outcome = { summary: { version: 1 as const, benchmark: 'b@1', agents: [agent] } }
  expect(formatOutcome(outcome)).toContain('2 trials untold: neither pass nor fail. The same command')
  expect(formatOutcome(outcome, { isAtWork: true })).toContain('2 trials untold so far: the run is at work.\n')
})
