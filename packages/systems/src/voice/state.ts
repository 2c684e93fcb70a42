import type { CallHead, CallRow, CallTurn } from './call-row.js'
import type { VoiceConfig } from './config.js'
import { type ExchangePlan, planExchange } from './exchange-plan.js'

/** The state of the voice simulator: who answers, and the calls. */
export interface VoiceState {
  readonly plan: ExchangePlan
  /** By id, in the order in which they began. */
  readonly calls: Map<string, CallRow>
  /** Those of them that have not ended. */
  readonly open: Set<string>
}

/** A call begins or goes on: what it has become, and what was said. Nothing that was said is ever taken back. */
export type VoiceEffect = { readonly op: 'advance'; readonly head: CallHead; readonly turns: readonly CallTurn[] }

/** Builds the state that a published version starts from: no call yet. Throws an Error that names what is wrong in the configuration. */
export function seedVoiceState(config: VoiceConfig): VoiceState {
  return { plan: planExchange(config), calls: new Map(), open: new Set() }
}

/** Copies a state. Costs as much as there are calls. */
export function forkVoiceState({ plan, calls, open }: VoiceState): VoiceState {
  return { plan, calls: new Map(calls), open: new Set(open) }
}

/** Carries out one effect. What comes from outside was checked where it came in: effects are taken as they are. */
export function applyVoiceEffect(state: VoiceState, { head, turns }: VoiceEffect): void {
  const before = state.calls.get(head.id)?.turns ?? []
  state.calls.set(head.id, { head, turns: [...before, ...turns] })
  if (head.place.at === 'ended') state.open.delete(head.id)
  else state.open.add(head.id)
}
