import type { AgentSummary } from '../runner/results/run-summary.js'
import { printable } from '../terminal/printable.js'

/** What a report says of each agent that is none, but the reference of the benchmark. */
export function referenceNotes(agents: readonly Pick<AgentSummary, 'agent' | 'isolation'>[]): readonly string[] {
  return agents
    .filter(({ isolation }) => isolation === 'reference')
    .map(
      ({ agent }) =>
        `${printable(agent)} is the reference, not an agent: it replays the recorded solutions of the benchmark, ` +
        'to check the set-up.',
    )
}
