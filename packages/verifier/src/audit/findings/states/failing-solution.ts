import { showJson } from '../../../values/json/show-json.js'
import { firstSentences } from '../../../values/text/first-sentences.js'
import type { JudgedSolution } from '../../judged-states.js'
import { type AuditRule, createFinding } from '../finding.js'
import { describeRefusals, refusalEvidence } from './refused-calls.js'
import { showScore } from './shown-score.js'

/**
 * `failing-solution`: the verdict on a solution is not `pass`, but another solution passes, or fulfils criteria that
 * this one does not. Criteria that no solution fulfils are `unsatisfiable`.
 */
export const failingSolution: AuditRule = ({ states: { solutions } }) =>
  solutions.flatMap((solution) => {
    if (solution.verdict === 'pass' || !solutions.some((other) => doesBetter(other, solution))) return []
    const { name, verdict, score, runs, refused_calls } = solution
    // Sorted, so that the message does not depend on the order of the criteria.
    const failed = runs
      .filter(({ passed }) => !passed)
      .map(({ label, outcome, details }) => ({ label, outcome, details: firstSentences(details) }))
      .sort((a, b) => compare(a.label, b.label) || compare(a.details, b.details))
    const sentences = [
      verdict === null
        ? `The solution ${showJson(name)} does not pass, since a check failed to run.`
        : `The solution ${showJson(name)} does not pass: its verdict is ${showJson(verdict)}, with a score of ` +
          `${score === null ? score : showScore(score)}.`,
      ...failed.map(({ label, outcome, details }) => `${showJson(label)} ${outcome}: ${details}`),
      ...describeRefusals(refused_calls),
    ]
    return createFinding('failing-solution', null, {
      message: sentences.join(' '),
      fix:
        'Correct the calls of the solution, or the criterion that refuses right work; if the calls are a mistake on ' +
        'purpose, record them as a counterexample.',
      evidence: { solution: name, verdict, score, failed, refused_calls: refusalEvidence(refused_calls) },
    })
  })

function doesBetter(other: JudgedSolution, { runs }: JudgedSolution): boolean {
  return other.verdict === 'pass' || other.runs.some(({ passed }, index) => passed && runs[index]?.passed === false)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
