import type { VoiceConfig } from './config.js'
import type { CallHead, CallRow, CallTurn, PromisedCall } from './model/call-row.js'
import { type ExchangePlan, planExchange } from './model/exchange-plan.js'

/** The state of the voice simulator: the answering parties, and the calls. */
export interface VoiceState {
  readonly plan: ExchangePlan
  /** By id, in the order in which they began. */
  readonly calls: Map<string, CallRow>
  /** The calls that have not ended. */
  readonly open: Set<string>
  /** The future calls to the agent, by the id that they will have. */
  readonly promised: Map<string, PromisedCall>
}

/**
 * A call begins or continues: its new state, the new turns, and the call back that will follow, if any. Turns are never
 * removed.
 */
export type VoiceEffect = {
  readonly op: 'advance'
  readonly head: CallHead
  readonly turns: readonly CallTurn[]
  readonly promise?: PromisedCall
}

/**
 * Builds the initial state of a published version: no calls. Throws an Error that locates an error in the
 * configuration.
 */
export function seedVoiceState(config: VoiceConfig): VoiceState {
  return { plan: planExchange(config), calls: new Map(), open: new Set(), promised: new Map() }
}

/** Copies a state. Costs time proportional to the number of calls. */
export function forkVoiceState({ plan, calls, open, promised }: VoiceState): VoiceState {
  return { plan, calls: new Map(calls), open: new Set(open), promised: new Map(promised) }
}

/** Applies one effect. Input was validated on arrival: effects are applied without further checks. */
export function applyVoiceEffect(state: VoiceState, { head, turns, promise }: VoiceEffect): void {
  const before = state.calls.get(head.id)?.turns ?? []
  state.calls.set(head.id, { head, turns: [...before, ...turns] })
  state.promised.delete(head.id)
  if (promise !== undefined) state.promised.set(promise.id, promise)
  if (head.place.at === 'ended') state.open.delete(head.id)
  else state.open.add(head.id)
}
