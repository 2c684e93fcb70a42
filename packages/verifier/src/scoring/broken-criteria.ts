import type { Severity } from '@carebench/protocol'
import type { CriterionRun } from '../verification.js'
import { cappingSeverities, severityOf } from './severity.js'

/** Counts by severity. */
export type BySeverity = Readonly<Record<Severity, number>>

/** What was broken in one or several task runs. */
export interface BrokenCriteria {
  /** Broken guards. */
  readonly failures: BySeverity
  /** Broken criteria that are not guards and name a severity. */
  readonly omissions: BySeverity
  /** Criteria without a decision: unsupported, timed out or cancelled. */
  readonly untold: number
}

/** The broken criteria of no task run. */
export const nothingBroken: BrokenCriteria = {
  failures: { critical: 0, major: 0, minor: 0 },
  omissions: { critical: 0, major: 0, minor: 0 },
  untold: 0,
}

function bySeverity(count: (severity: Severity) => number): BySeverity {
  return { critical: count('critical'), major: count('major'), minor: count('minor') }
}

/** Counts the broken criteria of a task run. */
export function countBroken(runs: readonly Pick<CriterionRun, 'outcome' | 'guard' | 'severity'>[]): BrokenCriteria {
  const count = (counted: typeof runs): BySeverity =>
    bySeverity((severity) => counted.filter((run) => severityOf(run) === severity).length)
  const broken = runs.filter(({ outcome }) => outcome === 'failed')
  return {
    failures: count(broken.filter(({ guard }) => guard)),
    omissions: count(broken.filter(({ guard, severity }) => !guard && severity !== null)),
    untold: runs.filter(({ outcome }) => outcome === 'unsupported').length,
  }
}

/** The sum of counts of several task runs. */
export function addBroken(counts: readonly BrokenCriteria[]): BrokenCriteria {
  const add = (a: BySeverity, b: BySeverity): BySeverity => bySeverity((severity) => a[severity] + b[severity])
  return counts.reduce(
    (total, one) => ({
      failures: add(total.failures, one.failures),
      omissions: add(total.omissions, one.omissions),
      untold: total.untold + one.untold,
    }),
    nothingBroken,
  )
}

/** Whether a criterion is broken that forbids the verdict `pass` of a run. */
export function forbidsPass({ failures, omissions }: BrokenCriteria): boolean {
  return cappingSeverities.some((severity) => failures[severity] + omissions[severity] > 0)
}
