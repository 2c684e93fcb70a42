import type { AgentSummary } from '../runner/results/run-summary.js'
import { printable } from '../terminal/printable.js'

/** Returns a note for each "agent" that is really the reference of the benchmark. */
export function referenceNotes(agents: readonly Pick<AgentSummary, 'agent' | 'isolation'>[]): readonly string[] {
  return agents
    .filter(({ isolation }) => isolation === 'reference')
    .map(
      ({ agent }) =>
        `${printable(agent)} is the reference, not an agent: it replays the recorded solutions of the benchmark, ` +
        'to check the set-up.',
    )
}
