import type { Harm } from '@carebench/protocol'

/** How often each kind of harm was done, the most frequent first; kinds that were not done are absent. */
export type HarmCounts = Readonly<Partial<Record<Harm, number>>>

/** Counts the harms that broken criteria name. */
export function countHarms(criteria: readonly { readonly outcome: string; readonly harm: Harm | null }[]): HarmCounts {
  const counts = new Map<Harm, number>()
  for (const { outcome, harm } of criteria) {
    if (outcome === 'failed' && harm !== null) counts.set(harm, (counts.get(harm) ?? 0) + 1)
  }
  return Object.fromEntries([...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)))
}
