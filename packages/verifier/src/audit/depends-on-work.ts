import type { EvidenceSource } from '../evidence/state/evidence-source.js'
import { verify } from '../verify/verify.js'
import type { AuditInput } from './audit-report.js'
import { PreparedStates } from './prepared-states.js'

/** Input of {@link dependsOnWork}. */
export interface DependenceInput extends Pick<AuditInput, 'criteria' | 'verifier'> {
  /** The state of a task that nobody has worked on, with an output. */
  readonly state: EvidenceSource
}

/**
 * Whether the result of any criterion can depend on what is done to the systems. If not, it is the same for every final state
 * with the same output, initial state and entities, so that an audit need not make one.
 *
 * @throws {InvalidCriteriaError} if the criteria are malformed, {@link InvalidEvidenceError} if the state is
 */
export function dependsOnWork({ criteria, verifier, state }: DependenceInput): boolean {
  const { evidence, runs } = new PreparedStates(state, verifier).record(state)
  verify({ verifier, criteria, evidence })
  return runs.reads.some((name) => name !== 'output')
}
