// The examples tell one story: a clinic requests an authorization from a payer.

export const at = '2026-01-05T09:00:00.000Z'
export const later = '2026-01-05T09:04:31.250Z'
export const ids = {
  organization: 'org_01kaz5w8x2j4q6r8s0t2v4w6y7',
  environment: 'env_01kaz5w8x2j4q6r8s0t2v4w6y8',
  simulator: 'sim_01kaz5w8x2j4q6r8s0t2v4w6y9',
  dataset: 'ds_01kaz5w8x2j4q6r8s0t2v4w6ya',
  entity: 'ent_01kaz5w8x2j4q6r8s0t2v4w6yb',
  benchmark: 'bench_01kaz5w8x2j4q6r8s0t2v4w6yc',
  version: 'ver_01kaz5w8x2j4q6r8s0t2v4w6yd',
  task: 'task_01kaz5w8x2j4q6r8s0t2v4w6ye',
  criterion: 'crit_01kaz5w8x2j4q6r8s0t2v4w6yf',
  solver: 'slv_01kaz5w8x2j4q6r8s0t2v4w6yg',
  key: 'key_01kaz5w8x2j4q6r8s0t2v4w6yh',
  run: 'run_01kaz5w8x2j4q6r8s0t2v4w6yj',
  taskRun: 'tr_01kaz5w8x2j4q6r8s0t2v4w6yk',
  criterionRun: 'crun_01kaz5w8x2j4q6r8s0t2v4w6ym',
  playground: 'pg_01kaz5w8x2j4q6r8s0t2v4w6yn',
  sandbox: 'sbx_01kaz5w8x2j4q6r8s0t2v4w6yp',
}

/** Returns a page with a single element. */
export function page<Element>(element: Element) {
  return { data: [element], _meta: { next: null, prev: null, limit: 20 } }
}

export const payerConfig = {
  determinations: [{ procedure_code: '72148', status: 'approved', requires: ['clinical_note'] }],
  default_determination: { status: 'pending' },
}
export const simulator = {
  id: ids.simulator,
  type: 'Payer' as const,
  name: 'Payer',
  config: payerConfig,
  created_at: at,
}
export const dataset = {
  id: ids.dataset,
  type: 'FHIR' as const,
  name: 'patients',
  description: 'A small practice.',
  parent_id: null,
  config: { generator: { seed: 7, patients: 25 } },
  problems: [],
  created_at: at,
}
export const environment = {
  id: ids.environment,
  name: 'Practice with a payer',
  description: null,
  simulators: [{ id: ids.simulator, type: 'Payer', key: 'cedar', name: 'Payer', config: payerConfig }],
  datasets: [{ id: ids.dataset, type: 'FHIR', name: 'patients' }],
  created_at: at,
}
export const entity = {
  id: ids.entity,
  dataset_id: ids.dataset,
  type: 'member',
  ref: 'member',
  data: { member_id: 'MBR-1001' },
  created_at: at,
}
export const benchmark = {
  id: ids.benchmark,
  name: 'prior-auth',
  description: 'Requests to a payer, from the chart.',
  environment_id: ids.environment,
  timeout: 600,
  concurrency: 1,
  overrides: { pass_threshold: 0.9 },
  visibility: 'Private' as const,
  archived: false,
  created_at: at,
  updated_at: at,
}
export const audit = { ok: true, errors: 0, warnings: 0 }
export const version = {
  id: ids.version,
  benchmark_id: ids.benchmark,
  version: 1,
  task_count: 1,
  criterion_count: 1,
  digest: '5f1c0d8a3b7e49260c4d1a97e2f8b3650d4e6f70819a2b3c4d5e6f708192a3b4',
  runnable: true,
  audit,
  created_at: at,
}
export const taskItem = { instruction: 'Request authorization for the MRI that was ordered for member MBR-1001.' }
export const task = {
  id: ids.task,
  benchmark_id: ids.benchmark,
  name: 'Request the ordered MRI',
  timeout: null,
  tags: ['payer'],
  task_item: taskItem,
  scenario: null,
  starts_at: null,
  environment: null,
  solutions: [],
  counters: [],
  created_at: at,
}
export const assertion = {
  assert: 'portal-state-match',
  correlate_by: { resource: 'prior_auth_requests', key: 'patient_member_id', value: 'MBR-1001' },
  assertions: [{ path: 'procedure_code', expected: '72148' }],
}
export const criterion = {
  id: ids.criterion,
  task_id: ids.task,
  label: 'The ordered procedure is requested for the member',
  assertion,
  weight: 3,
  axis: 'correctness',
  guard: false,
  severity: null,
  harm: null,
  input_entity_id: null,
  created_at: at,
}
export const versionAudit = {
  ...audit,
  tasks: [
    {
      task_id: ids.task,
      name: task.name,
      ok: true,
      null_floor: 0,
      spam_floor: 0,
      solutions: [
        {
          name: 'by the chart',
          score: 1,
          verdict: 'pass' as const,
          mutants: 24,
          left_out: 0,
          noticed: 24,
          survivors: [],
          refused_calls: [],
        },
      ],
      harm: { tried: 60, noticed: 60, calls: { tried: 22, noticed: 22, refused: 2 } },
      counters: [{ name: 'request it twice', noticed: true, refused_calls: [] }],
      criteria: [
        {
          criterion_id: ids.criterion,
          label: criterion.label,
          null_score: 0,
          spam_score: 0,
          solved: true,
          mutants: 24,
          noticed: 24,
        },
      ],
      findings: [],
    },
  ],
}
export const fieldResult = { path: 'procedure_code', expected: '72148', actual: '72148', passed: true }
export const criterionRun = {
  id: ids.criterionRun,
  task_run_id: ids.taskRun,
  criterion_id: ids.criterion,
  passed: true,
  score: 1,
  details: 'The request PA30517742 has what was asked for.',
  evidence: { field_results: [fieldResult] },
  started_at: later,
  completed_at: later,
}
export const nothingBroken = {
  failures: { critical: 0, major: 0, minor: 0 },
  omissions: { critical: 0, major: 0, minor: 0 },
  left_undone: { critical: 0, major: 0, minor: 0 },
  undecided: 0,
}
export const taskRunResult = {
  id: ids.taskRun,
  benchmark_run_id: ids.run,
  task_id: ids.task,
  playground_id: ids.playground,
  status: 'completed' as const,
  phase: 'completed' as const,
  verdict: 'pass' as const,
  score: 1,
  raw_score: 1,
  capped_by: [],
  ...nothingBroken,
  started_at: at,
  completed_at: later,
}
export const taskRun = { ...taskRunResult, snapshot: { task, criteria: [criterion], simulators: [], seed: 7 } }
export const cancelled = {
  status: 'cancelled' as const,
  phase: 'started' as const,
  verdict: null,
  score: null,
}
export const benchmarkRun = {
  id: ids.run,
  benchmark_id: ids.benchmark,
  phase: 'completed' as const,
  status: 'completed' as const,
  verdict: 'pass' as const,
  score: 1,
  ...nothingBroken,
  solver_id: ids.solver,
  version: 1,
  scored: false,
  started_at: at,
  completed_at: later,
  task_runs: [{ ...taskRunResult, name: task.name }],
}
const newTaskRun = {
  phase: 'created' as const,
  status: 'active' as const,
  verdict: null,
  score: null,
  raw_score: null,
  failures: null,
  omissions: null,
  left_undone: null,
  undecided: null,
  started_at: null,
  completed_at: null,
}
const newRun = {
  phase: 'created' as const,
  verdict: null,
  score: null,
  failures: null,
  omissions: null,
  left_undone: null,
  undecided: null,
  started_at: null,
  completed_at: null,
}
export const credentials = {
  username: 'agent-4f2k9qa1',
  password: 'example-password',
  client_id: 'client-4f2k9q',
  client_secret: 'example-secret',
}
export const playground = {
  id: ids.playground,
  environment_id: ids.environment,
  task_run_id: null,
  status: 'active' as const,
  seed: 7,
  created_at: at,
}
export const sandbox = {
  id: ids.sandbox,
  type: 'Payer',
  playground_id: ids.playground,
  status: 'active' as const,
  credentials,
  endpoints: { portal: `/sandboxes/${ids.sandbox}/portal` },
  created_at: at,
}
export const organization = { id: ids.organization, name: 'Lakeside Clinic', created_at: at }
export const apiKey = {
  id: ids.key,
  name: 'continuous integration',
  prefix: 'vk_',
  suffix: 'x7Qm',
  created_at: at,
  last_used_on: null,
}
export const solverKey = { ...apiKey, prefix: 'vrl_slv_' }
export const solver = {
  id: ids.solver,
  alias: 'triage-2',
  name: 'Triage agent',
  description: null,
  created_at: at,
}
export const reference = { id: ids.benchmark, name: 'prior-auth', version: 1 }
const createdTaskRun = {
  id: ids.taskRun,
  task_id: ids.task,
  name: task.name,
  phase: 'created' as const,
  start_url: `/v1/task-runs/${ids.taskRun}/start`,
  complete_url: `/v1/task-runs/${ids.taskRun}/complete`,
  task_item: taskItem,
}
export const createdRun = {
  benchmark_run_id: ids.run,
  benchmark: reference,
  scored: false,
  phase: 'created' as const,
  status: 'active' as const,
  bearer_token: 'vrl_run_example',
  bearer_token_expires_at: '2026-01-05T13:00:00.000Z',
  endpoints: { portal: `/v1/benchmark-runs/${ids.run}/portal` },
  task_runs: [createdTaskRun],
}
export const authoringRun = {
  ...benchmarkRun,
  ...newRun,
  ...createdRun,
  solver_id: null,
  task_runs: [{ ...taskRunResult, ...newTaskRun, ...createdTaskRun }],
}
export const record = { kind: 'task-run', version: 1, engine: { verifier: '0.1.0' } }
