import { showJson } from '../../json/show-json.js'
import { createFinding, forEachCriterion } from './finding.js'

/** `unsatisfiable`: no solution passes it, its assertion is not understood, or its check breaks. */
export const unsatisfiable = forEachCriterion((criterion, index, { states: { untouched, solutions } }) => {
  if (!criterion.compiled.ok) {
    const faults = criterion.compiled.errors.map(({ path, message }) => `${path || '/'} ${message}`)
    return createFinding('unsatisfiable', criterion, {
      message: `No state can pass it: the assertion is not understood: ${faults.join('; ')}.`,
      fix: 'Write the assertion as its kind asks for.',
      evidence: { errors: criterion.compiled.errors.map(({ path, message }) => ({ path, message })) },
    })
  }
  const begin = untouched.runs[index]
  if (begin?.outcome === 'errored') {
    return createFinding('unsatisfiable', criterion, {
      message: `It cannot be judged on the untouched state: ${begin.details}`,
      fix: 'Repair what the check broke on: the data of the environment, or the check if it is one of your own.',
    })
  }
  if (solutions.length === 0 || solutions.some(({ runs }) => runs[index]?.passed === true)) return undefined
  const told = solutions.map(
    ({ name, runs }) => `${showJson(name)} scores ${runs[index]?.score ?? 0}: ${runs[index]?.details ?? ''}`,
  )
  return createFinding('unsatisfiable', criterion, {
    message: `No solution passes it. ${told.join(' ')}`,
    fix: 'Compare what it expects with what the solution leaves behind; correct whichever is wrong, or record a solution that passes it.',
    evidence: { scores: Object.fromEntries(solutions.map(({ name, runs }) => [name, runs[index]?.score ?? 0])) },
  })
})
