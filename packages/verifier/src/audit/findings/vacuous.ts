import type { CriterionRun } from '../../verification.js'
import { createFinding, forEachCriterion } from './finding.js'

/** `vacuous`: points for doing nothing, or for noise. */
export const vacuous = forEachCriterion((criterion, index, { states }) => {
  if (criterion.guard) return undefined
  const untouched = states.untouched.runs[index]
  const spam = states.spam?.runs[index]
  const sentences = [
    ...describe(untouched, 'the untouched state, where the agent did nothing'),
    ...describe(spam, 'the state after noise, where every endpoint was touched once without sense'),
  ]
  if (sentences.length === 0) return undefined
  return createFinding('vacuous', criterion, {
    message: sentences.join(' '),
    fix: 'Ask for what only the task brings about: correlate by a value that the agent has to write, or expect one that it has to change. If the criterion states what must not happen, make it a guard.',
    evidence: {
      null_score: untouched?.score ?? 0,
      spam_score: spam?.score ?? null,
      matched: (untouched?.score ? untouched : spam)?.evidence?.matched ?? null,
    },
  })
})

const describe = (run: CriterionRun | undefined, where: string): readonly string[] =>
  run === undefined || run.score === 0 ? [] : [`It scores ${run.score} on ${where}. ${run.details}`]
