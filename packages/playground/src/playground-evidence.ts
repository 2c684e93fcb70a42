import type { EventRecord } from '@carebench/protocol'
import type { SimulatorEvidence } from '@carebench/systems'
import type { SimulatorSet } from './simulator-set.js'

/** What criteria read of a playground. */
export interface PlaygroundEvidence {
  readonly final: SimulatorEvidence
  /** As it was before the agent began: after the scenario. */
  readonly initial: SimulatorEvidence
  readonly events: readonly EventRecord[]
}

/** The evidence of two states and what happened up to the later one. */
export function evidenceOf(
  final: SimulatorSet,
  initial: SimulatorSet,
  events: readonly EventRecord[],
): PlaygroundEvidence {
  return { final: final.evidence(), initial: initial.evidence(), events }
}
