import type { JsonObject } from '@carebench/protocol'
import type { CdsConfig, CdsService } from './config.js'
import { type CardTemplate, compileCard } from './model/card.js'
import type { CdsCallRow } from './model/cds-call-row.js'
import { compileCardWhen, type Holds } from './model/condition.js'
import type { Hook } from './model/hook.js'
import { compilePrefetch, type PrefetchTemplate } from './model/prefetch-template.js'
import type { RequirementsSource } from './requirement-cards.js'

/** A compiled service. */
export interface ReadyService {
  readonly id: string
  readonly hook: Hook
  /** The service as returned by discovery. */
  readonly described: JsonObject
  /** The payer whose requirements are shown as cards; undefined if there is none. */
  readonly requirements: RequirementsSource | undefined
  /** By key, in the order of the configuration. */
  readonly prefetch: ReadonlyMap<string, PrefetchTemplate>
  readonly rules: readonly { readonly holds: Holds; readonly card: CardTemplate }[]
}

/** The state of the CDS Hooks simulator: its services, and the answered calls. */
export interface CdsState {
  readonly services: ReadonlyMap<string, ReadyService>
  /** By number, in chronological order. */
  readonly calls: Map<number, CdsCallRow>
  /** The numbers of calls by the ids of the cards that they returned. */
  readonly callOfCard: Map<string, number>
}

/** A service was called, or received feedback on a card. Nothing is ever undone. */
export type CdsEffect =
  | { readonly op: 'answer'; readonly call: CdsCallRow }
  | { readonly op: 'feedback'; readonly call: number; readonly feedback: JsonObject }

/**
 * Builds the initial state of a published version: services without calls. Throws an Error that locates an error in
 * them.
 */
export function seedCdsState({ services = [] }: CdsConfig): CdsState {
  const ready = new Map<string, ReadyService>()
  for (const [index, service] of services.entries()) {
    const place = `services[${index}]`
    if (ready.has(service.id)) throw new Error(`${place}.id: expected each id once, got ${service.id} a second time.`)
    ready.set(service.id, prepare(service, place))
  }
  return { services: ready, calls: new Map(), callOfCard: new Map() }
}

/** Copies a state. Costs time proportional to the number of calls. */
export function forkCdsState(state: CdsState): CdsState {
  return { ...state, calls: new Map(state.calls), callOfCard: new Map(state.callOfCard) }
}

/** Applies one effect. Input was validated on arrival: effects are applied without further checks. */
export function applyCdsEffect(state: CdsState, effect: CdsEffect): void {
  if (effect.op === 'answer') {
    state.calls.set(effect.call.number, effect.call)
    for (const { uuid } of effect.call.cards) state.callOfCard.set(uuid, effect.call.number)
    return
  }
  const call = state.calls.get(effect.call)
  if (call !== undefined) state.calls.set(call.number, { ...call, feedback: [...call.feedback, effect.feedback] })
}

function prepare(service: CdsService, place: string): ReadyService {
  const {
    id,
    hook,
    title,
    description = title ?? id,
    usageRequirements,
    prefetch = {},
    rules = [],
    requirements,
  } = service
  const templates = Object.entries(prefetch)
  return {
    id,
    hook,
    described: {
      hook,
      ...(title !== undefined && { title }),
      description,
      id,
      ...(templates.length > 0 && { prefetch }),
      ...(usageRequirements !== undefined && { usageRequirements }),
    },
    requirements,
    prefetch: new Map(templates.map(([key, text]) => [key, compilePrefetch(text, `${place}.prefetch.${key}`)])),
    rules: rules.map(({ when, card }, index) => ({
      holds: compileCardWhen(when, `${place}.rules[${index}].when`),
      card: compileCard(card, `${place}.rules[${index}].card`),
    })),
  }
}
