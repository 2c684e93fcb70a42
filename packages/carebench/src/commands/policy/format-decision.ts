import type { chartOf, compilePolicy, PolicyDecision, PolicyRequest } from '@carebench/systems/policy'
import { printable } from '../../terminal/printable.js'
import { createStyle } from '../../terminal/style.js'
import type { Terminal } from '../../terminal/terminal.js'
import { wrap } from '../../terminal/text-layout.js'
import { describeDocuments, describeEnough, describeFact, describeUnit } from './statement-words.js'

type ValueIn<Of> = Of extends ReadonlyMap<string, infer One> ? One : never
type Judged = ValueIn<PolicyDecision['judged']>
type Compiled = ValueIn<ReturnType<typeof compilePolicy>['statements']>

/** Explains what was found for a statement, where, and why it is enough or not. */
export type Explain = (judged: Judged) => string

/**
 * Formats a decision for a terminal: the findings for each statement and whether they are enough, then the decision.
 */
export function formatDecision(decision: PolicyDecision, explain: Explain, terminal: Terminal): string {
  const style = createStyle(terminal)
  const lines = [...decision.judged.values()].flatMap((judged) => {
    const mark = judged.met === undefined ? style.yellow('?') : judged.met ? style.green('+') : style.red('-')
    return [`${mark} ${printable(judged.name)}`, ...wrap(printable(explain(judged)), 4)]
  })
  return [...lines, ...(lines.length === 0 ? [] : ['']), ...decisionLines(decision, style.bold)].join('\n').concat('\n')
}

/**
 * Explains what was found for a statement, where, and why it is enough or not; says why findings that do not count were
 * left out.
 */
export function explainStatement(
  { value, source, found, met, lacksAnswer, lacksDocument }: Judged,
  compiled: Compiled | undefined,
  chart: ReturnType<typeof chartOf>,
  request: PolicyRequest,
): string {
  const { statement = {} } = compiled ?? {}
  const leftOut = met === true ? [] : (compiled?.listLeftOut(chart, request) ?? [])
  const { fact, unit, enough, question } = statement
  const places = found.length === 0 ? '' : ` (${found.join(', ')})`
  const inUnit = typeof value === 'number' ? describeUnit(unit) : ''
  const shown = typeof value === 'boolean' ? (value ? 'yes' : 'no') : `${value}${inUnit}`
  const isTooFew = value === null && found.length > 0 && found.length < (fact?.count ?? 0)
  const where = describeFact(statement)
  const sought = where === undefined ? '' : ` (${where})`
  const nothing = leftOut.length === 0 ? `nothing was found${sought}` : 'nothing that counts was found'
  const none = isTooFew ? `${found.length} found${places}, ${fact?.count} needed` : nothing
  const isSaid = fact?.search === undefined && leftOut.length > 0
  const parts = [
    ...(isSaid ? [] : [value === null ? none : `${shown} from the ${source}${places}`]),
    ...(enough === undefined ? [] : [`enough is ${describeEnough(statement)}`]),
    ...(lacksAnswer ? [`needs an answer: ${question}`] : []),
    ...(lacksDocument ? [`needs a document: ${describeDocuments(statement)}`] : []),
    ...leftOut,
  ]
  return `${met === undefined ? 'open' : met ? 'met' : 'not met'}: ${parts.join('; ')}`
}

function decisionLines(decision: PolicyDecision, bold: (text: string) => string): readonly string[] {
  const { outcome, reason, reason_code, statements, units, valid_from, valid_until, delaySeconds } = decision
  return [
    bold(`Decision: ${outcome.replaceAll('_', ' ')}`),
    ...(reason === null ? [] : wrap(printable(reason), 2)),
    ...(reason_code === null ? [] : [`  Reason code of the 278: ${reason_code}`]),
    ...(statements.length === 0 ? [] : [`  What would have to change: ${statements.join(', ')}`]),
    ...(units === null ? [] : [`  Units: ${units}`]),
    ...(valid_from === null ? [] : [`  Valid from ${valid_from} to ${valid_until}`]),
    ...(decision.missing_documents.length === 0 ? [] : [`  Attach: ${decision.missing_documents.join(', ')}`]),
    ...(decision.questions.length === 0 ? [] : [`  Answer: ${decision.questions.join(', ')}`]),
    ...(delaySeconds === 0 ? [] : [`  Decided after ${delaySeconds / 3600} hours`]),
  ]
}
