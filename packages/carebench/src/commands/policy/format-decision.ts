import type { Policy, PolicyDecision } from '@carebench/systems/policy'
import { printable } from '../../terminal/printable.js'
import { createStyle } from '../../terminal/style.js'
import type { Terminal } from '../../terminal/terminal.js'
import { wrap } from '../../terminal/text-layout.js'
import { describeDocuments, describeEnough } from './statement-words.js'

type Judged = PolicyDecision['judged'] extends ReadonlyMap<string, infer One> ? One : never

/**
 * Returns a decision for a terminal: each statement with what was found and why it is enough or not, then what is
 * decided.
 */
export function formatDecision(policy: Policy, decision: PolicyDecision, terminal: Terminal): string {
  const style = createStyle(terminal)
  const lines = [...decision.judged.values()].flatMap((judged) => {
    const mark = judged.met === undefined ? style.yellow('?') : judged.met ? style.green('+') : style.red('-')
    return [`${mark} ${printable(judged.name)}`, ...wrap(printable(explainStatement(policy, judged)), 4)]
  })
  return [...lines, ...(lines.length === 0 ? [] : ['']), ...decisionLines(decision, style.bold)].join('\n').concat('\n')
}

/** Says what was found for a statement, where, and why it is enough or not. */
export function explainStatement(policy: Policy, judged: Judged): string {
  const statement = policy.statements?.[judged.name] ?? {}
  const { value, source, found, met, lacksAnswer, lacksDocument } = judged
  const places = found.length === 0 ? '' : ` (${found.join(', ')})`
  const unit = statement.unit === undefined || typeof value !== 'number' ? '' : ` ${statement.unit}`
  const nothing = places === '' ? 'nothing was found' : `what was found does not count${places}`
  const told = value === null ? nothing : `${String(value)}${unit} from the ${source}${places}`
  const enough = statement.enough === undefined ? '' : `; enough is ${describeEnough(statement)}`
  const missing = [
    ...(lacksAnswer ? [`needs an answer: ${statement.question}`] : []),
    ...(lacksDocument ? [`needs a document: ${describeDocuments(statement)}`] : []),
  ]
  const verdict = met === undefined ? missing.join('; ') : met ? 'is so' : 'is not so'
  return `${verdict}: ${told}${enough}`
}

function decisionLines(decision: PolicyDecision, bold: (text: string) => string): readonly string[] {
  const { outcome, reason, reason_code, statements, units, valid_from, valid_until, delaySeconds } = decision
  return [
    bold(`Decision: ${outcome.replaceAll('_', ' ')}`),
    ...(reason === null ? [] : wrap(printable(reason), 2)),
    ...(reason_code === null ? [] : [`  Reason code of the 278: ${reason_code}`]),
    ...(statements.length === 0 ? [] : [`  Would have to be otherwise: ${statements.join(', ')}`]),
    ...(units === null ? [] : [`  Units: ${units}`]),
    ...(valid_from === null ? [] : [`  Valid from ${valid_from} to ${valid_until}`]),
    ...(decision.missing_documents.length === 0 ? [] : [`  Attach: ${decision.missing_documents.join(', ')}`]),
    ...(decision.questions.length === 0 ? [] : [`  Answer: ${decision.questions.join(', ')}`]),
    ...(delaySeconds === 0 ? [] : [`  Decided after ${delaySeconds / 3600} hours`]),
  ]
}
