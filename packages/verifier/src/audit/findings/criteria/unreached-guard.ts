import { severityFor } from '../../../scoring/severity.js'
import { createFinding, forEachCriterion } from '../finding.js'

/**
 * `unreached-guard`: no tested state breaks the guard; an error if the guard is critical, and no state was left out.
 */
export const unreachedGuard = forEachCriterion((criterion, index, { states: { solutions, counters, unjudged } }) => {
  if (!criterion.guard || !criterion.compiled.ok || solutions.length === 0) return undefined
  const tried = [
    ...solutions.flatMap(({ mutants, harms, acts }) => [...mutants, ...harms, ...(acts?.judged ?? [])]),
    ...counters,
  ]
  if (tried.some(({ runs }) => runs[index]?.outcome === 'failed')) return undefined
  const severity = severityFor(criterion)
  return createFinding('unreached-guard', criterion, {
    message:
      `None of the ${tried.length} mutants, harms and counterexamples that were tried breaks it, so nothing shows ` +
      'that it can be broken.',
    fix: 'Correct what it selects, or record a counterexample that breaks it.',
    evidence: { severity, tried: tried.length },
    severity: severity === 'critical' && unjudged.length === 0 ? 'error' : 'warning',
  })
})
