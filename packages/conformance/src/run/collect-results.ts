import { notObservable } from '../requirements/not-observable.js'
import type { Requirement } from '../requirements/requirement.js'
import { type RequirementId, requirements } from '../requirements/requirements.js'
import type { Check, CheckBook } from '../scenario/check-book.js'
import { findGap, type Gaps } from './capabilities.js'
import { faultLines } from './fault-lines.js'
import type { Outcome } from './outcome.js'
import type { ReportedCheck, Result } from './report.js'

/** Number of passed checks that are shown per requirement. */
const shownPasses = 4

export interface Collection {
  readonly book: CheckBook
  readonly gaps: Gaps
  readonly profile: 'core' | 'extended'
  readonly selects: (id: RequirementId) => boolean
  readonly interrupted: boolean
}

/** One result for each requested requirement, in order. */
export function collectResults({ book, gaps, profile, selects, interrupted }: Collection): Result[] {
  const byId = new Map<RequirementId, Check[]>()
  for (const check of book.checks) byId.set(check.id, [...(byId.get(check.id) ?? []), check])
  return requirements
    .filter((requirement) => (profile === 'extended' || requirement.profile === 'core') && selects(requirement.id))
    .map((requirement) => toResult(requirement as Requirement<RequirementId>, byId.get(requirement.id) ?? []))

  function toResult(requirement: Requirement<RequirementId>, checks: readonly Check[]): Result {
    const { id, section, level, profile: own, statement } = requirement
    const common = { id, section, level, profile: own, statement, known: false, checkCount: checks.length }
    const shown = showChecks(checks)
    const unreached = (outcome: Outcome, cause: string, exchanges: readonly number[] = []): Result => ({
      ...common,
      outcome,
      cause,
      checks:
        exchanges.length === 0
          ? shown
          : [...shown, { scenario: '', passed: false, expected: statement, faults: [], exchanges }],
    })
    const wrong: Outcome = level === 'SHOULD' ? 'warned' : 'failed'
    const gap = findGap(gaps, id)
    if (gap !== undefined) return { ...unreached('not-applicable', gap), checks: [] }
    const failed = checks.find(({ passed }) => !passed)
    if (failed !== undefined) {
      const [cause = `expected ${failed.expected}`] = faultLines([failed], 1)
      return {
        ...common,
        outcome: wrong,
        cause,
        checks: shown,
      }
    }
    if (checks.length > 0) return { ...common, outcome: 'passed', cause: null, checks: shown }
    const reason = notObservable[id]
    if (reason !== undefined) return unreached('not-observable', reason)
    const elsewhere = book.notApplicable.get(id)
    if (elsewhere !== undefined) return unreached('not-applicable', elsewhere)
    const trouble = book.troubles.get(id)
    if (trouble === undefined) {
      return unreached(
        'untestable',
        interrupted ? 'The run was interrupted before it.' : 'It was excluded from this run.',
      )
    }
    if (!trouble.isOurs) return unreached(wrong, trouble.message, trouble.exchanges)
    // In the profile core, the kit can use only what the specification provides; in extended, anything missing is a
    // setup error.
    return unreached(profile === 'core' ? 'untestable' : wrong, trouble.message, trouble.exchanges)
  }
}

function showChecks(checks: readonly Check[]): ReportedCheck[] {
  const strip = ({ id: _, ...check }: Check): ReportedCheck => check
  const failed = checks.filter(({ passed }) => !passed)
  return [...failed, ...checks.filter(({ passed }) => passed).slice(0, shownPasses)].map(strip)
}
