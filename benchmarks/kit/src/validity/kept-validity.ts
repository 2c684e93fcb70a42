import type { CheckOutcome } from './validate-instance.js'

/** The results of a split, as stored in `validity.json`. */
export interface KeptValidity<Check = CheckOutcome> {
  readonly canary: string
  /** The number of people in the clinic in which the instances were tested. */
  readonly people: number
  readonly results: readonly KeptResult<Check>[]
}

/** The checks of one instance or day, and the digests to which they apply. */
export interface KeptResult<Check = CheckOutcome> {
  readonly id: string
  /** The digest of the instance. */
  readonly digest: string
  /** The digest of everything else: the engine, the systems, the checks, the clinic, the solver. */
  readonly engine: string
  readonly checks: readonly Check[]
}

/** Returns the results about the current versions of the instances, by id, whatever their engine. */
export function resultsStillTrue(
  kept: readonly KeptResult[],
  digests: ReadonlyMap<string, string>,
): ReadonlyMap<string, KeptResult> {
  const current = kept.filter((result) => digests.get(result.id) === result.digest)
  return new Map(current.map((result) => [result.id, result]))
}

/** Counts how often each check held, was broken, and was unproven. */
export function countOutcomes(results: readonly KeptResult[]): Readonly<Record<string, Record<string, number>>> {
  const counts: Record<string, Record<string, number>> = {}
  for (const { check, outcome } of results.flatMap(({ checks }) => checks)) {
    const own = counts[check] ?? {}
    counts[check] = { ...own, [outcome]: (own[outcome] ?? 0) + 1 }
  }
  return counts
}
