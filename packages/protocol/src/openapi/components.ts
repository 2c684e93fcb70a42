import type { TSchema } from 'typebox'
import { apiKey, createdApiKey, solver } from '../schema/access.js'
import { auditCounts, taskAudit, versionAudit } from '../schema/audit.js'
import {
  auditedVersion,
  benchmark,
  benchmarkVersion,
  criterion,
  overrides,
  task,
  taskWithCriteria,
} from '../schema/benchmark.js'
import { dataset, datasetEntity, environment, simulator } from '../schema/environment.js'
import { health } from '../schema/health.js'
import { pageMeta } from '../schema/page.js'
import { playground, sandbox, sandboxCredentials, sandboxEvent } from '../schema/playground.js'
import {
  benchmarkRun,
  completedTaskRun,
  createdRun,
  criterionRun,
  fieldResult,
  publicRun,
  startedTaskRun,
  taskRun,
  taskRunWithCriterionRuns,
} from '../schema/run.js'
import { scenario } from '../schema/scenario.js'
import { solution } from '../schema/solution.js'
import { type SystemNames, withSystemNames } from '../system-names.js'
import { type PlainSchema, plainSchema } from './plain-schema.js'

/** The schemas that have a name in the document, with a sentence about each. */
const named: Readonly<Record<string, readonly [schema: TSchema, description: string]>> = {
  Environment: [environment, 'A set of simulators and the data that they are seeded with.'],
  Simulator: [simulator, 'A simulated system with its configuration.'],
  Dataset: [dataset, 'Synthetic data that simulators are seeded with.'],
  DatasetEntity: [datasetEntity, 'A piece of a dataset that tasks are bound to and criteria refer to.'],
  Benchmark: [benchmark, 'A collection of tasks on an environment.'],
  BenchmarkOverrides: [overrides, 'What a benchmark changes of the defaults.'],
  BenchmarkVersion: [benchmarkVersion, 'A frozen, runnable copy of a benchmark.'],
  AuditedBenchmarkVersion: [auditedVersion, 'A version with all that its audit found.'],
  AuditCounts: [auditCounts, 'What an audit found, counted.'],
  TaskAudit: [taskAudit, 'What the audit of one task found.'],
  VersionAudit: [versionAudit, 'What the audit of a version found, task by task.'],
  Task: [task, 'One piece of work for an agent.'],
  TaskWithCriteria: [taskWithCriteria, 'A task with its criteria.'],
  Scenario: [scenario, 'Steps that are carried out when a task run starts, before the agent begins.'],
  Solution: [solution, 'A recorded way to solve a task, for the audit.'],
  Criterion: [criterion, 'A typed assertion over the final state, with its weight.'],
  BenchmarkRun: [benchmarkRun, 'One execution of a benchmark version, as its organization reads it.'],
  TaskRun: [taskRun, 'One task of one run.'],
  TaskRunWithCriterionRuns: [taskRunWithCriterionRuns, 'A task run with its criterion runs.'],
  CriterionRun: [criterionRun, 'The result of one criterion of one task run, with its evidence.'],
  FieldResult: [fieldResult, 'The outcome of one field check.'],
  Playground: [playground, 'A running environment.'],
  Sandbox: [sandbox, 'A running simulator of a playground.'],
  SandboxCredentials: [sandboxCredentials, 'What a sandbox can be used with on its own.'],
  SandboxEvent: [sandboxEvent, 'Something that happened in a sandbox.'],
  ApiKey: [apiKey, 'An active key; never the token itself.'],
  CreatedApiKey: [createdApiKey, 'A new key with its token, which is shown this once.'],
  Solver: [solver, 'An agent that runs benchmarks with keys of its own.'],
  CreatedRun: [createdRun, 'A new run for an agent: its token, the paths of its systems, its tasks.'],
  PublicRun: [publicRun, 'A run as its agent reads it.'],
  StartedTaskRun: [startedTaskRun, 'A started task run: what is to be done, by when, and where.'],
  CompletedTaskRun: [
    completedTaskRun,
    'The result of a task run. On a scored run the checks have no `details` and no `field_results`.',
  ],
  PageMeta: [pageMeta, 'Where a page stands: cursors to the next and the previous one, null at the ends.'],
  Health: [health, 'The answer of a service that is up.'],
}

/** Schemas that stand for themselves by name wherever they occur. */
export interface ComponentSchemas {
  /** All that have a name until now; each refers to the others by name. */
  readonly schemas: Readonly<Record<string, PlainSchema>>
  /** The schema with every named part, or itself, as a reference. */
  refer(schema: TSchema): PlainSchema
  /** A reference to the schema, which gets the name unless it has one. */
  nameAs(name: string, schema: TSchema): PlainSchema
}

/** The named schemas of one document. */
export function componentSchemas(names: SystemNames): ComponentSchemas {
  const plainOf = (schema: TSchema) => plainSchema(withSystemNames(schema, names))
  const nameByText = new Map<string, string>()
  for (const [name, [schema]] of Object.entries(named)) nameByText.set(JSON.stringify(plainOf(schema)), name)
  const schemas: Record<string, PlainSchema> = {}
  for (const [name, [schema, description]] of Object.entries(named)) {
    schemas[name] = { description, ...(referInside(plainOf(schema), nameByText) as PlainSchema) }
  }
  return {
    schemas,
    refer: (schema) => refer(plainOf(schema), nameByText) as PlainSchema,
    nameAs(name, schema) {
      const plain = plainOf(schema)
      const text = JSON.stringify(plain)
      if (!nameByText.has(text)) {
        schemas[name] = referInside(plain, nameByText) as PlainSchema
        nameByText.set(text, name)
      }
      return refer(plain, nameByText) as PlainSchema
    },
  }
}

/** Replaces whatever equals a named schema by a reference to it. */
function refer(node: unknown, nameByText: ReadonlyMap<string, string>): unknown {
  if (typeof node !== 'object' || node === null) return node
  const name = nameByText.get(JSON.stringify(node))
  return name === undefined ? referInside(node, nameByText) : { $ref: `#/components/schemas/${name}` }
}

function referInside(node: object, nameByText: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((item) => refer(item, nameByText))
  return Object.fromEntries(Object.entries(node).map(([key, member]) => [key, refer(member, nameByText)]))
}
