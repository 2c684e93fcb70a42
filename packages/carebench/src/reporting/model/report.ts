import type {
  ComparedAgent,
  ComparedPair,
  CountedHarms,
  ReportedAxis,
  ReportedTask,
} from '@carebench/server/dashboard/task'
import type { RecordCheck, Verdict } from '@carebench/verifier'
import type { UndecidedSummary } from '../../runner/results/undecided.js'

/** One record. */
export interface ReportedRun extends CountedHarms {
  readonly file: string
  readonly id: string | null
  readonly benchmark: string | null
  /** Whether the run has only selected tasks of its benchmark. */
  readonly subset: boolean
  readonly verdict: Verdict | null
  readonly score: number | null
  readonly status: string | null
  readonly startedAt: string | null
  readonly completedAt: string | null
  readonly seed: number | null
  readonly seal: RecordCheck
  readonly digest: string
  readonly axes: readonly ReportedAxis[]
  readonly tasks: readonly ReportedTask[]
}

/** The runs of one agent. */
export interface ReportedAgent extends ComparedAgent {
  readonly runs: readonly ReportedRun[]
  /** The task runs with a verdict in which criteria could not be decided. */
  readonly undecided: UndecidedSummary
}

/** The content of a report. */
export interface Report {
  readonly version: 1
  /** Whether the seals of all records are intact. */
  readonly intact: boolean
  readonly agents: readonly ReportedAgent[]
  /** Each pair of agents. */
  readonly comparisons: readonly ComparedPair[]
  /** Caveats about the figures. */
  readonly notes: readonly string[]
}
