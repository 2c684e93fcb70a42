import { type Static, Type } from 'typebox'
import { sandboxCredentials, wire } from './playground.js'
import {
  anyJson,
  anyJsonObject,
  choiceSchema,
  closed,
  dateTime,
  described,
  id,
  nameSchema,
  nullable,
  recordSchema,
} from './primitives.js'

export const taskRunStatuses = ['active', 'completed', 'cancelled', 'failed', 'timed_out'] as const
export type TaskRunStatus = (typeof taskRunStatuses)[number]

export const phases = ['created', 'started', 'completed'] as const
export type Phase = (typeof phases)[number]

export const verdicts = ['pass', 'partial', 'fail'] as const
export type Verdict = (typeof verdicts)[number]

/** Values of a benchmark run's `status`. */
export const benchmarkRunStatuses = ['active', 'completed', 'cancelled', 'failed'] as const
export type BenchmarkRunStatus = (typeof benchmarkRunStatuses)[number]

const verdict = nullable(choiceSchema(verdicts))
const score = nullable(Type.Number({ minimum: 0, maximum: 1 }))

export const fieldResult = Type.Object({
  path: Type.String(),
  expected: anyJson,
  actual: anyJson,
  passed: Type.Boolean(),
  missing: Type.Optional(Type.Boolean()),
})
/** The outcome of one field check. Specification 2.8. */
export type FieldResult = Static<typeof fieldResult>

export const criterionRun = Type.Object({
  id,
  task_run_id: id,
  criterion_id: id,
  /** The item that the criterion belongs to; absent if it belongs to the whole task. */
  item: Type.Optional(Type.String()),
  passed: Type.Boolean(),
  score: Type.Number({ minimum: 0, maximum: 1 }),
  details: nullable(Type.String()),
  evidence: nullable(anyJsonObject),
  started_at: dateTime,
  completed_at: nullable(dateTime),
})
/** The result of one criterion of one task run. Specification 2.8. */
export type CriterionRun = Static<typeof criterionRun>

/** By key; absent if the task has no items. */
export const itemScores = recordSchema(
  Type.Object({
    verdict: choiceSchema(verdicts),
    score: Type.Number({ minimum: 0, maximum: 1 }),
    due: described(Type.Boolean(), 'False: it is due only after the task ends, so it does not count.'),
  }),
)

const bySeverity = Type.Object({ critical: Type.Integer(), major: Type.Integer(), minor: Type.Integer() })

/** The broken criteria of a run, or of a task run. Null until it has ended. */
const brokenFields = {
  /** Broken guards. */
  failures: Type.Optional(nullable(bySeverity)),
  /** Broken criteria that are not guards and name a severity. */
  omissions: Type.Optional(nullable(bySeverity)),
  /** The part of both that is broken because work was left undone, rather than by an act. */
  left_undone: Type.Optional(nullable(bySeverity)),
  /** Criteria without a result: undecided, unsupported, timed out or cancelled. */
  undecided: Type.Optional(nullable(Type.Integer({ minimum: 0 }))),
}

/** True if the run has only the tasks that its creation named; else absent. */
const subset = Type.Optional(
  Type.Literal(true, {
    description: 'True: the run has only selected tasks, so its score is not that of the benchmark. Else absent.',
  }),
)

/** Names given when the run was created; null if none were given, absent from services that do not support them. */
const labelFields = {
  agent: Type.Optional(nullable(Type.String({ description: 'The name of the agent, as given at the creation.' }))),
  group: Type.Optional(nullable(Type.String({ description: 'The group of the run, as given at the creation.' }))),
}

const taskRunResultFields = {
  id,
  benchmark_run_id: id,
  task_id: id,
  playground_id: id,
  status: choiceSchema(taskRunStatuses),
  phase: choiceSchema(phases),
  verdict,
  score,
  /** The score before the caps of broken criteria. */
  raw_score: Type.Optional(score),
  /** The criteria that capped the score, by id. */
  capped_by: Type.Optional(Type.Array(Type.String())),
  items: Type.Optional(itemScores),
  ...brokenFields,
  started_at: nullable(dateTime),
  completed_at: nullable(dateTime),
}
/**
 * A task run in the list of its run, without the snapshot: a snapshot can be large and repeats the simulators for each
 * task.
 */
const taskRunResult = Type.Object({ ...taskRunResultFields, name: Type.Optional(Type.String()) })

export const taskRun = Type.Object({ ...taskRunResultFields, snapshot: nullable(anyJsonObject) })
/** One task of one run. Specification 2.7. */
export type TaskRun = Static<typeof taskRun>

export const taskRunWithCriterionRuns = Type.Object({
  ...taskRun.properties,
  criterion_runs: Type.Array(criterionRun),
})
export type TaskRunWithCriterionRuns = Static<typeof taskRunWithCriterionRuns>

export const taskRunProgress = Type.Object({
  task_run_id: id,
  now: described(dateTime, 'When the state was verified, on the clock of the playground.'),
  items: described(
    nullable(itemScores),
    'The results that the items would have if the task run ended now without an output. Null: the task has no items.',
  ),
})

const benchmarkRunFields = {
  id,
  benchmark_id: id,
  phase: choiceSchema(phases),
  status: choiceSchema(benchmarkRunStatuses),
  verdict,
  score,
  ...brokenFields,
  solver_id: nullable(id),
  version: Type.Integer({ minimum: 1 }),
  scored: Type.Boolean(),
  subset,
  ...labelFields,
  started_at: nullable(dateTime),
  completed_at: nullable(dateTime),
}
export const benchmarkRun = Type.Object({ ...benchmarkRunFields, task_runs: Type.Array(taskRunResult) })
/** One execution of a benchmark version, as its organization reads it. Specification 2.4. */
export type BenchmarkRun = Static<typeof benchmarkRun>

function label(description: string) {
  return Type.Optional(described(nameSchema(200), description))
}

export const createRunBody = closed({
  benchmark: Type.String({ minLength: 1, maxLength: 200 }),
  scored: Type.Optional(Type.Boolean()),
  tasks: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      description:
        'Ids or names of tasks: the run has only these, in this order. Each must be of one task of the version, ' +
        'once. Default: all tasks.',
    }),
  ),
  seed: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'Seed of everything random in the playgrounds, for an organization, or for a Solver if the version has ' +
        '`seed_by_solver`. Default: that of the version, else a random one.',
    }),
  ),
  agent: label('Name of the agent, for people who read the run. Default: none.'),
  group: label('Name of a group of runs, such as all runs of one command. Default: none.'),
})

export const createAuthoringRunBody = closed({
  benchmark: createRunBody.properties.benchmark,
  tasks: createRunBody.properties.tasks,
  seed: createRunBody.properties.seed,
  agent: createRunBody.properties.agent,
  group: createRunBody.properties.group,
})

const benchmarkReference = Type.Object({ id, name: Type.String(), version: Type.Integer({ minimum: 1 }) })
const paths = recordSchema(Type.String())

const createdTaskRunFields = {
  id,
  task_id: id,
  name: Type.String(),
  phase: choiceSchema(phases),
  start_url: Type.String(),
  complete_url: Type.String(),
  task_item: nullable(anyJsonObject),
}
const createdRunFields = {
  benchmark_run_id: id,
  benchmark: benchmarkReference,
  scored: Type.Boolean(),
  subset,
  phase: choiceSchema(phases),
  status: choiceSchema(benchmarkRunStatuses),
  bearer_token: Type.String(),
  bearer_token_expires_at: dateTime,
  endpoints: paths,
}
export const createdRun = Type.Object({
  ...createdRunFields,
  task_runs: Type.Array(Type.Object(createdTaskRunFields)),
})
/**
 * The response to the creation of a run: the token, the paths of the simulated systems, the tasks. Specification 2.9.
 */
export type CreatedRun = Static<typeof createdRun>

/** A new run that the organization works on itself: the run, and everything that an agent gets. */
export const authoringRun = Type.Object({
  ...benchmarkRunFields,
  ...createdRunFields,
  task_runs: Type.Array(Type.Object({ ...taskRunResultFields, ...createdTaskRunFields })),
})

export const publicRun = Type.Object({
  benchmark_run_id: id,
  benchmark: benchmarkReference,
  scored: Type.Boolean(),
  subset,
  ...labelFields,
  phase: choiceSchema(phases),
  status: choiceSchema(benchmarkRunStatuses),
  verdict,
  score,
  ...brokenFields,
  started_at: nullable(dateTime),
  completed_at: nullable(dateTime),
  task_runs: Type.Array(
    Type.Object({
      id,
      task_id: id,
      name: Type.String(),
      phase: choiceSchema(phases),
      status: choiceSchema(taskRunStatuses),
      verdict,
      score,
    }),
  ),
})
/** A run as its agent reads it. */
export type PublicRun = Static<typeof publicRun>

export const startedTaskRun = Type.Object({
  id,
  benchmark_run_id: id,
  task_id: id,
  playground_id: id,
  name: Type.String(),
  phase: choiceSchema(phases),
  status: choiceSchema(taskRunStatuses),
  started_at: dateTime,
  deadline_at: dateTime,
  task_item: nullable(anyJsonObject),
  endpoints: paths,
  sandboxes: Type.Array(
    Type.Object({
      id,
      type: Type.String(),
      /** Absent for the first of its type. */
      key: Type.Optional(Type.String()),
      credentials: sandboxCredentials,
      /** Its channels other than HTTP. Absent if there are none. */
      wires: Type.Optional(Type.Array(wire)),
    }),
  ),
})
/** The response to the start of a task run. */
export type StartedTaskRun = Static<typeof startedTaskRun>

export const completeBody = closed({ output: Type.Optional(anyJson) })

export const checkResults = ['pass', 'partial', 'fail'] as const

export const completedTaskRun = Type.Object({
  task_run_id: id,
  phase: choiceSchema(['completed']),
  verdict: choiceSchema(verdicts),
  score: Type.Number({ minimum: 0, maximum: 1 }),
  /** The score before the caps of broken criteria. */
  raw_score: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  /** The criteria that capped the score, by id. */
  capped_by: Type.Optional(Type.Array(Type.String())),
  axes: recordSchema(Type.Object({ score: Type.Number(), weight: Type.Number() })),
  items: Type.Optional(itemScores),
  checks: Type.Array(
    Type.Object({
      criterion_id: id,
      label: Type.String(),
      result: choiceSchema(checkResults),
      score: Type.Number({ minimum: 0, maximum: 1 }),
      axis: Type.String(),
      /** The item that the criterion belongs to; absent if it belongs to the whole task. */
      item: Type.Optional(Type.String()),
      /** Omitted on a scored run. Specification 4.3. */
      details: Type.Optional(Type.String()),
      /** Omitted on a scored run, and where nothing was evaluated. Specification 4.3. */
      field_results: Type.Optional(Type.Array(fieldResult)),
    }),
  ),
})
/** The response to a completion. Specification 2.10. */
export type CompletedTaskRun = Static<typeof completedTaskRun>
