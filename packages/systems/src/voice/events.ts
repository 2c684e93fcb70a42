import type { RecordedEvent, VoiceRecord } from '@carebench/protocol'
import { recordAtEvent } from '../records/record-at-event.js'
import type { RefusalDescription } from '../records/refused-act.js'
import type { EventDescription } from '../system.js'
import { type CallHead, type CallTurn, readStatus } from './model/call-row.js'

/** Returns the event of a call made by the agent: `{call_id, to}`. */
export function startedEvent({ id: call_id, to }: CallHead): RecordedEvent {
  return { type: 'call.started', data: { call_id, to } }
}

/**
 * Creates the event of an utterance: `{call_id, to, speaker, text}`. For the agent's utterances, `outward` has the call
 * with this turn alone, because the log has the other turns.
 */
export function turnEvent(head: CallHead, { speaker, text, at }: CallTurn): RecordedEvent {
  const data = { call_id: head.id, to: head.to, speaker, text }
  if (speaker !== 'agent') return { type: 'call.turn', data, at }
  const record = { ...callRecord(head), turns: [{ speaker, text, at }] }
  return { type: 'call.turn', data, outward: [recordAtEvent('voice.calls', record, head.id)] }
}

/** Returns a call without its turns, in the form of the evidence. */
export function callRecord(head: CallHead): Omit<VoiceRecord, 'turns'> {
  const { id, to, from, direction } = head
  const inbound = direction === undefined ? {} : { direction, from_number: from }
  return { call_id: id, to_number: to, ...inbound, status: readStatus(head) }
}

/** Returns the event of a call to the agent that begins to ring: `{call_id, from}`. */
export function ringingEvent({ id: call_id, from, started_at: at }: CallHead): RecordedEvent {
  return { type: 'call.ringing', data: { call_id, from }, at }
}

/** Returns the event of a call that the agent took: `{call_id, from}`. */
export function answeredEvent({ id: call_id, from }: CallHead): RecordedEvent {
  return { type: 'call.answered', data: { call_id, from } }
}

/** Returns the event of a transfer: `{call_id, to_kind, to_name}`, for example `queue` and `billing`. */
export function transferredEvent(call_id: string, to_kind: string, to_name: string, at: string): RecordedEvent {
  return { type: 'call.transferred', data: { call_id, to_kind, to_name }, at }
}

/** Returns the event of the end of a call: `{call_id, outcome, ended_by}`. */
export function endedEvent({ id: call_id, outcome, ended_by }: CallHead, at: string): RecordedEvent {
  return { type: 'call.ended', data: { call_id, outcome, ended_by }, ...(ended_by !== 'agent' && { at }) }
}

/** The event of a rejected call. */
export const voiceRefusal: RefusalDescription = { event: 'call.refused', collection: 'voice.calls' }

/** The events that the telephone emits. */
export const voiceEvents: readonly EventDescription[] = [
  { type: 'call.started', summary: 'The agent called a number', example: { call_id: 'call_1', to: '+15550100142' } },
  {
    type: 'call.ringing',
    summary: 'Somebody calls the agent back',
    example: { call_id: 'call_1_back1', from: '+15550100142' },
  },
  {
    type: 'call.answered',
    summary: 'The agent took a call',
    example: { call_id: 'call_1_back1', from: '+15550100142' },
  },
  {
    type: 'call.turn',
    summary: 'Something was said',
    example: { call_id: 'call_1', to: '+15550100142', speaker: 'ivr', text: 'For appointments, press 1.' },
  },
  {
    type: 'call.transferred',
    summary: 'A call was transferred',
    example: { call_id: 'call_1', to_kind: 'queue', to_name: 'billing' },
  },
  {
    type: 'call.ended',
    summary: 'A call ended',
    example: { call_id: 'call_1', outcome: 'ended', ended_by: 'agent' },
  },
  {
    type: 'call.refused',
    summary: 'The agent said or dialled something that was not taken',
    example: { reason: 'The call has ended.', people: [] },
  },
]
