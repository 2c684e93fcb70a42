import type { RecordedEvent } from '@carebench/protocol'
import type { SimulatorChange } from '../../simulator.js'
import { receivedEvent } from '../events.js'
import type { X12Effect, X12State } from '../state.js'

/**
 * Returns the changes by the remittances due by `at`, earliest first: each arrives at its due time, as calculated when
 * its claims were received.
 */
export function dueRemittances(state: X12State, at: string): SimulatorChange<X12Effect> {
  const present = Date.parse(at)
  const due = [...state.waiting.values()]
    .map((remittance) => ({ ...remittance, time: Date.parse(remittance.row.at) }))
    .filter(({ time }) => time <= present)
    .sort((a, b) => a.time - b.time || (a.row.id < b.row.id ? -1 : 1))
  const effects: X12Effect[] = []
  const events: RecordedEvent[] = []
  for (const { row, claim_numbers } of due) {
    for (const number of claim_numbers) {
      const claim = state.claims.get(number)
      if (claim?.decision) effects.push({ op: 'put_claim', claim: { ...claim, status: claim.decision.status } })
    }
    effects.push({ op: 'record', row })
    events.push(receivedEvent(row, row.at))
  }
  return { effects, events }
}
