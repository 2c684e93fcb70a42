import { type JsonObject, type Random, randomString } from '@carebench/protocol'
import type { PersonaMemory } from '../persona/knowledge.js'

/** Something that was said or keyed in. */
export type CallTurn = {
  /** `agent`, `ivr`, `patient`, or the name of a persona. */
  readonly speaker: string
  /** The words; of keys, the keys. */
  readonly text: string
  readonly at: string
  /** Whether it was keyed in. */
  readonly dtmf?: true
}

/** The current position of a call. `due` is when something happens there by itself. */
export type CallPlace =
  | { readonly at: 'menu'; readonly menu: string; readonly tries: number; readonly due: string | null }
  | { readonly at: 'hold'; readonly queue: string; readonly due: string }
  | { readonly at: 'persona'; readonly persona: string; readonly due: null }
  | { readonly at: 'patient'; readonly due: null }
  | { readonly at: 'ended'; readonly due: null }

export type CallStatus = 'active' | 'on_hold' | 'ended' | 'busy' | 'no_answer'

/** A call without its transcript. */
export type CallHead = {
  readonly id: string
  readonly to: string
  readonly from: string
  readonly place: CallPlace
  /** How the call ended; only for ended calls. */
  readonly outcome: 'ended' | 'busy' | 'no_answer' | null
  readonly ended_by: 'agent' | 'callee' | 'system' | null
  readonly started_at: string
  readonly ended_at: string | null
  /** When the line is cut. */
  readonly cut_at: string
  /** How many turns the agent has already received in answers. */
  readonly told: number
  /** How often the rules of personas were used: `persona/number`. */
  readonly used: Readonly<Record<string, number>>
  /** What personas remember, by their name; absent until one wants to be told something. */
  readonly memories?: Readonly<Record<string, PersonaMemory>>
}

export type CallRow = { readonly head: CallHead; readonly turns: readonly CallTurn[] }

/** Draws the id of a call. */
export function drawCallId(random: Random): string {
  return `call_${randomString(random, 16, '0123456789abcdefghijklmnopqrstuvwxyz')}`
}

export function statusOf({ place, outcome }: CallHead): CallStatus {
  if (place.at === 'ended') return outcome ?? 'ended'
  return place.at === 'hold' ? 'on_hold' : 'active'
}

/** A call as returned to callers, without its transcript. `speaker` names the other party. */
export function callToWire(head: CallHead, speaker: string | null): JsonObject {
  const { id, to, from, started_at, ended_at, ended_by } = head
  return { id, to, from, status: statusOf(head), with: speaker, started_at, ended_at, ended_by }
}
