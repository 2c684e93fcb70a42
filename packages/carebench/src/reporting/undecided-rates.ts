import { formatPercent } from '@carebench/server/dashboard/task'
import type { AgentSummary } from '../runner/results/run-summary.js'
import type { UndecidedRate, UndecidedSummary } from '../runner/results/undecided.js'

/** An explanation of the rates for readers of a report. */
export const meaningOfUndecided =
  'Undecided: trials in which a text could not be read, or took more work than a criterion may do. They do not pass. ' +
  'Where nothing failed, the trial is neither a pass nor a failure of the agent: in bounds of the pass rate ' +
  'it counts like an unscored one. Its page says which phrase could not be read.'

/** Returns `3 of 20 (15 %), 2 of them without a failure`; `–` if no criteria are known. */
export function formatUndecided({ known, trials, alone }: UndecidedRate): string {
  if (known === 0) return '–'
  if (trials === 0) return `0 of ${known}`
  return `${trials} of ${known} (${formatPercent(trials / known)}), ${alone} of them without a failure`
}

/** Returns a line for each family of tasks in which something could not be decided. */
export function listUndecided(agent: string, { families }: UndecidedSummary): readonly string[] {
  return families
    .filter(({ trials }) => trials > 0)
    .map(({ family, ...rate }) => `${agent}, ${family}: undecided ${formatUndecided(rate)}`)
}

/** Whether the pass rate depends on trials that are unscored or undecided. */
export function hasOpenTrials({ unscored, undecided }: Pick<AgentSummary, 'unscored' | 'undecided'>): boolean {
  return unscored > 0 || undecided.alone > 0
}
