import type {
  CallDescription,
  GroupDescription,
  GroupOfCalls,
  JsonObject,
  JsonValue,
  Steps,
  SystemDescription,
  WireKind,
} from '@carebench/protocol'
import type { Check, EvidencePart } from '@carebench/verifier'
import type { TSchema } from 'typebox'
import { type AnySimulator, hideTypes } from './any-simulator.js'
import type { AppDescription } from './app.js'
import type { RefusalDescription } from './records/refused-act.js'
import type { Simulator } from './simulator.js'
import { assertConsistent, listDeclarations } from './system-consistency.js'

/** An event that a system writes to the log. */
export interface EventDescription {
  /** For example `fax.sent`. */
  readonly type: string
  /** One sentence for readers, without a full stop. */
  readonly summary: string
  /** An example of its data. */
  readonly example: JsonValue
}

/** An error in a dataset that its schema cannot express. */
export interface DatasetFinding {
  /** JSON Pointer into the configuration: `/bundle/entry/3/resource/status`. */
  readonly path: string
  readonly message: string
}

/** Describes the datasets that seed a system. */
export interface DatasetDescription {
  /** The name on the wire; input is matched case-insensitively. */
  readonly type: string
  readonly configSchema: TSchema
  /** Returns the errors of a configuration that satisfies the schema. Default: none. */
  readonly findings?: (config: JsonValue) => readonly DatasetFinding[]
  /** The same as `findings`, in steps. Absent if it never takes long. */
  readonly findingsInSteps?: (config: JsonValue) => Steps<readonly DatasetFinding[]>
}

/** A scenario step that a custom system takes, in addition to those of the protocol. */
export interface StepDescription {
  /** For example `queue_refill`; only this system takes such steps. */
  readonly type: string
  /** One sentence for readers, without a full stop. */
  readonly summary: string
  /** Its members besides `type` and `system`. */
  readonly schema: TSchema
}

/** The records that arrive in a system for an agent and that webhooks announce. */
export interface ArrivalDescription {
  /** The type of the webhooks: `fax.received`. */
  readonly type: string
  /** The call that lists these records, newest first, in pages. */
  readonly list: { readonly path: string; readonly query?: Readonly<Record<string, string>> }
  /** The member of a listed item that is its id. */
  readonly id: string
  /**
   * The member with an item's state, if the item arrives again with each state other than `waiting`. Items that already
   * have such a state when the agent starts do not count as arrived.
   */
  readonly state?: { readonly member: string; readonly waiting: string }
}

/** The definition from which a system is built. */
export interface SystemInput<
  Type extends string,
  Name extends string,
  Calls extends readonly CallDescription[],
  Config extends JsonObject,
  State,
  Effect extends JsonValue,
  Interfaces extends readonly GroupOfCalls[] = readonly GroupOfCalls[],
> {
  /** The type name of its simulators on the wire; input is matched case-insensitively. */
  readonly type: Type
  /** Its name in running text: `a payer portal`. */
  readonly title: string
  /** The path segment of its calls; null if only other systems call it. */
  readonly group: GroupDescription<Name> | null
  readonly calls: Calls
  /** Its other groups of calls. Default: none. */
  readonly interfaces?: Interfaces
  readonly events: readonly EventDescription[]
  readonly dataset: DatasetDescription | null
  /** Its own scenario steps, handled by its behaviour. Default: none. */
  readonly steps?: readonly StepDescription[]
  /** The channels, besides HTTP, that offer its calls. Default: none. */
  readonly wires?: readonly WireKind[]
  /** The records that webhooks announce. Default: none. */
  readonly arrivals?: ArrivalDescription
  /** How the log reports rejected calls with a body. Default: it does not. */
  readonly refusal?: RefusalDescription
  /** Its apps in the workstation. Default: one app with all its calls. */
  readonly apps?: readonly AppDescription[]
  /** Its parts of the evidence; empty if it has none. */
  readonly records: readonly EvidencePart[]
  /** Its own assertion kinds; empty if criteria check it only by `record-state`. */
  readonly checks: readonly Check[]
  readonly behaviour: Simulator<Config, State, Effect>
}

/**
 * A simulated system as one value, from which routes, the OpenAPI document, tools, clients, evidence, checks and audits
 * are derived. Its members can also be imported separately: importing the calls does not load the behaviour.
 */
export interface System<
  Type extends string = string,
  Name extends string = string,
  Calls extends readonly CallDescription[] = readonly CallDescription[],
  Interfaces extends readonly GroupOfCalls[] = readonly GroupOfCalls[],
> extends SystemDescription<Name, Calls>,
    Omit<AnySimulator, 'calls'> {
  readonly type: Type
  /** Its name in running text: `a payer portal`. */
  readonly title: string
  readonly group: GroupDescription<Name> | null
  readonly interfaces?: Interfaces
  readonly events: readonly EventDescription[]
  readonly dataset: DatasetDescription | null
  readonly steps?: readonly StepDescription[]
  readonly wires?: readonly WireKind[]
  readonly arrivals?: ArrivalDescription
  readonly refusal?: RefusalDescription
  readonly apps?: readonly AppDescription[]
  readonly records: readonly EvidencePart[]
  /** Its own assertion kinds, in addition to the general ones. */
  readonly checks: readonly Check[]
}

/**
 * Builds a system from its definition. At run time, an undeclared event, or a member of its evidence that is not one of
 * its parts, throws a TypeError that says what to add.
 *
 * @throws {TypeError} if the definition is inconsistent: names that occur twice, calls without a group, arrivals that
 *   no call lists, a `refusal` whose event is not declared, or custom scenario steps that are in only one of `steps`
 *   and `behaviour.scenarioSteps`
 */
export function defineSystem<
  const Type extends string,
  const Name extends string,
  const Calls extends readonly CallDescription[],
  Config extends JsonObject,
  State,
  Effect extends JsonValue,
  const Interfaces extends readonly GroupOfCalls[] = readonly [],
>({
  behaviour,
  ...about
}: SystemInput<Type, Name, Calls, Config, State, Effect, Interfaces>): System<Type, Name, Calls, Interfaces> {
  assertConsistent(about, behaviour)
  return hideTypes(about, behaviour, listDeclarations(about))
}
