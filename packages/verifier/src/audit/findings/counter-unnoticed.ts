import { showJson } from '../../json/show-json.js'
import { type AuditRule, createFinding } from './finding.js'

/** `counter-unnoticed`: recorded harm does not break a criterion that it has to break, or the verdict is still `pass`. */
export const counterUnnoticed: AuditRule = ({ criteria, states: { solutions, counters } }) =>
  counters.flatMap(({ name, after, fails, verdict, runs }) => {
    const problems: string[] = []
    if (after !== undefined && !solutions.some((solution) => solution.name === after)) {
      problems.push(`It is to be made after ${showJson(after)}, which is no solution of the task.`)
    }
    for (const label of fails) {
      const labelled = runs.filter((_, index) => criteria[index]?.label === label)
      const [first] = labelled
      if (first === undefined) problems.push(`No criterion has the label ${showJson(label)}.`)
      else if (!labelled.some(({ outcome }) => outcome === 'failed')) {
        problems.push(`It does not break ${showJson(label)}, which is ${first.outcome}: ${first.details}`)
      }
    }
    if (verdict === 'pass') problems.push('The verdict after it is "pass".')
    if (problems.length === 0) return []
    return createFinding('counter-unnoticed', null, {
      message: `The counter ${showJson(name)} goes unnoticed. ${problems.join(' ')}`,
      fix: 'Correct the calls of the counter or the labels in `fails`, or the criterion that should notice it; raise its severity if the verdict stays "pass".',
      evidence: { counter: name, verdict, problems },
    })
  })
