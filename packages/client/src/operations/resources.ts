import type * as wire from '@carebench/protocol'
import type { CamelKeys } from './camel-keys.js'

// The resources of the internal API in the form of the client, for annotations. Declared keys are in camelCase.

/** A collection of tasks linked to an environment. Specification 2.2. */
export interface Benchmark extends CamelKeys<wire.Benchmark> {}
/** A frozen, runnable copy of a benchmark. */
export interface BenchmarkVersion extends CamelKeys<wire.BenchmarkVersion> {}
/** A version with the audit from its publication. */
export interface AuditedVersion extends CamelKeys<wire.AuditedVersion> {}
/** A set of simulators and the data they are seeded with. Specification 2.1. */
export interface Environment extends CamelKeys<wire.Environment> {}
/** The definition of a simulated system. */
export interface Simulator extends CamelKeys<wire.Simulator> {}
/** Synthetic data that simulators are seeded with. Specification 2.3. */
export interface Dataset extends CamelKeys<wire.Dataset> {}
/** A part of a dataset that tasks are bound to. */
export interface DatasetEntity extends CamelKeys<wire.DatasetEntity> {}
/** One piece of work for an agent. Specification 2.5. */
export interface Task extends CamelKeys<wire.Task> {}
/** A typed assertion over the final state, with its weight. Specification 2.6. */
export interface Criterion extends CamelKeys<wire.Criterion> {}
/** One execution of a benchmark version, as its organization reads it. Specification 2.4. */
export interface BenchmarkRun extends CamelKeys<wire.BenchmarkRun> {}
/** One task of one run. Specification 2.7. */
export interface TaskRun extends CamelKeys<wire.TaskRun> {}
/** One task of one run with the results of its criteria. */
export interface TaskRunWithCriterionRuns extends CamelKeys<wire.TaskRunWithCriterionRuns> {}
/** The result of one criterion of one task run. Specification 2.8. */
export interface CriterionRun extends CamelKeys<wire.CriterionRun> {}
/** A running environment: that of a task run, or a standalone one. */
export interface Playground extends CamelKeys<wire.Playground> {}
/** A running simulator of a playground, with its credentials and paths. */
export interface PlaygroundSandbox extends CamelKeys<wire.Sandbox> {}
/** An event in a sandbox. */
export interface SandboxEvent extends CamelKeys<wire.SandboxEvent> {}
