import type { AgentSummary } from '../runner/results/run-summary.js'

/** Returns the reason why trials are unscored, in words: `infrastructure error (rate_limit)` for `infra/rate_limit`. */
export function explainUnscored(ended: string, count = 1): string {
  const [kind = '', reason = ''] = ended.split('/')
  if (kind === 'not_begun') return 'not begun'
  if (kind === 'invalidated') return 'invalidated by a person'
  return `${kind === 'infra' ? `infrastructure error${count === 1 ? '' : 's'}` : kind} (${reason})`
}

/**
 * Counts the reasons of all unscored trials, without those that people have invalidated:
 * `2 infrastructure errors (service), 1 not begun`.
 */
export function countUnscored(agents: readonly Pick<AgentSummary, 'unscored_ends'>[]): string {
  const counts = new Map<string, number>()
  for (const { unscored_ends: ends } of agents) {
    for (const [ended, count] of Object.entries(ends))
      if (ended !== 'invalidated') counts.set(ended, (counts.get(ended) ?? 0) + count)
  }
  return [...counts].map(([ended, count]) => `${count} ${explainUnscored(ended, count)}`).join(', ')
}
