import type { Severity } from '@carebench/protocol'
import { isLeftUndone } from './left-undone.js'
import { cappingSeverities, severityFor } from './severity.js'
import { type CriterionRun, type ItemScore, isWithoutDecision } from './verification.js'

/** Counts by severity. */
export type BySeverity = Readonly<Record<Severity, number>>

/** The broken criteria of one or several task runs. */
export interface BrokenCriteria {
  /** Broken guards. */
  readonly failures: BySeverity
  /** Broken criteria that are not guards and name a severity. */
  readonly omissions: BySeverity
  /** The failures and omissions that were caused by work left undone, not by an act; see {@link isLeftUndone}. */
  readonly left_undone: BySeverity
  /** Criteria without a result: undecided, unsupported, timed out or cancelled. */
  readonly undecided: number
}

/** The counts of no task run: all zero. */
export const nothingBroken: BrokenCriteria = {
  failures: { critical: 0, major: 0, minor: 0 },
  omissions: { critical: 0, major: 0, minor: 0 },
  left_undone: { critical: 0, major: 0, minor: 0 },
  undecided: 0,
}

function bySeverity(count: (severity: Severity) => number): BySeverity {
  return { critical: count('critical'), major: count('major'), minor: count('minor') }
}

type CountedRun = Pick<CriterionRun, 'outcome' | 'guard' | 'severity' | 'evidence'>

/** Returns the runs that count: of an item that is not due, only those of `critical` criteria. */
export function countedRuns<Run extends Pick<CriterionRun, 'guard' | 'severity' | 'item'>>(
  runs: readonly Run[],
  items: Readonly<Record<string, Pick<ItemScore, 'due'>>> | undefined,
): readonly Run[] {
  if (items === undefined) return runs
  return runs.filter(
    (run) => run.item === undefined || items[run.item]?.due !== false || severityFor(run) === 'critical',
  )
}

/** Counts the broken criteria among the runs of a task run that count; see {@link countedRuns}. */
export function countBroken(runs: readonly CountedRun[]): BrokenCriteria {
  const count = (counted: typeof runs): BySeverity =>
    bySeverity((severity) => counted.filter((run) => severityFor(run) === severity).length)
  const broken = runs.filter(({ outcome, guard, severity }) => outcome === 'failed' && (guard || severity !== null))
  return {
    failures: count(broken.filter(({ guard }) => guard)),
    omissions: count(broken.filter(({ guard }) => !guard)),
    left_undone: count(broken.filter(isLeftUndone)),
    undecided: runs.filter(({ outcome }) => isWithoutDecision(outcome)).length,
  }
}

/** Returns the counts of all broken criteria, guards or not, done or left undone. */
export function totalBroken({ failures, omissions }: Pick<BrokenCriteria, 'failures' | 'omissions'>): BySeverity {
  return addCounts(failures, omissions)
}

function addCounts(one: BySeverity, other: BySeverity): BySeverity {
  return bySeverity((severity) => one[severity] + other[severity])
}

/** Returns the sum of counts of several task runs. */
export function addBroken(counts: readonly BrokenCriteria[]): BrokenCriteria {
  return counts.reduce(
    (total, one) => ({
      failures: addCounts(total.failures, one.failures),
      omissions: addCounts(total.omissions, one.omissions),
      left_undone: addCounts(total.left_undone, one.left_undone),
      undecided: total.undecided + one.undecided,
    }),
    nothingBroken,
  )
}

/** Whether a broken criterion forbids the verdict `pass` of a run. */
export function forbidsPass({ failures, omissions }: BrokenCriteria): boolean {
  return cappingSeverities.some((severity) => failures[severity] + omissions[severity] > 0)
}
