import type { RecordedEvent } from '@carebench/protocol'
import type { CdsCallRow } from './cds-call-row.js'

/** The event of a service that was called: `{service, hook, hook_instance, patient_id, cards}`, `cards` their number. */
export function calledEvent({ service, hook, cards }: CdsCallRow, instance: string, patient: string): RecordedEvent {
  return {
    type: 'cds.called',
    data: { service, hook, hook_instance: instance, patient_id: patient, cards: cards.length },
  }
}

/** The event of a service that was told what became of a card: `{service, card, outcome}`. */
export function feedbackEvent(service: string, card: string, outcome: string): RecordedEvent {
  return { type: 'cds.feedback', data: { service, card, outcome } }
}
