import { type AuditRule, createFinding } from '../finding.js'
import { showScore } from './shown-score.js'

/** The score that an agent without knowledge may gain by luck. */
const maxGain = 0.15

/** `cheap-gain`: a state that an agent reaches without understanding the task scores more than 0.15. */
export const cheapGain: AuditRule = ({ states: { spam, cheap } }) => {
  const states = [...(spam ? [{ ...spam, what: 'noise, a call of every endpoint without purpose' }] : []), ...cheap]
  const paid = states.flatMap(({ what, score }) => (score !== null && score > maxGain ? [{ what, score }] : []))
  const [first] = [...paid].sort((a, b) => b.score - a.score)
  if (first === undefined) return []
  return [
    createFinding('cheap-gain', null, {
      message:
        'An agent that does not know what the task asks for scores ' + `${showScore(first.score)} with ${first.what}.`,
      fix:
        'Expect together, in one criterion, what only the task brings about: select the record by all values that ' +
        'are given away, forbid other records and entries with `exclusive` or a `count`, and give the rest little ' +
        'weight.',
      evidence: { states: paid.slice(0, 10) },
    }),
  ]
}
