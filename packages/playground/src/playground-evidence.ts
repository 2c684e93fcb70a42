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

/** The evidence of a state, that of the state before the agent started, and the events in between. */
export function evidenceOf(
  final: SimulatorSet,
  initial: SimulatorEvidence,
  events: readonly EventRecord[],
): PlaygroundEvidence {
  return { final: final.evidence(), initial, events, loggedReads: final.loggedReads() }
}
