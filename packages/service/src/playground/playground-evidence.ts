import type { EventRecord } from '@carebench/protocol'
import type { SimulatorEvidence } from '@carebench/systems'
import type { SimulatorSet } from './simulator-set.js'

/** The evidence of a playground, which criteria read. */
export interface PlaygroundEvidence {
  readonly final: SimulatorEvidence
  /** The state before the agent started, after the scenario. */
  readonly initial: SimulatorEvidence
  /**
   * The parts that the scenario and time alone have changed since, in the resulting state. Absent if there are none.
   */
  readonly withoutAgent?: SimulatorEvidence
  readonly events: readonly EventRecord[]
  /** The parts whose reads are logged. */
  readonly loggedReads: readonly string[]
}

/**
 * Returns the evidence of a state, the evidence of the state before the agent started, and the events in between.
 *
 * @param withoutAgent - the parts that the scenario and the time alone have changed since the agent started, if any
 */
export function toEvidence(
  final: SimulatorSet,
  initial: SimulatorEvidence,
  events: readonly EventRecord[],
  withoutAgent?: SimulatorEvidence,
): PlaygroundEvidence {
  const evidence = { final: final.evidence(), initial, events, loggedReads: final.loggedReads() }
  return withoutAgent === undefined ? evidence : { ...evidence, withoutAgent }
}
