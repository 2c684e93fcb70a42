import type * as wire from '@carebench/protocol'
import type { CamelKeys } from './camel-keys.js'
import type * as resources from './resources.js'

/** Resources as on the wire beside the interface under which the client offers them, so that an editor shows its name. */
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

/** True only for one and the same type: TypeScript compares types in this position without widening them. */
type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

type NameOf<Wire, Pair = Named> = Pair extends [infer Own, infer Offered]
  ? IsSame<Own, Wire> extends true
    ? Offered
    : never
  : never

/** The page of a list, as the service answers it. */
export interface AnsweredPage<Item> {
  readonly data: readonly Item[]
  readonly _meta: PageMeta
}

/** Where a page stands in its list. */
export interface PageMeta {
  readonly limit: number
  /** The cursor of the page after it, null at the end. */
  readonly next: string | null
  /** The cursor of the page before it, null at the beginning. */
  readonly prev: string | null
}

/** An answer as the client offers it: by its name where it has one, else with its declared keys in camelCase. */
export type NamedAnswer<Wire> = [NameOf<Wire>] extends [never]
  ? Wire extends { readonly data: readonly (infer Item)[]; readonly _meta: unknown }
    ? 'next_cursor' extends keyof Wire
      ? CamelKeys<Wire>
      : AnsweredPage<NamedAnswer<Item>>
    : CamelKeys<Wire>
  : NameOf<Wire>
