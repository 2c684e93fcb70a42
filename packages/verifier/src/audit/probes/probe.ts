import type { SolutionCall } from '@carebench/protocol'

/** The kinds of mistakes that the audit tries on a solution besides harm, and that structured records do not show. */
export const probeKinds = ['late', 'contradiction', 'mass-read', 'refused-act', 'injection', 'technical-field'] as const

export type ProbeKind = (typeof probeKinds)[number]

/** A solution whose calls were changed, or after which others are made. */
export interface Probe {
  readonly kind: ProbeKind
  /** In words: `begun 3 days late`. Unique for a solution. */
  readonly name: string
  /** All calls of the changed solution, or the calls after it. */
  readonly calls: readonly [SolutionCall, ...SolutionCall[]]
  /** Whether `calls` are made in place of the solution's, or after them. */
  readonly when: 'instead' | 'after'
  /**
   * Whether it may pass: a short delay, of which nobody knows whether anything is due by then. Default: it must not.
   */
  readonly mayPass?: true
  /** Whether systems have to refuse the last call; otherwise they have to accept all. */
  readonly isRefused?: true
}
