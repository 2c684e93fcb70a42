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

/** An event that a system writes to the log, for criteria that check the order of events. */
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
   * The member with the state of an item, if the item arrives anew in each state other than the one in which it waits.
   * Items with a state when the agent starts have not arrived.
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
  /** The wires that offer its calls. Default: none. */
  readonly wires?: readonly WireKind[]
  /** What webhooks announce. Default: nothing. */
  readonly arrivals?: ArrivalDescription
  /** Describes how the log reports refused calls with a body. Default: it does not report them. */
  readonly refusal?: RefusalDescription
  /** Its apps in the workstation. Default: one app with all its calls. */
  readonly apps?: readonly AppDescription[]
  /** Its parts of the evidence; empty if it has none. */
  readonly records: readonly EvidencePart[]
  /** Its own kinds of assertion; empty if criteria read it by `record-state` alone. */
  readonly checks: readonly Check[]
  readonly behaviour: Simulator<Config, State, Effect>
}

/**
 * A simulated system as one value. Routes on both surfaces, the OpenAPI document, tools, clients, evidence, checks and
 * audit are derived from it. Its members can be imported separately: importing the calls does not load the behaviour.
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
  /** Its own kinds of assertion, in addition to those about no system in particular. */
  readonly checks: readonly Check[]
}

/**
 * Builds a system from its definition. Errors that only show at run time are thrown then: an undeclared event, or a
 * member of its evidence that is not one of its parts, causes a TypeError that says what to add.
 *
 * @throws {TypeError} if the definition contradicts itself: names that occur twice, calls without a group, scenario
 *   steps that only one of `steps` and `behaviour.scenarioSteps` has
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
