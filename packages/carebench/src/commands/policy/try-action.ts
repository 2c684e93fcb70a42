import { formatInstant, systemClock } from '@carebench/protocol'
import { chartOf, compilePolicy, decide, type Policy } from '@carebench/systems/policy'
import { UnmetGoalError, UsageError } from '../../terminal/exit-reason.js'
import { jsonText, printable } from '../../terminal/printable.js'
import { createStyle } from '../../terminal/style.js'
import type { Terminal } from '../../terminal/terminal.js'
import { readChartFile } from './chart-file.js'
import { type Explain, explainStatement, formatDecision } from './format-decision.js'
import { type PlayedCase, playCases } from './policy-cases.js'
import { openPolicy } from './policy-file.js'
import { firstCode, type RequestOptions, readRequest } from './request-options.js'

export interface TryOptions extends RequestOptions {
  readonly patient?: string
  readonly cases?: string
  readonly json?: boolean
}

/**
 * Prints a policy's decision on a chart, or on cases. Throws an {@link UnmetGoalError} if a case gets an unexpected
 * decision, and a {@link UsageError} for a service or an answer that the policy does not take.
 */
export function tryPolicy(terminal: Terminal, file: string, options: TryOptions): void {
  const policy = openPolicy(terminal, file)
  if (options.cases !== undefined) {
    tryCases(terminal, policy, options.cases, options.json === true)
    return
  }
  const today = formatInstant(systemClock.now()).slice(0, 10)
  const request = readRequest(policy, options, today)
  const compiled = compilePolicy(policy)
  if (!compiled.applies(request)) {
    const about = `it covers services such as ${firstCode(policy)}`
    throw new UsageError(
      `${file} does not apply to ${request.procedure_code} on ${request.service_date}: ${about}; see policy print`,
    )
  }
  const wrong = Object.entries(request.answers).flatMap(([name, answer]) => {
    const statement = compiled.statements.get(name)
    if (statement?.statement.question === undefined) return [`--answer ${name}: the policy does not ask this`]
    const fault = statement.findAnswerFault(answer)
    return fault === undefined ? [] : [`--answer ${name}: ${fault}`]
  })
  if (wrong.length > 0) throw new UsageError(wrong.join('\n'))
  const chart = options.patient === undefined ? chartOf([]) : readChartFile(options.patient)
  const { judged, ...decision } = decide(compiled, chart, request)
  const explain: Explain = (one) => explainStatement(one, compiled.statements.get(one.name), chart, request)
  if (options.json === true) {
    const statements = [...judged.values()].map((one) => ({ ...one, why: explain(one) }))
    terminal.out(jsonText({ decision, statements }))
  } else terminal.out(formatDecision({ judged, ...decision }, explain, terminal))
}

function tryCases(terminal: Terminal, policy: Policy, file: string, json: boolean): void {
  const played = playCases(policy, file)
  const ok = played.every(({ differences }) => differences.length === 0)
  if (json) terminal.out(jsonText({ ok, cases: played.map(caseJson) }))
  else terminal.out(played.map((one) => caseLines(one, terminal)).join(''))
  if (!ok) throw new UnmetGoalError()
}

function caseJson({ name, decision: { judged: _, ...decision }, differences }: PlayedCase) {
  return { name, ok: differences.length === 0, decision, differences }
}

function caseLines({ name, decision, differences }: PlayedCase, terminal: Terminal): string {
  const style = createStyle(terminal)
  const mark = differences.length === 0 ? style.green('ok') : style.red('not')
  const lines = [
    `${mark} ${printable(name)}: ${decision.outcome.replaceAll('_', ' ')}`,
    ...differences.map((one) => `    ${printable(one)}`),
  ]
  return `${lines.join('\n')}\n`
}
