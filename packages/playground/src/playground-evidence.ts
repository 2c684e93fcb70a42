import type { EventRecord } from '@carebench/protocol'
import type { SimulatorEvidence } from '@carebench/systems'
import type { SimulatorSet } from './simulator-set.js'

/** The evidence of a playground, which criteria read. */
export interface PlaygroundEvidence {
  readonly final: SimulatorEvidence
  /** The state before the agent started, after the scenario. */
  readonly initial: SimulatorEvidence
  readonly events: readonly EventRecord[]
  /** The parts whose reads the events tell. */
  readonly loggedReads: readonly string[]
}

/** The evidence of two states and the events up to the later one. */
export function evidenceOf(
  final: SimulatorSet,
  initial: SimulatorSet,
  events: readonly EventRecord[],
): PlaygroundEvidence {
  return { final: final.evidence(), initial: initial.evidence(), events, loggedReads: final.loggedReads() }
}
