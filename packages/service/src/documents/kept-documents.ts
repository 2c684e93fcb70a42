import type { CompiledCriteria } from '@carebench/verifier'
import type { VersionDoc } from './authoring.js'
import type { BlueprintDoc, PlaygroundDoc } from './playgrounds.js'
import { RecentlyUsed } from './recently-used.js'
import type { TaskRunDoc } from './running.js'

/** What never changes of a task run once it was started. That it has not ended is for its log to tell: an end seals it. */
export type StartedTaskRun = Readonly<
  Pick<TaskRunDoc, 'id' | 'benchmark_run_id' | 'version_id' | 'playground_id' | 'task_id' | 'seed'> & {
    /** When its own time is over, or that of its run's token, in milliseconds since 1970. */
    overAt: number
  }
>

/** The only task run of a run that was started, as of a revision of the run: every start of one writes the run. */
export interface OnlyStarted {
  readonly revision: number
  readonly taskRunId: string
}

/**
 * What was read of the store and never changes, so that it need not be read again. Nothing here says that something is still
 * allowed, in force or open.
 */
export interface KeptDocuments {
  readonly versions: RecentlyUsed<VersionDoc>
  readonly blueprints: RecentlyUsed<BlueprintDoc>
  /** The compiled criteria of frozen tasks, by the ids of the version and the task. */
  readonly criteria: RecentlyUsed<CompiledCriteria>
  readonly startedTaskRuns: RecentlyUsed<StartedTaskRun>
  /** By the id of the run. */
  readonly onlyStarted: RecentlyUsed<OnlyStarted>
  /** The playgrounds of sandboxes, by the id of the sandbox. */
  readonly playgrounds: RecentlyUsed<Omit<PlaygroundDoc, 'torn_down_at'>>
}

/** A version may hold megabytes of data, the others are small. */
const mostVersions = 32
const mostSmallOnes = 2000

export function createKeptDocuments(): KeptDocuments {
  return {
    versions: new RecentlyUsed(mostVersions),
    blueprints: new RecentlyUsed(mostVersions),
    criteria: new RecentlyUsed(mostSmallOnes),
    startedTaskRuns: new RecentlyUsed(mostSmallOnes),
    onlyStarted: new RecentlyUsed(mostSmallOnes),
    playgrounds: new RecentlyUsed(mostSmallOnes),
  }
}
