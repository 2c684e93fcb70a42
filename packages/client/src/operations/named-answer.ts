import type * as wire from '@carebench/protocol'
import type { CamelKeys } from './camel-keys.js'
import type * as resources from './resources.js'

/** Pairs of a wire type and the interface of the client for it, so that editors show the name of the interface. */
type Named =
  | [wire.Benchmark, resources.Benchmark]
  | [wire.BenchmarkVersion, resources.BenchmarkVersion]
  | [wire.AuditedVersion, resources.AuditedVersion]
  | [wire.Environment, resources.Environment]
  | [wire.Simulator, resources.Simulator]
  | [wire.Dataset, resources.Dataset]
  | [wire.DatasetEntity, resources.DatasetEntity]
  | [wire.Task, resources.Task]
  | [wire.Criterion, resources.Criterion]
  | [wire.BenchmarkRun, resources.BenchmarkRun]
  | [wire.TaskRun, resources.TaskRun]
  | [wire.TaskRunWithCriterionRuns, resources.TaskRunWithCriterionRuns]
  | [wire.CriterionRun, resources.CriterionRun]
  | [wire.Playground, resources.Playground]
  | [wire.Sandbox, resources.PlaygroundSandbox]
  | [wire.SandboxEvent, resources.SandboxEvent]

/** True only for identical types: TypeScript compares types in this position without widening them. */
type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

type NameOf<Wire, Pair = Named> = Pair extends [infer Own, infer Offered]
  ? IsSame<Own, Wire> extends true
    ? Offered
    : never
  : never

/** The page of a list, as the service returns it. */
export interface AnsweredPage<Item> {
  readonly data: readonly Item[]
  readonly _meta: PageMeta
}

/** The position of a page in its list. */
export interface PageMeta {
  readonly limit: number
  /** The cursor of the next page; null at the end. */
  readonly next: string | null
  /** The cursor of the previous page; null at the start. */
  readonly prev: string | null
}

/** A response in the form of the client: by its interface if it has one, else with its declared keys in camelCase. */
export type NamedAnswer<Wire> = [NameOf<Wire>] extends [never]
  ? Wire extends { readonly data: readonly (infer Item)[]; readonly _meta: unknown }
    ? 'next_cursor' extends keyof Wire
      ? CamelKeys<Wire>
      : AnsweredPage<NamedAnswer<Item>>
    : CamelKeys<Wire>
  : NameOf<Wire>
