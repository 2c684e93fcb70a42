import type { CriterionRun } from '../../../scoring/verification.js'
import { jsonEqual } from '../../../values/json/json-equal.js'
import { showJson } from '../../../values/json/show-json.js'
import { type JudgedCounter, type JudgedState, stillPasses } from '../../judged-states.js'
import { type AuditCase, type AuditRule, createFinding } from '../finding.js'
import { describeRefusals, refusalEvidence } from './refused-calls.js'

/**
 * `counter-unnoticed`: recorded harm does not break a criterion that it has to break, or the verdict is still `pass`,
 * or all these criteria are already broken in the state where the harm starts.
 */
export const counterUnnoticed: AuditRule = (audited) =>
  audited.states.counters.flatMap((counter) => {
    const problems = listProblems(counter, audited)
    if (problems.length === 0) return []
    const { name, verdict, refused_calls } = counter
    return createFinding('counter-unnoticed', null, {
      message: [
        `The counterexample ${showJson(name)} goes unnoticed.`,
        ...problems,
        ...describeRefusals(refused_calls),
      ].join(' '),
      fix:
        'Correct the calls of the counterexample or the labels in `fails`, or the criterion that should notice it; ' +
        'raise its severity if the verdict stays "pass".',
      evidence: { counter: name, verdict, problems, refused_calls: refusalEvidence(refused_calls) },
    })
  })

function listProblems(counter: JudgedCounter, { criteria, states }: Pick<AuditCase, 'criteria' | 'states'>) {
  const { after, fails, runs } = counter
  const problems: string[] = []
  const solution = states.solutions.find(({ name }) => name === after)
  if (after !== undefined && solution === undefined) {
    problems.push(`It should follow ${showJson(after)}, which is not a solution of the task.`)
  }
  for (const label of fails) {
    const labelled = runs.filter((_, index) => criteria[index]?.label === label)
    const [first] = labelled
    if (first === undefined) problems.push(`No criterion has the label ${showJson(label)}.`)
    else if (!labelled.some(({ outcome }) => outcome === 'failed')) {
      problems.push(`It does not break ${showJson(label)}, which is ${first.outcome}: ${first.details}`)
    }
  }
  const start = after === undefined ? states.untouched : solution
  if (stillPasses(counter, start ?? states.untouched)) problems.push('The verdict after it is "pass".')
  if (problems.length > 0 || start === undefined) return problems
  const named = criteria.flatMap(({ label }, index) => (fails.includes(label) ? [index] : []))
  return [...problems, ...nothingProved(counter, start, named)]
}

/**
 * Returns the problem that all named criteria are already broken before the harm is done; empty if they are not. On the
 * untouched state every criterion that asks for work is broken, so a counterexample made there may record wrong work in
 * place of right work: then only the result has to differ.
 */
function nothingProved(
  { after, runs, refused_calls }: JudgedCounter,
  start: JudgedState,
  named: readonly number[],
): readonly string[] {
  if (named.length === 0 || !named.every((index) => start.runs[index]?.outcome === 'failed')) return []
  const where = after === undefined ? 'on the untouched state' : `after ${showJson(after)}`
  const proved = `It proves nothing: ${where}, where it starts, every criterion that it has to break is already broken`
  if (after !== undefined) return [`${proved}.`]
  const isSame = (index: number): boolean => sameResult(start.runs[index], runs[index])
  if (runs.every((_, index) => isSame(index))) return [`${proved}, and no criterion tells the two states apart.`]
  return refused_calls.length > 0 && named.every(isSame) ? [`${proved} in the same way, and calls were refused.`] : []
}

function sameResult(before: CriterionRun | undefined, now: CriterionRun | undefined): boolean {
  if (before === undefined || now === undefined) return false
  return (
    before.outcome === now.outcome &&
    before.score === now.score &&
    before.details === now.details &&
    jsonEqual(before.evidence, now.evidence)
  )
}
