import { explainLeftOut, type RunSummary } from '../runner/results/run-summary.js'
import { printable } from '../terminal/printable.js'

/**
 * Returns notes on an audit with errors, on agents that are the reference, people or scripts, and on tasks that people
 * have left out.
 */
export function summaryNotes({ benchmark, audit_ok, agents, left_out = [] }: RunSummary): readonly string[] {
  const audit = audit_ok === false ? [warnOfAudit(benchmark)] : []
  const isA = (isolation: string) => agents.filter((agent) => agent.isolation === isolation)
  const notes = isA('reference').map(
    ({ agent }) =>
      `${printable(agent)} is the reference, not an agent: it replays the recorded solutions of the benchmark, ` +
      'to check the set-up.',
  )
  const people = isA('person').map(({ agent }) => `${printable(agent)} is a person: a human baseline.`)
  const scripts = isA('scripted').map(
    ({ agent }) => `No people yet: ${printable(agent)} is a script in place of a person, to test the pages.`,
  )
  return [...audit, ...notes, ...people, ...scripts, ...left_out.map((task) => printable(explainLeftOut(task)))]
}

/** Returns a warning for a benchmark whose audit has errors. */
export function warnOfAudit(benchmark: string): string {
  return `The audit of ${printable(benchmark)} has errors (carebench audit shows them): its scores may mislead.`
}
