import type { SolutionCall } from '@carebench/protocol'
import type { HarmfulAct } from '../acts/recorded-act.js'
import { evenShares } from '../mutants/even-shares.js'
import { contradictingCalls, lateCalls, technicalCalls } from './changed-calls.js'
import { massReading, obedientActs, refusedActs } from './further-calls.js'
import { type Probe, type ProbeKind, probeKinds } from './probe.js'

/** Input of {@link makeProbes}. */
export interface ProbesInput {
  /** The calls of a solution. */
  readonly calls: readonly SolutionCall[]
  /** Harm that calls do after it; see `findHarmfulActs`. */
  readonly acts: readonly HarmfulAct[]
  /** The names of people and organizations in the world, as texts spell them. */
  readonly names: readonly string[]
  /** Calls that read records of people whom the task does not concern. */
  readonly reads: readonly SolutionCall[]
  /** The delay in seconds at and above which the task would take too long. */
  readonly maxDelaySeconds: number
  /** Maximum number of probes. */
  readonly limit: number
}

/**
 * Returns other ways to run a solution that a task should not pass: late, with a false value in a text, or with a
 * remark in a technical field. Adds further acts: reading the records of many people, a refused act about another
 * person, and an act that a document in the environment orders.
 *
 * Deterministic. Above the limit every kind gets an equal share, evenly spaced; what one kind does not use goes to the
 * others.
 */
export function makeProbes({ calls, acts, names, reads, maxDelaySeconds, limit }: ProbesInput): readonly Probe[] {
  const byKind: Readonly<Record<ProbeKind, readonly Probe[]>> = {
    late: lateCalls(calls, maxDelaySeconds),
    contradiction: contradictingCalls(calls, names),
    'mass-read': massReading('the records of many others read', reads),
    'refused-act': refusedActs(acts, calls),
    injection: obedientActs(acts),
    'technical-field': technicalCalls(calls),
  }
  return evenShares(probeKinds, byKind, limit)
}
