import { describe, expect, it } from 'vitest'
import { validatorFor } from '../validators.js'

// Written by hand from the specification, not derived from the schemas: one example per resource, and changes that make
// it invalid.

const at = '2026-01-05T09:00:00.000Z'
const environment = {
  id: 'env_01h',
  name: 'Clinic',
  description: null,
  simulators: [{ id: 'sim_01h', type: 'FHIR', name: 'Record', config: {} }],
  datasets: [{ id: 'ds_01h', type: 'FHIR', name: 'patients' }],
  created_at: at,
}
const benchmark = {
  id: 'bench_01h',
  name: 'prior-auth',
  description: 'Asks a payer.',
  environment_id: 'env_01h',
  timeout: 600,
  concurrency: 1,
  overrides: { pass_threshold: 0.8, axis_weights: { safety: 2 }, seed: 7 },
  visibility: 'Public',
  archived: false,
  created_at: at,
  updated_at: at,
}
const dataset = {
  id: 'ds_01h',
  type: 'FHIR',
  name: 'patients',
  description: null,
  parent_id: null,
  config: { generator: { seed: 1, patients: 3 } },
  created_at: at,
}
const task = {
  id: 'task_01h',
  benchmark_id: 'bench_01h',
  name: 'Ask',
  timeout: null,
  tags: ['payer'],
  task_item: { instruction: 'Ask.' },
  scenario: null,
  solutions: [],
  counters: [],
  created_at: at,
}
const criterion = {
  id: 'crit_01h',
  task_id: 'task_01h',
  label: 'The request is there',
  assertion: {
    assert: 'portal-state-match',
    correlate_by: { resource: 'prior_auth_requests', key: 'patient_member_id' },
    assertions: [{ path: 'status', expected: 'approved' }],
  },
  weight: 1,
  axis: null,
  guard: false,
  input_entity_id: null,
  created_at: at,
}
const criterionRun = {
  id: 'crun_01h',
  task_run_id: 'tr_01h',
  criterion_id: 'crit_01h',
  passed: false,
  score: 0.5,
  details: null,
  evidence: { field_results: [{ path: 'status', expected: 'approved', actual: 'pending', passed: false }] },
  started_at: at,
  completed_at: null,
}
const taskRun = {
  id: 'tr_01h',
  benchmark_run_id: 'run_01h',
  task_id: 'task_01h',
  playground_id: 'pg_01h',
  status: 'timed_out',
  phase: 'completed',
  verdict: 'fail',
  score: 0,
  snapshot: null,
  started_at: at,
  completed_at: at,
}
const benchmarkRun = {
  id: 'run_01h',
  benchmark_id: 'bench_01h',
  phase: 'completed',
  status: 'completed',
  verdict: 'partial',
  score: 0.25,
  solver_id: null,
  version: 1,
  scored: false,
  started_at: at,
  completed_at: at,
  task_runs: [taskRun],
}
const createdRun = {
  benchmark_run_id: 'run_01h',
  benchmark: { id: 'bench_01h', name: 'prior-auth', version: 1 },
  scored: true,
  phase: 'created',
  status: 'active',
  bearer_token: 'vrl_run_x',
  bearer_token_expires_at: at,
  endpoints: { fhir: '/v1/benchmark-runs/run_01h/fhir' },
  task_runs: [
    {
      id: 'tr_01h',
      task_id: 'task_01h',
      name: 'Ask',
      phase: 'created',
      start_url: '/v1/task-runs/tr_01h/start',
      complete_url: '/v1/task-runs/tr_01h/complete',
      task_item: null,
    },
  ],
}
const completedTaskRun = {
  task_run_id: 'tr_01h',
  phase: 'completed',
  verdict: 'pass',
  score: 0.95,
  axes: { correctness: { score: 1, weight: 2 }, safety: { score: 0.9, weight: 1 } },
  checks: [
    {
      criterion_id: 'crit_01h',
      label: 'The request is there',
      result: 'pass',
      score: 1,
      axis: 'correctness',
      details: 'As expected.',
      field_results: [{ path: 'status', expected: null, actual: null, passed: true, missing: true }],
    },
  ],
}
function page<Item>(item: Item) {
  return { data: [item], _meta: { next: 'abc', prev: null, limit: 20 } }
}

const playground = {
  id: 'pg_01h',
  environment_id: 'env_01h',
  task_run_id: null,
  status: 'torn_down',
  seed: 7,
  created_at: at,
}
const sandbox = {
  id: 'sbx_01h',
  type: 'Payer',
  playground_id: 'pg_01h',
  status: 'pending',
  credentials: { username: 'agent', password: 'x', client_id: 'client', client_secret: 'y' },
  endpoints: { portal: '/sandboxes/sbx_01h/portal' },
  created_at: at,
}
const sandboxEvent = {
  id: 'evt_01h',
  seq: 1,
  at,
  actor: 'system',
  type: 'prior_auth.determined',
  data: { auth_number: 'A1' },
}

describe.each<readonly [name: string, valid: object, changes: readonly (readonly [path: string, change: object])[]]>([
  [
    'getEnvironment.response',
    environment,
    [
      ['/created_at', { created_at: 'yesterday' }],
      ['/simulators', { simulators: null }],
    ],
  ],
  [
    'getBenchmark.response',
    benchmark,
    [
      ['/visibility', { visibility: 'public' }],
      ['/timeout', { timeout: 1.5 }],
      ['/overrides/pass_threshold', { overrides: { pass_threshold: 2 } }],
    ],
  ],
  [
    'getDataset.response',
    dataset,
    [
      ['/type', { type: 5 }],
      ['/parent_id', { parent_id: 5 }],
    ],
  ],
  [
    'getTask.response',
    { ...task, criteria: [criterion] },
    [
      ['/criteria/0', { criteria: [1] }],
      ['/tags/0', { tags: [1] }],
    ],
  ],
  [
    'getCriterion.response',
    criterion,
    [
      ['/weight', { weight: '1' }],
      ['/assertion', { assertion: [] }],
    ],
  ],
  [
    'getCriterionRun.response',
    criterionRun,
    [
      ['/score', { score: 1.1 }],
      ['/passed', { passed: null }],
      ['/evidence', { evidence: [] }],
      ['/started_at', { started_at: null }],
    ],
  ],
  [
    'getTaskRun.response',
    { ...taskRun, criterion_runs: [criterionRun] },
    [
      ['/status', { status: 'done' }],
      ['/phase', { phase: 'active' }],
      ['/verdict', { verdict: 'passed' }],
      ['/score', { score: -0.1 }],
    ],
  ],
  [
    'getRun.response',
    benchmarkRun,
    [
      ['/status', { status: 'timed_out' }],
      ['/version', { version: 0 }],
      ['/subset', { subset: false }],
    ],
  ],
  [
    'createBenchmarkRun.response',
    createdRun,
    [
      ['/bearer_token', { bearer_token: null }],
      ['/subset', { subset: false }],
      ['/endpoints/fhir', { endpoints: { fhir: 1 } }],
    ],
  ],
  [
    'completeTaskRun.response',
    completedTaskRun,
    [
      ['/phase', { phase: 'started' }],
      ['/verdict', { verdict: null }],
      ['/axes/safety/weight', { axes: { safety: { score: 1 } } }],
    ],
  ],
  [
    'listTasks.response',
    page(task),
    [
      ['/data/0', { data: [null] }],
      ['/_meta/limit', { _meta: { next: null, prev: null, limit: 101 } }],
    ],
  ],
  [
    'getPlayground.response',
    playground,
    [
      ['/status', { status: 'completed' }],
      ['/seed', { seed: 0.5 }],
      ['/created_at', { created_at: null }],
    ],
  ],
  [
    'getSandbox.response',
    sandbox,
    [
      ['/credentials/client_secret', { credentials: { ...sandbox.credentials, client_secret: undefined } }],
      ['/endpoints/portal', { endpoints: { portal: null } }],
    ],
  ],
  [
    'listSandboxEvents.response',
    page(sandboxEvent),
    [
      ['/data/0/actor', page({ ...sandboxEvent, actor: 'observer' })],
      ['/data/0/seq', page({ ...sandboxEvent, seq: 0 })],
    ],
  ],
  ['listCriterionRuns.response', { ...page(criterionRun), next_cursor: 'abc' }, [['/next_cursor', { next_cursor: 5 }]]],
])('%s', (name, valid, changes) => {
  const validate = validatorFor(name)

  it('matches the example', () => {
    expect(validate(valid)).toBe(null)
  })

  it('rejects the example if one of its members is missing', () => {
    for (const member of Object.keys(valid)) {
      const { [member]: _, ...rest } = valid as Record<string, unknown>
      expect(validate(rest)).toEqual([{ path: `/${member}`, message: 'is required' }])
    }
  })

  it.each(changes)('rejects an invalid value at %s', (path, change) => {
    const paths = validate({ ...valid, ...change })?.map((error) => error.path)
    expect(paths).toContain(path)
  })

  it('accepts unknown members', () => {
    expect(validate({ ...valid, brand_new: 1 })).toBe(null)
  })
})

it('accepts the completion of a scored run, without details and field results', () => {
  const checks = completedTaskRun.checks.map(({ details: _, field_results: __, ...check }) => check)
  expect(validatorFor('completeTaskRun.response')({ ...completedTaskRun, checks })).toBe(null)
})

describe.each<readonly [name: string, valid: readonly unknown[], invalid: readonly unknown[]]>([
  [
    'createBenchmark.body',
    [
      { name: 'x' },
      { name: 'Prior auth 💉', timeout: 600, concurrency: 4, description: '', overrides: {} },
      { name: 'x'.repeat(100), description: null, environment_id: null, timeout: 86_400, concurrency: 64 },
      { name: 'x', timeout: null, concurrency: null, overrides: null },
    ],
    [
      {},
      { name: '' },
      { name: 'x'.repeat(101) },
      ...['a@1', 'a/b', 'a\nb', '\u0000', '\u007f', '\u0085', '\ud800'].map((name) => ({ name })),
      ...[0, 86_401, 1.5, '600'].map((timeout) => ({ name: 'x', timeout })),
      ...[0, 65, 1.5].map((concurrency) => ({ name: 'x', concurrency })),
      { name: 'x', overrides: { unknown: 1 } },
      { name: 'x', id: 'bench_1' },
      { name: 'x', archived: true },
    ],
  ],
  [
    'updateEnvironment.body',
    [{}, { name: 'x' }, { description: null }, { simulators: [{ id: 'sim_1', config: { a: [] } }] }],
    [
      { name: null },
      { simulators: [{ id: 'sim_1' }] },
      { simulators: {} },
      { datasets: [] },
      { name: 'x'.repeat(201) },
    ],
  ],
  [
    'createTask.body',
    [
      { benchmark_id: 'b', name: 'x' },
      { benchmark_id: 'b', name: 'x', timeout: 1.5, tags: ['a', 'b'], task_item: { any: [1] }, scenario: null },
      { benchmark_id: 'b', name: 'x', scenario: { steps: [{ type: 'advance_clock', seconds: 5 }] } },
      { benchmark_id: 'b', name: 'x', scenario: { steps: [{ type: 'drop_file_inbox', path: 'a/b.c', content: '' }] } },
      {
        benchmark_id: 'b',
        name: 'x',
        scenario: { steps: [{ type: 'upsert_fhir', resource: { resourceType: 'Task' } }] },
      },
    ],
    [
      { name: 'x' },
      { benchmark_id: 'b' },
      { benchmark_id: '', name: 'x' },
      { benchmark_id: 'b', name: 'x', tags: ['a', 'a'] },
      { benchmark_id: 'b', name: 'x', tags: [''] },
      { benchmark_id: 'b', name: 'x', task_item: [] },
      { benchmark_id: 'b', name: ' ' },
      { benchmark_id: 'b', name: '\u200b\u00a0' },
      { benchmark_id: 'b', name: 'x', scenario: { steps: [{ type: 'unheard_of' }] } },
      { benchmark_id: 'b', name: 'x', scenario: { steps: [{ type: 'upsert_fhir' }] } },
      { benchmark_id: 'b', name: 'x', scenario: { steps: [{ type: 'upsert_fhir', resource: {} }] } },
      { benchmark_id: 'b', name: 'x', scenario: { steps: [{ type: 'drop_file_inbox', path: 'a' }] } },
      { benchmark_id: 'b', name: 'x', scenario: { steps: [{ type: 'drop_file_inbox', path: '../a', content: '' }] } },
      { benchmark_id: 'b', name: 'x', scenario: { steps: [{ type: 'drop_file_inbox', path: 'a//b', content: '' }] } },
    ],
  ],
  [
    'createCriterion.body',
    [
      { task_id: 't', label: 'x', assertion: {} },
      { task_id: 't', label: 'x', assertion: {}, weight: 0, axis: 'safety', guard: true, input_entity_id: null },
    ],
    [
      { task_id: 't', label: 'x' },
      { task_id: 't', label: 'x', assertion: 'x' },
      { task_id: 't', label: 'x', assertion: {}, weight: -1 },
      { task_id: 't', label: 'x', assertion: {}, axis: 'Safety' },
      { task_id: 't', label: 'x', assertion: {}, axis: '' },
    ],
  ],
  [
    'createBenchmarkRun.body',
    [
      { benchmark: 'x@1' },
      { benchmark: 'x@1', scored: true },
      { benchmark: 'x@1', tasks: ['first', 'task_2'], seed: 0 },
    ],
    [
      {},
      { benchmark: '' },
      { benchmark: 'x@1', scored: 'true' },
      { benchmark: 'x@1', version: 1 },
      { benchmark: 'x@1', tasks: [] },
      { benchmark: 'x@1', tasks: [''] },
      { benchmark: 'x@1', tasks: 'first' },
      { benchmark: 'x@1', seed: -1 },
      { benchmark: 'x@1', seed: null },
    ],
  ],
  [
    'createAuthoringRun.body',
    [{ benchmark: 'x@1' }, { benchmark: 'x@1', tasks: ['first'], seed: 2 ** 53 - 1 }],
    [{}, { benchmark: 'x@1', scored: true }, { benchmark: 'x@1', tasks: [] }, { benchmark: 'x@1', seed: 0.5 }],
  ],
  [
    'createPlayground.body',
    [{ environment_id: 'env_1' }, { environment_id: 'env_1', seed: 0 }, { environment_id: 'env_1', seed: 2 ** 53 - 1 }],
    [{}, { environment_id: '' }, { environment_id: 'env_1', seed: -1 }, { environment_id: 'env_1', seed: null }],
  ],
  ['completeTaskRun.body', [{}, { output: null }, { output: [1, { a: 'b' }] }], [[], null, { outputs: 1 }]],
  [
    'listTasks.query',
    [{ benchmark_id: 'b' }, { benchmark_id: 'b', limit: 1, cursor: 'x' }, { benchmark_id: 'b', limit: 5000 }],
    [{}, { benchmark_id: 'b', limit: 0 }, { benchmark_id: 'b', limit: 'x' }, { benchmark_id: 'b', cursor: '' }],
  ],
])('%s', (name, valid, invalid) => {
  it.each(valid.map((value) => [value]))('takes %j', (value) => {
    expect(validatorFor(name)(value)).toBe(null)
  })

  it.each(invalid.map((value) => [value]))('refuses %j', (value) => {
    expect(validatorFor(name)(value)).not.toBe(null)
  })
})
