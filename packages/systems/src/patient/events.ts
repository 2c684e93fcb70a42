import type { RecordedEvent } from '@carebench/protocol'
import type { EventDescription } from '../system.js'
import type { PatientTurn } from './interview.js'
import type { Conversation } from './state.js'

/**
 * Returns the events of a turn, `{channel}` and, of several people, `person`: `patient.verified` once in a
 * conversation, `patient.refused` when the patient gives up.
 */
export function turnEvent(
  { channel, person }: PatientTurn,
  before: Conversation | undefined,
  { verified, refused }: Conversation,
): RecordedEvent[] {
  const events: RecordedEvent[] = []
  const data = { channel, ...(person !== undefined && { person }) }
  if (verified && before?.verified !== true) events.push({ type: 'patient.verified', data })
  if (refused && before?.refused !== true) events.push({ type: 'patient.refused', data })
  return events
}

/** The events that the patient emits. */
export const patientEvents: readonly EventDescription[] = [
  {
    type: 'patient.verified',
    summary: 'The agent passed the identity check of the patient',
    example: { channel: 'voice' },
  },
  { type: 'patient.refused', summary: 'The patient ended the conversation', example: { channel: 'voice' } },
]
