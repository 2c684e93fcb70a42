import type { Agent } from '../../runner/agent.js'

/** Returns warnings about agents that may never use up a budget, because their costs are unknown. */
export function reviewBudget(
  agents: readonly Agent[],
  budget: number | undefined,
  preflight: boolean | undefined,
): readonly string[] {
  if (budget === undefined) return []
  return agents.flatMap(({ name, kind }) => {
    if (kind === 'reference') return []
    if (kind !== 'model')
      return [`only ${name} itself reports its cost to --budget: if it reports none, the budget never ends the run`]
    if (preflight !== false) return []
    return [
      `--budget may never end the run: without the preflight, nobody knows whether the provider of ${name} reports ` +
        'usage',
    ]
  })
}
