import { type Static, Type } from 'typebox'
import { limits } from '../limits.js'
import { auditCounts, versionAudit } from './audit.js'
import { patterns } from './pattern.js'
import { anyJson, anyJsonObject, closed, dateTime, foldedOneOf, id, nameOf, nullable, recordOf } from './primitives.js'
import { scenario } from './scenario.js'
import { solution } from './solution.js'

export const visibilities = ['Public', 'Private'] as const

/** With something to see, and without `@`, which parts the version in a reference, `/` and controls. */
const benchmarkName = Type.String({ minLength: 1, maxLength: 100, pattern: patterns.benchmarkName })
const timeout = Type.Integer({ minimum: limits.timeout.min, maximum: limits.timeout.max })
const concurrency = Type.Integer({ minimum: limits.concurrency.min, maximum: limits.concurrency.max })

export const overrides = closed({
  /** Task score from which the verdict is `pass`, above 0 up to 1; default 0.9. */
  pass_threshold: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
  /** Weight of each axis in the task score; without it every criterion weighs by itself. */
  axis_weights: Type.Optional(recordOf(Type.Number({ minimum: 0 }))),
  /** Merge patches (RFC 7396) of simulator configurations by simulator id. */
  simulators: Type.Optional(recordOf(anyJsonObject)),
  /** Seed of everything that is generated inside playgrounds. */
  seed: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  /** True: every run is scored. */
  scored_only: Type.Optional(Type.Boolean()),
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
  audit: auditCounts,
  created_at: dateTime,
})
/** A frozen, runnable copy of a benchmark with everything it needs. */
export type BenchmarkVersion = Static<typeof benchmarkVersion>

export const auditedVersion = Type.Object({ ...benchmarkVersion.properties, audit: versionAudit })
/** A version with all that the audit found when it was published. */
export type AuditedVersion = Static<typeof auditedVersion>

export const publishVersionBody = closed({
  /** True: publish although the audit found errors. */
  allow_findings: Type.Optional(Type.Boolean()),
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
  label: nameOf(200),
  assertion: anyJsonObject,
  weight: Type.Optional(Type.Number({ minimum: 0 })),
  axis: Type.Optional(nullable(Type.String({ pattern: patterns.axis, maxLength: 64 }))),
  guard: Type.Optional(Type.Boolean()),
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
  timeout: Type.Optional(nullable(Type.Number({ minimum: limits.timeout.min, maximum: limits.timeout.max }))),
  tags: Type.Optional(Type.Array(tag, { maxItems: 50, uniqueItems: true })),
  task_item: Type.Optional(nullable(anyJsonObject)),
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
            /** Name of the dataset that the entity belongs to. */
            dataset: Type.String(),
            type: Type.String({ minLength: 1, maxLength: 64 }),
            ref: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
            data: anyJson,
          }),
        ),
      ),
      criteria: Type.Array(
        closed({
          ...criterionFields,
          /** `ref` of the task's entity that the criterion reads. */
          input_entity: Type.Optional(nullable(Type.String())),
        }),
      ),
    }),
    { minItems: 1 },
  ),
})
export type BenchmarkDefinition = Static<typeof benchmarkDefinition>

function createSimulatorEntry() {
  return closed({ type: Type.String(), name: nameOf(200), config: Type.Optional(anyJsonObject) })
}

function createDatasetEntry() {
  return closed({
    type: Type.String(),
    name: nameOf(200),
    description: Type.Optional(nullable(Type.String())),
    config: anyJson,
  })
}
