import type { Severity } from '@carebench/protocol'
import { isLeftUndone } from './left-undone.js'
import { cappingSeverities, severityOf } from './severity.js'
import { type CriterionRun, isWithoutDecision } from './verification.js'

/** Counts by severity. */
export type BySeverity = Readonly<Record<Severity, number>>

/** What was broken in one or several task runs. */
export interface BrokenCriteria {
  /** Broken guards. */
  readonly failures: BySeverity
  /** Broken criteria that are not guards and name a severity. */
  readonly omissions: BySeverity
  /** The part of both that was left undone: no act broke them, as {@link isLeftUndone} says. */
  readonly left_undone: BySeverity
  /** Criteria without a decision: undecided, unsupported, timed out or cancelled. */
  readonly undecided: number
}

/** The broken criteria of no task run. */
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

/** Counts the broken criteria of a task run. */
export function countBroken(runs: readonly CountedRun[]): BrokenCriteria {
  const count = (counted: typeof runs): BySeverity =>
    bySeverity((severity) => counted.filter((run) => severityOf(run) === severity).length)
  const broken = runs.filter(({ outcome, guard, severity }) => outcome === 'failed' && (guard || severity !== null))
  return {
    failures: count(broken.filter(({ guard }) => guard)),
    omissions: count(broken.filter(({ guard }) => !guard)),
    left_undone: count(broken.filter(isLeftUndone)),
    undecided: runs.filter(({ outcome }) => isWithoutDecision(outcome)).length,
  }
}

/** Counts by severity the broken criteria of a task run that were left undone, as {@link isLeftUndone} says. */
export function countUndone(runs: readonly CountedRun[]): BySeverity {
  return countBroken(runs).left_undone
}

/** Returns all that was broken, guards or not, done or left undone. */
export function totalBroken({ failures, omissions }: Pick<BrokenCriteria, 'failures' | 'omissions'>): BySeverity {
  return addCounts(failures, omissions)
}

function addCounts(one: BySeverity, other: BySeverity): BySeverity {
  return bySeverity((severity) => one[severity] + other[severity])
}

/** The sum of counts of several task runs. */
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

/** Whether a criterion is broken that forbids the verdict `pass` of a run. */
export function forbidsPass({ failures, omissions }: BrokenCriteria): boolean {
  return cappingSeverities.some((severity) => failures[severity] + omissions[severity] > 0)
}
