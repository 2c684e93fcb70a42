import type {
  AuditState,
  Counter,
  DatasetType,
  Finding,
  Harm,
  JsonObject,
  JsonValue,
  Overrides,
  Severity,
  SimulatorType,
  Solution,
  Task,
  TaskEnvironment,
  VersionAudit,
} from '@carebench/protocol'
import { type Document, defineCollection } from '@carebench/store'

interface OrganizationDocument extends Document {
  readonly organization_id: string
}

function byOrganization(doc: OrganizationDocument) {
  return doc.organization_id
}

export interface SimulatorDoc extends OrganizationDocument {
  readonly type: SimulatorType
  readonly name: string
  readonly config: JsonObject
}

export const simulators = defineCollection<SimulatorDoc>({
  name: 'simulators',
  filters: { organization: byOrganization },
})

export interface DatasetDoc extends OrganizationDocument {
  readonly type: DatasetType
  readonly name: string
  readonly description: string | null
  readonly parent_id: string | null
  readonly config: JsonValue
  /**
   * The places where `config` did not match the type when it was written; the dataset cannot seed a system while there
   * are any.
   */
  readonly problems: readonly Finding[]
}

export const datasets = defineCollection<DatasetDoc>({
  name: 'datasets',
  filters: { organization: byOrganization, parent: (dataset) => dataset.parent_id },
})

export interface EntityDoc extends OrganizationDocument {
  readonly dataset_id: string
  readonly type: string
  readonly ref: string | null
  readonly data: JsonValue
}

export const entities = defineCollection<EntityDoc>({
  name: 'entities',
  filters: { dataset: (entity) => entity.dataset_id },
})

export interface EnvironmentDoc extends OrganizationDocument {
  readonly name: string
  readonly description: string | null
  /** The simulators in the order in which they were linked. */
  readonly simulator_ids: readonly string[]
  /** The given keys, by simulator; other simulators have the default. Absent if there are none. */
  readonly simulator_keys?: Readonly<Record<string, string>>
  readonly dataset_ids: readonly string[]
  /** For datasets that seed one simulator only, the key of that simulator, by dataset. Absent if there are none. */
  readonly dataset_systems?: Readonly<Record<string, string>>
}

export const environments = defineCollection<EnvironmentDoc>({
  name: 'environments',
  filters: {
    organization: byOrganization,
    simulator: (environment) => environment.simulator_ids,
    dataset: (environment) => environment.dataset_ids,
  },
})

export interface BenchmarkDoc extends OrganizationDocument {
  readonly name: string
  readonly description: string | null
  readonly environment_id: string | null
  readonly timeout: number
  readonly concurrency: number
  readonly overrides: Overrides
  readonly visibility: 'Public' | 'Private'
  readonly archived: boolean
  readonly updated_at: string
  /** Number of published versions; the number of the newest. */
  readonly versions: number
}

export const benchmarks = defineCollection<BenchmarkDoc>({
  name: 'benchmarks',
  unique: {
    name: (benchmark) => `${benchmark.organization_id}/${benchmark.name}`,
    publicName: (benchmark) => (benchmark.visibility === 'Public' && benchmark.versions > 0 ? benchmark.name : null),
  },
  filters: {
    organization: byOrganization,
    // An archived benchmark cannot be published any more, so its environment may be deleted.
    environment: (benchmark) => (benchmark.archived ? null : benchmark.environment_id),
  },
})

export interface TaskDoc extends OrganizationDocument {
  readonly benchmark_id: string
  readonly name: string
  readonly timeout: number | null
  readonly tags: readonly string[]
  readonly task_item: JsonObject | null
  readonly scenario: JsonObject | null
  /** The initial time of its playgrounds; null or absent: the time at which a task run is started. */
  readonly starts_at?: string | null
  /** Its additions to the environment of its benchmark; null or absent: none. */
  readonly environment?: TaskEnvironment | null
  /** Null or absent: none. */
  readonly items?: Task['items'] | null
  /** When its items are no longer due; null or absent: never. */
  readonly ends_at?: string | null
  readonly solutions: readonly Solution[]
  readonly counters: readonly Counter[]
}

export const tasks = defineCollection<TaskDoc>({
  name: 'tasks',
  filters: {
    benchmark: (task) => task.benchmark_id,
    dataset: (task) => [...new Set(task.environment?.datasets?.map(({ id }) => id))],
    tag: (task) => task.tags.map((tag) => writeTagValue(task.benchmark_id, tag)),
  },
})

/** Returns the value of the filter `tag` for the tasks of a benchmark with a tag. */
export function writeTagValue(benchmarkId: string, tag: string): string {
  return `${benchmarkId}/${tag}`
}

/** Binds a dataset entity to a task. */
export interface BindingDoc extends OrganizationDocument {
  readonly task_id: string
  readonly entity_id: string
}

export const bindings = defineCollection<BindingDoc>({
  name: 'bindings',
  unique: { pair: (binding) => `${binding.task_id}/${binding.entity_id}` },
  filters: { task: (binding) => binding.task_id, entity: (binding) => binding.entity_id },
})

export interface CriterionDoc extends OrganizationDocument {
  readonly task_id: string
  readonly label: string
  readonly assertion: JsonObject
  readonly weight: number
  readonly axis: string | null
  readonly guard: boolean
  readonly severity: Severity | null
  readonly harm: Harm | null
  /** The key of an item of the task; null or absent: the whole task. */
  readonly item?: string | null
  readonly input_entity_id: string | null
}

export const criteria = defineCollection<CriterionDoc>({
  name: 'criteria',
  filters: { task: (criterion) => criterion.task_id, entity: (criterion) => criterion.input_entity_id },
})

/** A task as frozen in a version, with its criteria and bound entities. */
export interface FrozenTask {
  readonly id: string
  readonly name: string
  /** In seconds; the benchmark's if the task has none. */
  readonly timeout: number
  readonly tags: readonly string[]
  readonly task_item: JsonObject | null
  readonly scenario: JsonObject | null
  /** The initial time of its playgrounds; absent: the time at which a task run is started. */
  readonly starts_at?: string
  /** Its additions to the environment of the version; absent: none. */
  readonly environment?: FrozenTaskEnvironment
  /** Absent if there are none. */
  readonly items?: NonNullable<Task['items']>
  /** The time after which items no longer have to be done; absent: none. */
  readonly ends_at?: string
  readonly solutions: readonly Solution[]
  /** Absent if there are none. */
  readonly counters?: readonly Counter[]
  readonly criteria: readonly FrozenCriterion[]
  /** Ids of the bound entities. */
  readonly bound: readonly string[]
}

/** The additions of a task to the environment of the version. */
export interface FrozenTaskEnvironment {
  /** Configurations that replace those of simulators, by the simulators' names in the log. */
  readonly configs: Readonly<Record<string, JsonObject>>
  /** Without those of the version. Ancestors come before their descendants. */
  readonly datasets: VersionDoc['datasets']
}

export interface FrozenCriterion {
  readonly id: string
  readonly label: string
  readonly assertion: JsonObject
  readonly weight: number
  readonly axis: string | null
  readonly guard: boolean
  readonly severity: Severity | null
  readonly harm: Harm | null
  /** The key of an item of the task; absent: the whole task. */
  readonly item?: string
  readonly input_entity_id: string | null
}

/** Everything that a run of a version needs; it never changes, except that its audit is added. */
export interface VersionDoc extends OrganizationDocument {
  readonly benchmark_id: string
  readonly benchmark_name: string
  readonly version: number
  readonly timeout: number
  readonly concurrency: number
  readonly overrides: Overrides
  readonly environment: { readonly id: string; readonly name: string }
  /** Overrides of configurations are already applied. */
  readonly simulators: readonly {
    readonly id: string
    readonly type: SimulatorType
    /** Absent for the first of its type, which has the plain paths. */
    readonly key?: string
    readonly name: string
    readonly config: JsonObject
  }[]
  /** Ancestors come before their descendants. */
  readonly datasets: readonly {
    readonly id: string
    readonly type: DatasetType
    /** The only simulator that it seeds, as the log names it. Absent: all simulators that take its type. */
    readonly simulator?: string
    readonly config: JsonValue
  }[]
  readonly tasks: readonly FrozenTask[]
  /**
   * The earliest `starts_at` of its tasks: the creation time of everything seeded for tasks that have one. Absent if
   * none has one.
   */
  readonly seeded_at?: string
  /** Data of the entities that tasks are bound to or criteria read. */
  readonly entities: Readonly<Record<string, JsonValue>>
  /** Digest of the content, without ids and times. */
  readonly digest: string
  /**
   * The audit: `pending` until it is done, `failed` if an internal error prevented it. The only member that is written
   * later, once.
   */
  readonly audit: AuditState | VersionAudit
  /** Whether it can be run even if its audit finds errors. */
  readonly allow_findings: boolean
}

/** A version that is about to be written. */
export type UnauditedVersion = Omit<VersionDoc, 'audit' | 'allow_findings' | 'digest'>
export const versions = defineCollection<VersionDoc>({
  name: 'versions',
  unique: { number: (version) => `${version.benchmark_id}/${version.version}` },
  filters: { benchmark: (version) => version.benchmark_id },
  // To be audited: the process that published it may have ended.
  due: (version) => (version.audit === 'pending' ? Date.parse(version.created_at) : null),
})
