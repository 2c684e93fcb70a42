import { type Static, Type } from 'typebox'
import { limits } from '../limits.js'
import { auditCounts, versionAudit } from './audit.js'
import { systemKey } from './environment.js'
import { patterns } from './pattern.js'
import {
  anyJson,
  anyJsonObject,
  closed,
  dateTime,
  described,
  foldedOneOf,
  id,
  nameOf,
  nullable,
  recordOf,
} from './primitives.js'
import { scenario } from './scenario.js'
import { solution } from './solution.js'

export const visibilities = ['Public', 'Private'] as const

/** With something to see, and without `@`, which parts the version in a reference, `/` and controls. */
const benchmarkName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: patterns.benchmarkName,
  description: 'What runs are asked for by, as `name@version`: without `@`, `/` and control characters.',
})
const timeout = Type.Integer({
  minimum: limits.timeout.min,
  maximum: limits.timeout.max,
  description: 'Seconds that a task run may take; default 600.',
})
const concurrency = Type.Integer({
  minimum: limits.concurrency.min,
  maximum: limits.concurrency.max,
  description: 'How many task runs of one run may be started at once; default 1.',
})

export const overrides = closed({
  pass_threshold: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1,
      description: 'Task score from which the verdict is `pass`; default 0.9.',
    }),
  ),
  axis_weights: Type.Optional(
    described(
      recordOf(Type.Number({ minimum: 0 })),
      'Weight of each axis in the task score. Without it every criterion weighs by itself.',
    ),
  ),
  simulators: Type.Optional(
    described(recordOf(anyJsonObject), 'Merge patches (RFC 7396) of simulator configurations, by simulator id.'),
  ),
  seed: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Seed of everything that is generated inside playgrounds. None: drawn for each.',
    }),
  ),
  scored_only: Type.Optional(
    Type.Boolean({ description: 'True: every run is scored, and its agent gets results without reasons.' }),
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
  visibility: foldedOneOf(visibilities),
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
  timeout: Type.Optional(timeout),
  concurrency: Type.Optional(concurrency),
  overrides: Type.Optional(overrides),
  visibility: Type.Optional(foldedOneOf(visibilities)),
})

export const updateBenchmarkBody = closed({
  name: Type.Optional(benchmarkName),
  description: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  environment_id: Type.Optional(nullable(id)),
  timeout: Type.Optional(timeout),
  concurrency: Type.Optional(concurrency),
  overrides: Type.Optional(overrides),
  visibility: Type.Optional(foldedOneOf(visibilities)),
})

export const benchmarkVersion = Type.Object({
  id,
  benchmark_id: id,
  version: Type.Integer({ minimum: 1 }),
  task_count: Type.Integer(),
  criterion_count: Type.Integer(),
  digest: Type.Optional(
    Type.String({ description: 'SHA-256 of the content, without ids and times: equal content has the same.' }),
  ),
  audit: auditCounts,
  created_at: dateTime,
})
/** A frozen, runnable copy of a benchmark with everything it needs. */
export type BenchmarkVersion = Static<typeof benchmarkVersion>

export const auditedVersion = Type.Object({ ...benchmarkVersion.properties, audit: versionAudit })
/** A version with all that the audit found when it was published. */
export type AuditedVersion = Static<typeof auditedVersion>

export const publishVersionBody = closed({
  allow_findings: Type.Optional(Type.Boolean({ description: 'True: publish although the audit found errors.' })),
})

export const criterion = Type.Object({
  id,
  task_id: id,
  label: Type.String(),
  assertion: anyJsonObject,
  weight: Type.Number(),
  axis: nullable(Type.String()),
  guard: Type.Boolean(),
  input_entity_id: nullable(id),
  created_at: dateTime,
})
/** A typed assertion over the final state, with its weight. Specification 2.6. */
export type Criterion = Static<typeof criterion>

const criterionFields = {
  label: described(nameOf(200), 'What must be so, in words. Agents read it: it must not tell the answer.'),
  assertion: described(
    anyJsonObject,
    'What is checked: `assert` names the kind, the other members are those of the kind.',
  ),
  weight: Type.Optional(Type.Number({ minimum: 0, description: 'Share in the score of the task; default 1.' })),
  axis: Type.Optional(
    described(
      nullable(Type.String({ pattern: patterns.axis, maxLength: 64 })),
      'What the criterion speaks of, for example `safety`.',
    ),
  ),
  guard: Type.Optional(
    Type.Boolean({ description: 'True: it states what must not happen, and earns nothing unless work was done.' }),
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
  input_entity_id: Type.Optional(nullable(id)),
})

const taskName = nameOf(200)
const tag = Type.String({ minLength: 1, maxLength: 64 })
/** `tag` of the list of tasks, repeatable: only tasks that have all of them. */
export const tagQuery = Type.Optional(Type.Array(tag, { maxItems: 50 }))

const taskFields = {
  timeout: Type.Optional(
    described(
      nullable(Type.Number({ minimum: limits.timeout.min, maximum: limits.timeout.max })),
      'Seconds that a run of this task may take; null: those of the benchmark.',
    ),
  ),
  tags: Type.Optional(Type.Array(tag, { maxItems: 50, uniqueItems: true, description: 'For finding the task again.' })),
  task_item: Type.Optional(
    described(nullable(anyJsonObject), 'What the agent gets to know: the instruction, and whatever belongs to it.'),
  ),
  scenario: Type.Optional(nullable(scenario)),
  solutions: Type.Optional(Type.Array(solution, { maxItems: 20 })),
}

export const task = Type.Object({
  id,
  benchmark_id: id,
  name: Type.String(),
  timeout: nullable(Type.Number()),
  tags: Type.Array(Type.String()),
  task_item: nullable(anyJsonObject),
  scenario: nullable(anyJsonObject),
  solutions: Type.Array(solution),
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
})

export const updateTaskBody = closed({ name: Type.Optional(taskName), ...taskFields })

/** A benchmark as one document, with the data of its environment: what is published from files. */
export const benchmarkDefinition = closed({
  $schema: Type.Optional(Type.String()),
  name: benchmarkName,
  description: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  timeout: Type.Optional(timeout),
  concurrency: Type.Optional(concurrency),
  visibility: Type.Optional(foldedOneOf(visibilities)),
  overrides: Type.Optional(overrides),
  environment: closed({
    name: nameOf(200),
    description: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
    simulators: Type.Array(createSimulatorEntry()),
    datasets: Type.Array(createDatasetEntry()),
  }),
  tasks: Type.Array(
    closed({
      name: taskName,
      ...taskFields,
      entities: Type.Optional(
        Type.Array(
          closed({
            dataset: Type.String({ description: 'Name of the dataset that the entity belongs to.' }),
            type: Type.String({ minLength: 1, maxLength: 64 }),
            ref: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
            data: anyJson,
          }),
        ),
      ),
      criteria: Type.Array(
        closed({
          ...criterionFields,
          input_entity: Type.Optional(
            described(nullable(Type.String()), 'The `ref` of the entity of the task that the criterion reads.'),
          ),
        }),
      ),
    }),
    { minItems: 1 },
  ),
})
export type BenchmarkDefinition = Static<typeof benchmarkDefinition>

function createSimulatorEntry() {
  return closed({
    type: Type.String({ description: 'The kind of simulated system: FHIR, Payer, HL7, X12, Files, …' }),
    key: Type.Optional(
      described(systemKey, 'What it is called by; needed by every system of a type but the first: `faxes@imaging`.'),
    ),
    name: nameOf(200),
    config: Type.Optional(described(anyJsonObject, 'How the system behaves, by its kind.')),
  })
}

function createDatasetEntry() {
  return closed({
    type: Type.String({ description: 'The kind of data: FHIR, Files, HL7, X12 or Portal.' }),
    name: nameOf(200),
    description: Type.Optional(nullable(Type.String())),
    config: described(anyJson, 'The data, or what it is generated by; by its kind.'),
  })
}
