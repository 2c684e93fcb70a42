import type { Steps } from '@carebench/protocol'
import type { EvidenceSource } from '../evidence/state/evidence-source.js'
import type { AuditInput } from './audit-report.js'
import { PreparedStates } from './prepared-states.js'

/** Input of {@link dependsOnWork}. */
interface DependenceInput extends Pick<AuditInput, 'criteria' | 'options' | 'verifier'> {
  /** The state of a task that nobody has worked on, with an output. */
  readonly state: EvidenceSource
}

/**
 * Returns whether the agent's work in the systems can change the result of any criterion. If not, the result is the
 * same for every final state with the same output, initial state and entities, and an audit need not generate one.
 * Pauses as verification does.
 *
 * @throws {InvalidCriteriaError} if the criteria are malformed, {@link InvalidEvidenceError} if the state is,
 *   RangeError if an option is wrong
 */
export function* dependsOnWork({ criteria, options, verifier, state }: DependenceInput): Steps<boolean> {
  const { evidence, runs } = new PreparedStates(state, verifier).record(state)
  yield* verifier.verifyInSteps({ criteria, evidence, ...(options && { options }) })
  return runs.reads.some((name) => name !== 'output')
}
