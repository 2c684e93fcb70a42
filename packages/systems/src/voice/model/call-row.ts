import { type JsonObject, type Random, randomString } from '@carebench/protocol'
import type { PersonaMemory } from '../../persona/knowledge.js'
import type { Reach } from '../../persona/reach.js'

/** A turn of a call: words or keys. */
export type CallTurn = {
  /** `agent`, `ivr`, `voice mail`, `patient`, the name of one of several people, or the speaker of a persona. */
  readonly speaker: string
  /** The words, or the keys. */
  readonly text: string
  readonly at: string
  /** Set if keys were pressed. */
  readonly dtmf?: true
}

/** A person of the environment's patient simulator. */
export type PersonRef = {
  /** The name; undefined if the configuration has no `people`. */
  readonly person?: string
  /** The name in the transcript. */
  readonly speaker: string
  readonly greeting: string
}

/** A person who is called, or calls back. */
export type Callee = {
  /** The persona; undefined for a person of the patient simulator. */
  readonly persona?: string
  readonly person?: PersonRef
  readonly back?: BackPlan
}

/** The settings for the call back of a person who got a message. */
export type BackPlan = {
  readonly reach: Reach
  /** The number of calls made before. */
  readonly made: number
}

/** A call back that is due later. */
export type PromisedCall = {
  readonly id: string
  readonly at: string
  readonly from: string
  readonly callee: Callee
  /** The call in which the message was left; a patient takes both as one conversation. */
  readonly conversation: string
  readonly memories?: Readonly<Record<string, PersonaMemory>>
}

/** The current position of a call. `due` is when something happens by itself; null if nothing does. */
export type CallPlace =
  | { readonly at: 'menu'; readonly menu: string; readonly tries: number; readonly due: string | null }
  | { readonly at: 'hold'; readonly queue: string; readonly due: string }
  | { readonly at: 'persona'; readonly persona: string; readonly due: null }
  | { readonly at: 'patient'; readonly due: null; readonly person?: PersonRef }
  | { readonly at: 'voice_mail'; readonly due: null; readonly callee: Callee; readonly hasMessage: boolean }
  | { readonly at: 'ringing'; readonly due: string; readonly callee: Callee }
  | { readonly at: 'ended'; readonly due: null }

export const callStatuses = ['ringing', 'active', 'on_hold', 'ended', 'busy', 'no_answer', 'missed'] as const

export type CallStatus = (typeof callStatuses)[number]

/** A call without its transcript. */
export type CallHead = {
  readonly id: string
  readonly to: string
  readonly from: string
  /** Absent if the agent made the call. */
  readonly direction?: 'inbound'
  /** The conversation that a call back continues; absent for a new one. */
  readonly conversation?: string
  readonly place: CallPlace
  /** How the call ended; only for ended calls. */
  readonly outcome: 'ended' | 'busy' | 'no_answer' | 'missed' | null
  readonly ended_by: 'agent' | 'callee' | 'system' | null
  readonly started_at: string
  readonly ended_at: string | null
  /** The time at which the call is cut off. */
  readonly cut_at: string
  /** The number of turns that responses have already returned to the agent. */
  readonly told: number
  /** The number of uses of each persona rule, by `persona/number`. */
  readonly used: Readonly<Record<string, number>>
  /** What personas remember, by name; absent until one remembers something. */
  readonly memories?: Readonly<Record<string, PersonaMemory>>
}

export type CallRow = { readonly head: CallHead; readonly turns: readonly CallTurn[] }

/** Draws the id of a call. */
export function drawCallId(random: Random): string {
  return `call_${randomString(random, 16, '0123456789abcdefghijklmnopqrstuvwxyz')}`
}

export function readStatus({ place, outcome }: CallHead): CallStatus {
  if (place.at === 'ended') return outcome ?? 'ended'
  if (place.at === 'ringing') return 'ringing'
  return place.at === 'hold' ? 'on_hold' : 'active'
}

/** Converts a call to the wire format, without its transcript. `speaker` is the other party. */
export function callToWire(head: CallHead, speaker: string | null): JsonObject {
  const { id, direction = 'outbound', to, from, started_at, ended_at, ended_by } = head
  return { id, direction, to, from, status: readStatus(head), with: speaker, started_at, ended_at, ended_by }
}
