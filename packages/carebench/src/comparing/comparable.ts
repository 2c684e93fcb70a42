import type { RunFolder } from '../files/run-folder.js'
import { UsageError } from '../terminal/exit-reason.js'

/** The members that determine whether results are comparable. */
type ComparableRun = Pick<RunFolder, 'path' | 'benchmark' | 'lock' | 'scored'>

/** Throws a {@link UsageError} if a comparison of two runs would be meaningless. */
export function assertComparable(baseline: ComparableRun, candidate: ComparableRun): void {
  if (baseline.lock.benchmarkDigest !== candidate.lock.benchmarkDigest) {
    const names =
      baseline.benchmark === candidate.benchmark
        ? `${baseline.benchmark} with other content (digests ${short(baseline)} and ${short(candidate)})`
        : `${baseline.benchmark}, not ${candidate.benchmark}`
    throw new UsageError(
      `${baseline.path} holds results of ${names}: other tasks or criteria cannot be compared; run the baseline ` +
        'again with this version',
    )
  }
  if (baseline.lock.scored !== candidate.lock.scored) {
    throw new UsageError(`${baseline.path} and ${candidate.path} must both be scored runs, or both not`)
  }
  if (baseline.lock.seed === candidate.lock.seed) return
  const seeded = [baseline, candidate].some(({ scored }) => scored.some(({ world_seed: seed }) => seed !== null))
  if (seeded) {
    throw new UsageError(
      `${baseline.path} was run ${showSeed(baseline)}, ${candidate.path} ${showSeed(candidate)}: their trials met ` +
        'different worlds; run both with the same --seed',
    )
  }
}

/** Returns a note if the seeds differ without changing the worlds. */
export function findWorldNote(baseline: ComparableRun, candidate: ComparableRun): string | undefined {
  if (baseline.lock.seed === candidate.lock.seed) return undefined
  const [before, after] = [baseline, candidate].map(({ lock }) => lock.seed ?? 'none')
  return (
    `The seeds differ (${before}, ${after}); the benchmark does not let a run choose its worlds, so only what agents ` +
    'do with the seed differs.'
  )
}

function showSeed({ lock }: ComparableRun): string {
  return lock.seed === null ? 'without --seed' : `with --seed ${lock.seed}`
}

function short({ lock }: ComparableRun): string {
  return lock.benchmarkDigest.slice(0, 12)
}
