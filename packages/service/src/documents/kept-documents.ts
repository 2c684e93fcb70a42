import type { OperationAnswer } from '@carebench/protocol'
import type { CompiledCriteria } from '@carebench/verifier'
import type { PlaygroundRef } from '../playground/playground-host.js'
import type { VersionDoc } from './collections/authoring.js'
import type { BlueprintDoc, PlaygroundDoc } from './collections/playgrounds.js'
import type { TaskRunDoc } from './collections/running.js'
import { RecentlyUsed } from './recently-used.js'

/**
 * The parts of a started task run that never change. Only its log, which is sealed at the end, says whether it has
 * ended.
 */
export type StartedTaskRun = Readonly<
  Pick<TaskRunDoc, 'id' | 'benchmark_run_id' | 'version_id' | 'playground_id' | 'task_id' | 'seed' | 'started_at'> & {
    /** The time when it or its run's token expires, in milliseconds since 1970. */
    overAt: number
  }
>

/** The only started task run of a run at a revision of the run: every start of a task run writes the run. */
export interface OnlyStarted {
  readonly revision: number
  readonly taskRunId: string
}

/** The items of a running task run that pass so far. */
export type TaskRunProgress = OperationAnswer<'getTaskRunProgress'>

/** The progress of a task run that is returned until it is old; times are in milliseconds. */
export interface KeptProgress {
  readonly progress: TaskRunProgress
  readonly oldAt: number
}

/**
 * Cached parts of the store that never change, so they are read once, and results that cost much to compute. A cached
 * document never proves that something is still allowed, active or open.
 */
export interface KeptDocuments {
  readonly versions: RecentlyUsed<VersionDoc>
  readonly blueprints: RecentlyUsed<BlueprintDoc>
  /** The compiled criteria of frozen tasks, by version id and task id. */
  readonly criteria: RecentlyUsed<CompiledCriteria>
  /** By task run id. */
  readonly progress: RecentlyUsed<KeptProgress>
  readonly startedTaskRuns: RecentlyUsed<StartedTaskRun>
  /** Playground references, by version and by started task run; a reference does not keep its playground. */
  readonly startedPlaygrounds: WeakMap<VersionDoc, WeakMap<StartedTaskRun, PlaygroundRef>>
  /** By run id. */
  readonly onlyStarted: RecentlyUsed<OnlyStarted>
  /** The playgrounds of sandboxes, by sandbox id. */
  readonly playgrounds: RecentlyUsed<Omit<PlaygroundDoc, 'torn_down_at'>>
  /** The last day on which this process noted a use of a key, by key id, in days since 1970. */
  readonly keyUses: RecentlyUsed<number>
}

/** A version may contain megabytes of data; the others are small. */
const maxVersions = 32
const maxSmallDocuments = 2000

export function createKeptDocuments(): KeptDocuments {
  return {
    versions: new RecentlyUsed(maxVersions),
    blueprints: new RecentlyUsed(maxVersions),
    criteria: new RecentlyUsed(maxSmallDocuments),
    progress: new RecentlyUsed(maxSmallDocuments),
    startedTaskRuns: new RecentlyUsed(maxSmallDocuments),
    startedPlaygrounds: new WeakMap(),
    onlyStarted: new RecentlyUsed(maxSmallDocuments),
    playgrounds: new RecentlyUsed(maxSmallDocuments),
    keyUses: new RecentlyUsed(maxSmallDocuments),
  }
}
