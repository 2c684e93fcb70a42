import type { RecordedEvent } from '@carebench/protocol'
import type { EventDescription } from '../system.js'
import type { CdsCallRow } from './model/cds-call-row.js'

/**
 * Returns the event of a service call: `{service, hook, hook_instance, patient_id, cards}`, where `cards` is their
 * number.
 */
export function calledEvent({ service, hook, cards }: CdsCallRow, instance: string, patient: string): RecordedEvent {
  return {
    type: 'cds.called',
    data: { service, hook, hook_instance: instance, patient_id: patient, cards: cards.length },
  }
}

/** Returns the event of feedback on a card: `{service, card, outcome}`. */
export function feedbackEvent(service: string, card: string, outcome: string): RecordedEvent {
  return { type: 'cds.feedback', data: { service, card, outcome } }
}

/** The events it emits, for criteria that check the order of events. */
export const cdsEvents: readonly EventDescription[] = [
  {
    type: 'cds.called',
    summary: 'A service was called at its hook',
    example: {
      service: 'allergies',
      hook: 'order-sign',
      hook_instance: 'd1577c69-dfbe-44ad-ba6d-3e05e953b2ea',
      patient_id: 'ada',
      cards: 1,
    },
  },
  {
    type: 'cds.feedback',
    summary: 'A service received feedback on a card',
    example: { service: 'allergies', card: '4c3a0f5e-6b1d-4b8e-9f43-2f6f7a1b9c10', outcome: 'overridden' },
  },
]
