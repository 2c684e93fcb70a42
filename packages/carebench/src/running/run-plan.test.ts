import { expect, it } from 'vitest'
import { UsageError } from '../terminal/exit-reason.js'
import { parseRunPlan, type RunPlanOptions } from './run-plan.js'

const url = 'https://127.0.0.1:1'
const queue = 'postgres://127.0.0.1/queue'

it.each<['run' | 'worker', string, RunPlanOptions, string]>([
  ['run', 'prior-auth', {}, 'name at least one agent or model'],
  ['run', 'prior-auth', { agent: ['solution'], url }, 'leave out --url'],
  ['run', 'prior-auth', { agent: ['good', 'command:true'] }, 'run them in another --folder'],
  ['run', 'prior-auth', { agent: ['good'], model: ['local/a'] }, 'run them in another --folder'],
  ['run', 'a-folder', { agent: ['careless'] }, 'the agent careless knows only the benchmarks that come with carebench'],
  ['run', 'prior-auth', { agent: ['idle'], url }, 'leave out --url'],
  ['run', 'prior-auth', { agent: ['command:true'], queue }, 'name the server with --url too'],
  ['run', 'prior-auth', { agent: ['command:true'], url, split: 'dev' }, '--split chooses among the files'],
  [
    'run',
    'prior-auth',
    { agent: ['idle'], shard: '6/5' },
    'expected a shard from 1 to the number of shards, such as 2/5, got 6/5',
  ],
  ['worker', 'prior-auth@1', { agent: ['good'], url, queue }, 'name another agent'],
  ['worker', 'prior-auth@1', { agent: ['mine=solution'], url, queue }, 'name another agent'],
  ['worker', 'prior-auth@1', { url, queue }, 'the same as those of carebench run'],
])('returns the error of a contradiction: %s %s %j', (command, source, options, message) => {
  const plan = parseRunPlan(source, options, command)
  expect(plan).toBeInstanceOf(UsageError)
  expect(plan).toHaveProperty('message', expect.stringContaining(message))
})

it('derives the same limits for a run and its workers', () => {
  const options = { agent: ['command:true'], url, queue, timeout: 90, maxSteps: 5, maxTokens: { total: 9 } }
  const plans = (['run', 'worker'] as const).map((command) => parseRunPlan('prior-auth@1', options, command))
  const limits = { limits: { timeout: 90, steps: 5, tokens: { total: 9 } } }
  expect(plans).toEqual([expect.objectContaining(limits), expect.objectContaining(limits)])
})

it('skips waiting times only for scripts and the reference, and has defaults for everything else', () => {
  const [script, command] = ['good', 'command:true'].map((agent) =>
    parseRunPlan('prior-auth', { agent: [agent] }, 'run'),
  )
  const defaults = { trials: 1, concurrency: 4, infrastructureRetries: 2, preflight: true, limits: {}, chosenTasks: {} }
  expect([script, command]).toMatchObject([
    { hurries: true, ...defaults },
    { hurries: false, ...defaults },
  ])
})
