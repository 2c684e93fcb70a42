import { explainLeftOut, type RunSummary } from '../runner/results/run-summary.js'
import { printable } from '../terminal/printable.js'

/** Returns notes on agents that are the reference, people or scripts, and on tasks that people have left out. */
export function summaryNotes({ agents, left_out = [] }: RunSummary): readonly string[] {
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
  return [...notes, ...people, ...scripts, ...left_out.map((task) => printable(explainLeftOut(task)))]
}
