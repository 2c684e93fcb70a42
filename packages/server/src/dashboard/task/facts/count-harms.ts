import type { Harm } from '@carebench/protocol'

/** How often each kind of harm is named, most frequent first; kinds that are never named are absent. */
export type HarmCounts = Readonly<Partial<Record<Harm, number>>>

/** The harm that was done, and the harm that could follow from work that was left undone or is not right. */
export interface CountedHarms {
  /** Harms named by guards that an act broke. */
  readonly harms: HarmCounts
  /** Harms named by other broken criteria, without a forbidden act. */
  readonly leftUndone: HarmCounts
}

/** The part of a criterion that is needed to count its harm. */
export interface HarmfulCriterion {
  readonly outcome: string
  readonly harm: Harm | null
  /** Whether it is broken by work that was left undone. */
  readonly leftUndone: boolean
}

/** Counts the harms that broken criteria name, separately for acts and for work left undone. */
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
