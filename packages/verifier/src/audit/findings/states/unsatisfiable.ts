import { showJson } from '../../../values/json/show-json.js'
import { findUnknownSystems } from '../criteria/unknown-system.js'
import { createFinding, forEachCriterion } from '../finding.js'
import { showScore } from './shown-score.js'

/**
 * `unsatisfiable`: no solution passes it, its assertion is invalid, or its check fails to run. Not reported if it names
 * an unknown system.
 */
export const unsatisfiable = forEachCriterion((criterion, index, { states }) => {
  const { untouched, solutions } = states
  if (!criterion.compiled.ok) {
    const findings = criterion.compiled.errors.map(({ path, message }) => `${path || 'it'} ${message}`)
    return createFinding('unsatisfiable', criterion, {
      message: `No state can pass it, because its assertion is invalid: ${findings.join('; ')}.`,
      fix: 'Correct the assertion; each error names its location.',
      evidence: { errors: criterion.compiled.errors.map(({ path, message }) => ({ path, message })) },
    })
  }
  const begin = untouched.runs[index]
  if (begin?.outcome === 'errored') {
    return createFinding('unsatisfiable', criterion, {
      message: `Its check fails with an error on the untouched state: ${begin.details}`,
      fix: 'Correct the data of the environment that cause the error, or the check if it is a custom one.',
    })
  }
  if (solutions.length === 0 || solutions.some(({ runs }) => runs[index]?.passed === true)) return undefined
  // Reported as `unknown-system`, which says what to correct.
  if (findUnknownSystems(criterion, states).length > 0) return undefined
  const results = solutions.map(
    ({ name, runs }) => `${showJson(name)} scores ${showScore(runs[index]?.score ?? 0)}: ${runs[index]?.details ?? ''}`,
  )
  return createFinding('unsatisfiable', criterion, {
    message: `No solution passes it. ${results.join(' ')}`,
    fix:
      'Compare the expected values with the final state of the solution; correct whichever is wrong, or record a ' +
      'solution that passes.',
    evidence: { scores: Object.fromEntries(solutions.map(({ name, runs }) => [name, runs[index]?.score ?? 0])) },
  })
})
