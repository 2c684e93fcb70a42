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
  authoringRun,
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
import { counter, solution } from '../schema/solution.js'
import { type SystemNames, withSystemNames } from '../system-names.js'
import { type PlainSchema, plainSchema } from './plain-schema.js'

/** The schemas that have a name in the document, each with a description. */
const named: Readonly<Record<string, readonly [schema: TSchema, description: string]>> = {
  Environment: [environment, 'A set of simulators and the data they are seeded with.'],
  Simulator: [simulator, 'A simulated system with its configuration.'],
  Dataset: [dataset, 'Synthetic data that simulators are seeded with.'],
  DatasetEntity: [datasetEntity, 'A part of a dataset that tasks are bound to and criteria refer to.'],
  Benchmark: [benchmark, 'A collection of tasks on an environment.'],
  BenchmarkOverrides: [overrides, 'The settings in which a benchmark differs from the defaults.'],
  BenchmarkVersion: [benchmarkVersion, 'A frozen copy of a benchmark.'],
  AuditedBenchmarkVersion: [auditedVersion, 'A version with its audit.'],
  AuditCounts: [auditCounts, 'The number of findings of an audit.'],
  TaskAudit: [taskAudit, 'The audit of one task.'],
  VersionAudit: [versionAudit, 'The audit of a version, task by task.'],
  Task: [task, 'One piece of work for an agent.'],
  TaskWithCriteria: [taskWithCriteria, 'A task with its criteria.'],
  Scenario: [scenario, 'Steps that run before the agent starts, or that arrive later.'],
  Solution: [solution, 'A recorded way to solve a task, for the audit.'],
  Counter: [counter, 'Recorded calls that do harm, for the audit.'],
  Criterion: [criterion, 'A typed assertion over the final state, with its weight.'],
  BenchmarkRun: [benchmarkRun, 'One execution of a benchmark version, as its organization reads it.'],
  TaskRun: [taskRun, 'One task of one run.'],
  TaskRunWithCriterionRuns: [taskRunWithCriterionRuns, 'A task run with its criterion runs.'],
  CriterionRun: [criterionRun, 'The result of one criterion of one task run, with its evidence.'],
  FieldResult: [fieldResult, 'The outcome of one field check.'],
  Playground: [playground, 'A running environment.'],
  Sandbox: [sandbox, 'A running simulator of a playground.'],
  SandboxCredentials: [sandboxCredentials, 'The credentials of a sandbox.'],
  SandboxEvent: [sandboxEvent, 'An event in a sandbox.'],
  ApiKey: [apiKey, 'An active key; never the token itself.'],
  CreatedApiKey: [createdApiKey, 'A new key with its token, which only this response contains.'],
  Solver: [solver, 'An agent that runs benchmarks with its own keys.'],
  AuthoringRun: [
    authoringRun,
    'A new run of the organization, with its token, the paths of its systems and its tasks.',
  ],
  CreatedRun: [createdRun, 'A new run for an agent: its token, the paths of its systems, its tasks.'],
  PublicRun: [publicRun, 'A run as its agent reads it.'],
  StartedTaskRun: [startedTaskRun, 'A started task run: the task, the deadline, and the paths of its systems.'],
  CompletedTaskRun: [
    completedTaskRun,
    'The result of a task run. On a scored run, the checks have neither `details` nor `field_results`.',
  ],
  PageMeta: [pageMeta, 'The cursors of the next and the previous page; null at the ends.'],
  Health: [health, 'The response of a healthy service.'],
}

/** Schemas that are replaced by references to their names wherever they occur. */
export interface ComponentSchemas {
  /** All schemas named so far; they refer to each other by name. */
  readonly schemas: Readonly<Record<string, PlainSchema>>
  /** Returns the schema with every named part, or the schema itself, replaced by a reference. */
  refer(schema: TSchema): PlainSchema
  /** Returns a reference to the schema, which gets this name unless it already has one. */
  nameAs(name: string, schema: TSchema): PlainSchema
}

/** Returns the named schemas of one document. */
export function componentSchemas(names: SystemNames): ComponentSchemas {
  const toPlain = (schema: TSchema) => plainSchema(withSystemNames(schema, names))
  const nameByText = new Map<string, string>()
  for (const [name, [schema]] of Object.entries(named)) nameByText.set(JSON.stringify(toPlain(schema)), name)
  const schemas: Record<string, PlainSchema> = {}
  for (const [name, [schema, description]] of Object.entries(named)) {
    schemas[name] = { description, ...(referInside(toPlain(schema), nameByText) as PlainSchema) }
  }
  return {
    schemas,
    refer: (schema) => refer(toPlain(schema), nameByText) as PlainSchema,
    nameAs(name, schema) {
      const plain = toPlain(schema)
      const text = JSON.stringify(plain)
      if (!nameByText.has(text)) {
        schemas[name] = referInside(plain, nameByText) as PlainSchema
        nameByText.set(text, name)
      }
      return refer(plain, nameByText) as PlainSchema
    },
  }
}

/** Replaces everything that equals a named schema by a reference to it. */
function refer(node: unknown, nameByText: ReadonlyMap<string, string>): unknown {
  if (typeof node !== 'object' || node === null) return node
  const name = nameByText.get(JSON.stringify(node))
  return name === undefined ? referInside(node, nameByText) : { $ref: `#/components/schemas/${name}` }
}

function referInside(node: object, nameByText: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((item) => refer(item, nameByText))
  return Object.fromEntries(Object.entries(node).map(([key, member]) => [key, refer(member, nameByText)]))
}
