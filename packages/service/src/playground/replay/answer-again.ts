import type { LogEntry, Steps } from '@carebench/protocol'
import type { SimulatorResponse } from '@carebench/systems'
import { answerCallInSteps } from '../calls/answer-call.js'
import { recordedConsult } from '../calls/consultation.js'
import { isRefusedBody } from '../calls/refused-body.js'
import type { FoldedEntry } from '../log/folded-entry.js'
import type { SimulatorSet } from '../simulator-set.js'

/**
 * Returns the response to a call, reproduced from the log without changes. Undefined for an entry that is not a call,
 * or a call whose body the log has not kept.
 *
 * @param initial - the systems after the scenario, before the agent started; a copy that may be changed
 * @param before - the entries before the call
 */
export function* answerAgainInSteps(
  initial: SimulatorSet,
  before: readonly FoldedEntry[],
  { action, seq, at, answers = [] }: LogEntry,
  seed: number,
): Steps<SimulatorResponse | undefined> {
  if (action.kind !== 'call' || isRefusedBody(action.call.body)) return undefined
  for (const { action: earlier, effects } of before) {
    if (earlier.kind !== 'scenario' || earlier.arrival !== undefined) yield* initial.applyInSteps(effects)
    yield
  }
  const target = { ...action, call: { ...action.call, body: action.call.body } }
  return (yield* answerCallInSteps(initial, target, { seed, seq, at }, recordedConsult(answers)))?.response
}
