import { type JsonObject, type Random, randomString } from '@carebench/protocol'

/** Something that was said, or keyed in. */
export type CallTurn = {
  /** `agent`, `ivr`, `patient`, or the name of a persona. */
  readonly speaker: string
  /** The words; of keys, the keys. */
  readonly text: string
  readonly at: string
  /** Whether it was keyed in. */
  readonly dtmf?: true
}

/** Where a call is. `due` is when something happens there by itself. */
export type CallPlace =
  | { readonly at: 'menu'; readonly menu: string; readonly tries: number; readonly due: string | null }
  | { readonly at: 'hold'; readonly queue: string; readonly due: string }
  | { readonly at: 'persona'; readonly persona: string; readonly due: null }
  | { readonly at: 'patient'; readonly due: null }
  | { readonly at: 'ended'; readonly due: null }

export type CallStatus = 'active' | 'on_hold' | 'ended' | 'busy' | 'no_answer'

/** A call but for what was said in it. */
export type CallHead = {
  readonly id: string
  readonly to: string
  readonly from: string
  readonly place: CallPlace
  /** Only of a call that has ended: how. */
  readonly outcome: 'ended' | 'busy' | 'no_answer' | null
  readonly ended_by: 'agent' | 'callee' | 'system' | null
  readonly started_at: string
  readonly ended_at: string | null
  /** When the line is cut. */
  readonly cut_at: string
  /** How many turns the agent has been told of in answers. */
  readonly told: number
  /** How often the rules of personas were used: `persona/number`. */
  readonly used: Readonly<Record<string, number>>
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

/** A call as it is read, without what was said. `speaker` names who is on the other end. */
export function callToWire(head: CallHead, speaker: string | null): JsonObject {
  const { id, to, from, started_at, ended_at, ended_by } = head
  return { id, to, from, status: statusOf(head), with: speaker, started_at, ended_at, ended_by }
}
