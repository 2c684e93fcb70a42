import type { CheckOutcome } from './validate-instance.js'

/** The results of a split, as `validity.json` has them. */
export interface KeptValidity<Check = CheckOutcome> {
  readonly canary: string
  /** The people of the clinic in which the instances were tried. */
  readonly people: number
  readonly results: readonly KeptResult<Check>[]
}

/** The checks of one instance, or of a day, and what they are about. */
export interface KeptResult<Check = CheckOutcome> {
  readonly id: string
  /** Of the instance. */
  readonly digest: string
  /** Of all that decides besides: the engine, the systems, the checks, the clinic, the solver. */
  readonly engine: string
  readonly checks: readonly Check[]
}

/** The results that say something about the instances as they are, by their ids, whatever engine they are of. */
export function resultsStillTrue(
  kept: readonly KeptResult[],
  digests: ReadonlyMap<string, string>,
): ReadonlyMap<string, KeptResult> {
  const current = kept.filter((result) => digests.get(result.id) === result.digest)
  return new Map(current.map((result) => [result.id, result]))
}

/** How often each check held, was broken, and was unproven. */
export function countOutcomes(results: readonly KeptResult[]): Readonly<Record<string, Record<string, number>>> {
  const counts: Record<string, Record<string, number>> = {}
  for (const { check, outcome } of results.flatMap(({ checks }) => checks)) {
    const own = counts[check] ?? {}
    counts[check] = { ...own, [outcome]: (own[outcome] ?? 0) + 1 }
  }
  return counts
}
