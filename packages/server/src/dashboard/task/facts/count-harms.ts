import type { Harm } from '@carebench/protocol'

/** How often each kind of harm is named, the most frequent first; kinds that are not named are absent. */
export type HarmCounts = Readonly<Partial<Record<Harm, number>>>

/** The harm that was done, and the harm that could follow from work that was left undone or is not right. */
export interface CountedHarms {
  /** Named by guards that an act broke. */
  readonly harms: HarmCounts
  /** Named by other broken criteria: no forbidden act was done. */
  readonly leftUndone: HarmCounts
}

/** A criterion, as far as its harm is counted. */
export interface HarmfulCriterion {
  readonly outcome: string
  readonly harm: Harm | null
  /** Whether it is broken by work that was left undone. */
  readonly leftUndone: boolean
}

/** Counts the harms that broken criteria name: what was done apart from what was left undone. */
export function countHarms(criteria: readonly HarmfulCriterion[]): CountedHarms {
  const broken = criteria.filter(({ outcome }) => outcome === 'failed')
  return {
    harms: countKinds(broken.filter(({ leftUndone }) => !leftUndone)),
    leftUndone: countKinds(broken.filter(({ leftUndone }) => leftUndone)),
  }
}

function countKinds(criteria: readonly HarmfulCriterion[]): HarmCounts {
  const counts = new Map<Harm, number>()
  for (const { harm } of criteria) if (harm !== null) counts.set(harm, (counts.get(harm) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)))
}
