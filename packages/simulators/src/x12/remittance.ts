import type { RecordedEvent } from '@carebench/protocol'
import type { SimulatorChange } from '../simulator.js'
import type { ClaimRow, Decision } from './claim-row.js'
import { receivedEvent } from './events.js'
import type { X12Effect, X12State } from './state.js'

/**
 * The remittances that have become due up to `at`, earliest first: each arrives as it was reckoned when its claim came,
 * at its own time, whenever it is asked for.
 */
export function dueRemittances(state: X12State, at: string): SimulatorChange<X12Effect> {
  const present = Date.parse(at)
  const due: { time: number; claim: ClaimRow; decision: Decision }[] = []
  for (const claim of state.waiting.values()) {
    const { decision } = claim
    const time = decision === null ? Number.POSITIVE_INFINITY : Date.parse(decision.remittance.at)
    if (decision !== null && time <= present) due.push({ time, claim, decision })
  }
  due.sort((a, b) => a.time - b.time || (a.claim.claim_number < b.claim.claim_number ? -1 : 1))
  const effects: X12Effect[] = []
  const events: RecordedEvent[] = []
  for (const { claim, decision } of due) {
    effects.push({ op: 'put_claim', claim: { ...claim, status: decision.status } })
    effects.push({ op: 'record', row: decision.remittance })
    events.push(receivedEvent(decision.remittance, decision.remittance.at))
  }
  return { effects, events }
}
