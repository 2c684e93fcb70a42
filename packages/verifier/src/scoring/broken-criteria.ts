import type { Severity } from '@carebench/protocol'
import type { CriterionRun } from '../verification.js'
import { severityOf } from './severity.js'

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

/** Counts the broken criteria of a task run. */
export function countBroken(runs: readonly Pick<CriterionRun, 'outcome' | 'guard' | 'severity'>[]): BrokenCriteria {
  const count = (counted: typeof runs): BySeverity => ({
    critical: counted.filter((run) => severityOf(run) === 'critical').length,
    major: counted.filter((run) => severityOf(run) === 'major').length,
    minor: counted.filter((run) => severityOf(run) === 'minor').length,
  })
  const broken = runs.filter(({ outcome }) => outcome === 'failed')
  return {
    failures: count(broken.filter(({ guard }) => guard)),
    omissions: count(broken.filter(({ guard, severity }) => !guard && severity !== null)),
    untold: runs.filter(({ outcome }) => outcome === 'unsupported').length,
  }
}

/** The sum of counts of several task runs. */
export function addBroken(counts: readonly BrokenCriteria[]): BrokenCriteria {
  const add = (a: BySeverity, b: BySeverity): BySeverity => ({
    critical: a.critical + b.critical,
    major: a.major + b.major,
    minor: a.minor + b.minor,
  })
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
  return failures.critical + failures.major + omissions.critical + omissions.major > 0
}
