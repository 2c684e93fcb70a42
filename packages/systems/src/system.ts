import type { CallDescription, GroupDescription, JsonObject, JsonValue, SystemDescription } from '@carebench/protocol'
import type { EvidencePart } from '@carebench/verifier'
import type { TSchema } from 'typebox'
import { type AnySimulator, hideTypes } from './any-simulator.js'
import type { Simulator } from './simulator.js'

/** An event that a system writes into the log, for criteria that read the order of events. */
export interface EventDescription {
  /** For example `fax.sent`. */
  readonly type: string
  /** One sentence for people, without a full stop. */
  readonly summary: string
  /** Its data. */
  readonly example: JsonValue
}

/** A fault of a dataset that its schema cannot tell. */
export interface DatasetFinding {
  /** JSON Pointer into the configuration: `/bundle/entry/3/resource/status`. */
  readonly path: string
  readonly message: string
}

/** The datasets that a system is seeded from. */
export interface DatasetDescription {
  /** As it is written on the wire; input is matched without regard to case. */
  readonly type: string
  readonly configSchema: TSchema
  /** What is wrong with a configuration that fits the schema. Default nothing. */
  readonly findings?: (config: JsonValue) => readonly DatasetFinding[]
}

/** A step of scenarios that a system of your own takes, beside those of the protocol. */
export interface StepDescription {
  /** For example `queue_refill`; no other system takes such steps. */
  readonly type: string
  /** One sentence for people, without a full stop. */
  readonly summary: string
  /** Its members beside `type` and `system`. */
  readonly schema: TSchema
}

/** What a system is put together from. */
export interface SystemInput<
  Type extends string,
  Name extends string,
  Calls extends readonly CallDescription[],
  Config extends JsonObject,
  State,
  Effect extends JsonValue,
> {
  /** The type of its simulators, as it is written on the wire; input is matched without regard to case. */
  readonly type: Type
  /** What people call it, in a sentence: `a payer portal`. */
  readonly title: string
  /** Under which its calls are; null if only other systems call it. */
  readonly group: GroupDescription<Name> | null
  readonly calls: Calls
  readonly events: readonly EventDescription[]
  readonly dataset: DatasetDescription | null
  /** Steps of scenarios of its own; its behaviour takes them. Default none. */
  readonly steps?: readonly StepDescription[]
  /** Its parts of the evidence; empty if it leaves none. */
  readonly records: readonly EvidencePart[]
  readonly behaviour: Simulator<Config, State, Effect>
}

/**
 * A simulated system as one value. Routes on both surfaces, the OpenAPI document, tools, clients, evidence, checks and audit
 * follow from it. Its members are importable apart from each other: who wants the calls gets no behaviour.
 */
export interface System<
  Type extends string = string,
  Name extends string = string,
  Calls extends readonly CallDescription[] = readonly CallDescription[],
> extends SystemDescription<Name, Calls>,
    AnySimulator {
  readonly type: Type
  /** What people call it, in a sentence: `a payer portal`. */
  readonly title: string
  readonly group: GroupDescription<Name> | null
  readonly events: readonly EventDescription[]
  readonly dataset: DatasetDescription | null
  readonly steps?: readonly StepDescription[]
  readonly records: readonly EvidencePart[]
}

/** Puts a system together. */
export function defineSystem<
  const Type extends string,
  const Name extends string,
  const Calls extends readonly CallDescription[],
  Config extends JsonObject,
  State,
  Effect extends JsonValue,
>({ behaviour, ...about }: SystemInput<Type, Name, Calls, Config, State, Effect>): System<Type, Name, Calls> {
  return hideTypes(about, behaviour)
}
