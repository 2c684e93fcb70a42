import type { SolutionCall } from '@carebench/protocol'

/**
 * The kinds of mistakes, other than harm, that the audit tries on a solution and that structured records do not show.
 */
export const probeKinds = ['late', 'contradiction', 'mass-read', 'refused-act', 'injection', 'technical-field'] as const

export type ProbeKind = (typeof probeKinds)[number]

/** A solution with changed calls, or with other calls after it. */
export interface Probe {
  readonly kind: ProbeKind
  /** In words: `begun 3 days late`. Unique for a solution. */
  readonly name: string
  /** All calls of the changed solution, or the calls after it. */
  readonly calls: readonly [SolutionCall, ...SolutionCall[]]
  /** Whether `calls` are made in place of the solution's, or after them. */
  readonly when: 'instead' | 'after'
  /** Whether it may pass: after a short delay, it is unknown whether anything is due yet. Default: it must not pass. */
  readonly mayPass?: true
  /** Whether systems must refuse the last call; otherwise they must accept all calls. */
  readonly isRefused?: true
}
