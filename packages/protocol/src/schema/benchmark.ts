import { type Static, Type } from 'typebox'
import { limits } from '../limits.js'
import { harms, severities } from '../severity.js'
import { auditCounts, auditStates, versionAudit } from './audit.js'
import { clockModes } from './clock.js'
import { systemKey } from './environment.js'
import { patterns } from './pattern.js'
import {
  anyJsonObject,
  choiceSchema,
  closed,
  dateTime,
  described,
  foldedChoiceSchema,
  id,
  nameSchema,
  nullable,
  recordSchema,
} from './primitives.js'
import { scenario } from './scenario.js'
import { counter, solution } from './solution.js'

export const visibilities = ['Public', 'Private'] as const

export const visibility = foldedChoiceSchema(
  visibilities,
  'Who can run it: Solvers of every organization (`Public`), or of its own. Unless `scored_only` is set, anyone who ' +
    'can run it can read its answer key: the completion of a run that is not scored contains the expected values.',
)

/** Has a visible character, and no control characters, `/`, or `@`, which separates the version in a reference. */
export const benchmarkName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: patterns.benchmarkName,
  description: 'The name by which runs refer to it, as `name@version`: without `@`, `/` and control characters.',
})
export const timeout = Type.Integer({
  minimum: limits.timeout.min,
  maximum: limits.timeout.max,
  description: 'Maximum duration of a task run in seconds; default 600.',
})
export const concurrency = Type.Integer({
  minimum: limits.concurrency.min,
  maximum: limits.concurrency.max,
  description: 'Number of task runs of one run that may be started at the same time; default 1.',
})

export const overrides = closed({
  pass_threshold: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1,
      description: 'Minimum task score for the verdict `pass`; default 0.9.',
    }),
  ),
  axis_weights: Type.Optional(
    described(
      recordSchema(Type.Number({ minimum: 0 })),
      'Weight of each axis in the task score. Default: every criterion counts with its own weight.',
    ),
  ),
  simulators: Type.Optional(
    described(recordSchema(anyJsonObject), 'Merge patches (RFC 7396) of simulator configurations, by simulator id.'),
  ),
  seed: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Seed of everything random in playgrounds. Default: a random one for each.',
    }),
  ),
  seed_by_solver: Type.Optional(
    Type.Boolean({ description: 'True: a Solver may give the `seed` of a run that it creates.' }),
  ),
  clock: Type.Optional(
    described(
      choiceSchema(clockModes),
      'The clock of playgrounds: `real` (default) runs as the clock of the service does; `stepped` moves only with ' +
        'the calls of the agent and by waiting, so that no result depends on how fast an agent or a machine is.',
    ),
  ),
  seconds_per_call: Type.Optional(
    Type.Number({
      minimum: limits.secondsPerCall.min,
      maximum: limits.secondsPerCall.max,
      description:
        'Seconds by which each call of the agent to a system moves a `stepped` clock, before the call is handled, ' +
        'and a FHIR batch or transaction for each entry; default 1. A `real` clock ignores it.',
    }),
  ),
  scored_only: Type.Optional(
    Type.Boolean({
      description:
        'True: every run is scored, and its agent gets results without explanations. Otherwise a single run that ' +
        'is not scored reveals the answer key: its completions contain the expected values.',
    }),
  ),
})
export type Overrides = Static<typeof overrides>

export const benchmark = Type.Object({
  id,
  name: Type.String(),
  description: nullable(Type.String()),
  environment_id: nullable(id),
  timeout: Type.Integer(),
  concurrency: Type.Integer(),
  overrides,
  visibility,
  archived: Type.Boolean(),
  created_at: dateTime,
  updated_at: dateTime,
})
/** A collection of tasks linked to an environment. Specification 2.2. */
export type Benchmark = Static<typeof benchmark>

export const createBenchmarkBody = closed({
  name: benchmarkName,
  description: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  environment_id: Type.Optional(nullable(id)),
  // Null means the default, as for the other members.
  timeout: Type.Optional(nullable(timeout)),
  concurrency: Type.Optional(nullable(concurrency)),
  overrides: Type.Optional(nullable(overrides)),
  visibility: Type.Optional(visibility),
})

export const updateBenchmarkBody = closed({
  name: Type.Optional(benchmarkName),
  description: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  environment_id: Type.Optional(nullable(id)),
  timeout: Type.Optional(timeout),
  concurrency: Type.Optional(concurrency),
  overrides: Type.Optional(overrides),
  visibility: Type.Optional(visibility),
})

export const benchmarkVersion = Type.Object({
  id,
  benchmark_id: id,
  version: Type.Integer({ minimum: 1 }),
  task_count: Type.Integer(),
  criterion_count: Type.Integer(),
  digest: Type.Optional(
    Type.String({ description: 'SHA-256 of the content, without ids and times: the same for equal content.' }),
  ),
  runnable: Type.Boolean({
    description:
      'Whether it has been audited, and without errors, or with errors that were allowed: only then it can be run.',
  }),
  audit: Type.Union([choiceSchema(auditStates), auditCounts]),
  audit_progress: Type.Optional(
    described(
      Type.Object({ done: Type.Integer({ minimum: 0 }), total: Type.Integer({ minimum: 0 }) }),
      'While the audit is pending: how many of its tasks are audited.',
    ),
  ),
  created_at: dateTime,
})
/** A frozen copy of a benchmark with everything that a run needs. */
export type BenchmarkVersion = Static<typeof benchmarkVersion>

export const auditedVersion = Type.Object({
  ...benchmarkVersion.properties,
  audit: Type.Union([choiceSchema(auditStates), versionAudit]),
})
/** A version with its audit, once that is done. */
export type AuditedVersion = Static<typeof auditedVersion>

export const publishVersionBody = closed({
  allow_findings: Type.Optional(
    Type.Boolean({ description: 'True: the version can be run even if the audit finds errors.' }),
  ),
})

/** The key of an item of a task. */
export const itemKey = Type.String({ pattern: patterns.axis, maxLength: 64 })

/** RFC 3339 with any time zone; the service checks that the day exists. */
const playgroundTime = Type.String({ pattern: patterns.startsAt })

/** The parts of a task that have their own verdict and score, as in a working day with many jobs. */
export const taskItems = {
  items: Type.Array(
    closed({
      key: itemKey,
      label: described(nameSchema(200), 'The piece of work in words. Agents can read it.'),
      due: Type.Optional(
        described(nullable(playgroundTime), 'When it must be done at the latest, on the clock of the playground.'),
      ),
    }),
    {
      maxItems: limits.taskItems,
      description: 'Parts of the task, by unique keys. Each has a verdict and a score; the task score is their mean.',
    },
  ),
  ends_at: described(
    nullable(playgroundTime),
    'When the work ends, on the clock of the playground: items that are due later do not count. Null: all count.',
  ),
}

export const criterion = Type.Object({
  id,
  task_id: id,
  label: Type.String(),
  assertion: anyJsonObject,
  weight: Type.Number(),
  axis: nullable(Type.String()),
  guard: Type.Boolean(),
  severity: Type.Optional(nullable(choiceSchema(severities))),
  harm: Type.Optional(nullable(choiceSchema(harms))),
  item: Type.Optional(nullable(Type.String())),
  input_entity_id: nullable(id),
  created_at: dateTime,
})
/** A typed assertion over the final state, with its weight. Specification 2.6. */
export type Criterion = Static<typeof criterion>

export const criterionFields = {
  label: described(nameSchema(200), 'The requirement in words. Agents can read it: it must not reveal the answer.'),
  assertion: described(anyJsonObject, 'The assertion: `assert` names the kind, which defines the other members.'),
  weight: Type.Optional(Type.Number({ minimum: 0, description: 'Weight in the score of the task; default 1.' })),
  axis: Type.Optional(
    described(
      nullable(Type.String({ pattern: patterns.axis, maxLength: 64 })),
      'The aspect that the criterion measures, for example `safety`.',
    ),
  ),
  guard: Type.Optional(
    Type.Boolean({
      description: 'True: it states what must not happen. If it holds, it counts as much as the work done.',
    }),
  ),
  severity: Type.Optional(
    described(
      nullable(choiceSchema(severities)),
      'If the criterion fails: `critical` sets the task score to 0, `major` limits it to 0.5 and the verdict to ' +
        '`partial`, `minor` only lowers the mean. Default `major` for guards, `minor` for others.',
    ),
  ),
  harm: Type.Optional(described(nullable(choiceSchema(harms)), 'The harm done if the criterion fails, for counting.')),
  item: Type.Optional(
    described(nullable(itemKey), 'The key of the item of the task that it belongs to; null: the whole task.'),
  ),
}
export const createCriterionBody = closed({
  task_id: id,
  ...criterionFields,
  input_entity_id: Type.Optional(nullable(id)),
})

export const updateCriterionBody = closed({
  label: Type.Optional(criterionFields.label),
  assertion: Type.Optional(criterionFields.assertion),
  weight: criterionFields.weight,
  axis: criterionFields.axis,
  guard: criterionFields.guard,
  severity: criterionFields.severity,
  harm: criterionFields.harm,
  item: criterionFields.item,
  input_entity_id: Type.Optional(nullable(id)),
})

export const taskName = nameSchema(200)
const tag = Type.String({ minLength: 1, maxLength: 64 })
/** The query parameter `tag` of the list of tasks. If repeated, the list has only tasks with all of the tags. */
export const tagQuery = Type.Optional(Type.Array(tag, { maxItems: 50 }))

export const simulatorPatches = described(
  recordSchema(anyJsonObject),
  "Merge patches (RFC 7396) of configurations, by the key of the simulator in the benchmark's environment.",
)

const taskEnvironment = closed({
  datasets: Type.Optional(
    Type.Array(
      closed({
        id,
        system: Type.Optional(
          described(systemKey, 'The key of the only simulator to seed; default: all that take the type.'),
        ),
      }),
      { maxItems: limits.taskDatasets },
    ),
  ),
  simulators: Type.Optional(simulatorPatches),
})
/** The additions of a task to the environment of its benchmark. */
export type TaskEnvironment = Static<typeof taskEnvironment>

const taskEnvironmentField = {
  environment: Type.Optional(
    described(
      nullable(taskEnvironment),
      "What the task has in addition to the benchmark's environment: datasets, which are seeded after those of the " +
        'environment, and changes to the configurations of its simulators.',
    ),
  ),
}

export const taskFields = {
  timeout: Type.Optional(
    described(
      nullable(Type.Number({ minimum: limits.timeout.min, maximum: limits.timeout.max })),
      'Maximum duration of a run of this task in seconds; null: that of the benchmark.',
    ),
  ),
  tags: Type.Optional(Type.Array(tag, { maxItems: 50, uniqueItems: true, description: 'For filtering tasks.' })),
  task_item: Type.Optional(
    described(nullable(anyJsonObject), 'The information for the agent: the instruction, and any additional members.'),
  ),
  scenario: Type.Optional(nullable(scenario)),
  starts_at: Type.Optional(
    described(
      nullable(playgroundTime),
      'When the clock of the playground begins, RFC 3339 with a time zone; null: when the task run is started.',
    ),
  ),
  items: Type.Optional(taskItems.items),
  ends_at: Type.Optional(taskItems.ends_at),
  solutions: Type.Optional(Type.Array(solution, { maxItems: 20 })),
  counters: Type.Optional(Type.Array(counter, { maxItems: 20 })),
}

export const task = Type.Object({
  id,
  benchmark_id: id,
  name: Type.String(),
  timeout: nullable(Type.Number()),
  tags: Type.Array(Type.String()),
  task_item: nullable(anyJsonObject),
  scenario: nullable(anyJsonObject),
  starts_at: Type.Optional(nullable(dateTime)),
  environment: Type.Optional(nullable(taskEnvironment)),
  items: Type.Optional(taskItems.items),
  ends_at: Type.Optional(taskItems.ends_at),
  solutions: Type.Array(solution),
  counters: Type.Array(counter),
  created_at: dateTime,
})
/** One piece of work for an agent. Specification 2.5. */
export type Task = Static<typeof task>

export const taskWithCriteria = Type.Object({ ...task.properties, criteria: Type.Array(criterion) })
export type TaskWithCriteria = Static<typeof taskWithCriteria>

export const createTaskBody = closed({
  benchmark_id: id,
  name: taskName,
  ...taskFields,
  tags: Type.Optional(nullable(taskFields.tags)),
  items: Type.Optional(nullable(taskItems.items)),
  solutions: Type.Optional(nullable(taskFields.solutions)),
  counters: Type.Optional(nullable(taskFields.counters)),
  ...taskEnvironmentField,
})

export const updateTaskBody = closed({ name: Type.Optional(taskName), ...taskFields, ...taskEnvironmentField })
