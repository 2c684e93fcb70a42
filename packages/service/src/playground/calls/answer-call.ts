import type { LogEntry, LoggedEvent, RecordedEffect, RecordedEvent, SimulatorCall } from '@carebench/protocol'
import { finish, type Steps } from '@carebench/protocol'
import type { Consult, SimulatorResponse } from '@carebench/systems'
import { type EntryPlace, entryContext } from '../log/entry-context.js'
import type { SimulatorSet } from '../simulator-set.js'
import { digestBodyInSteps, type Sha256 } from './body-digest.js'
import { openErrands } from './errands.js'

/** A call with the system to which it is addressed. */
export interface CallTarget {
  /** As the log names it: its type, with the key of one that is not the first of its type. */
  readonly simulator: string
  /** The path segment of the group that was called, for example `fhir`. */
  readonly group: string
  readonly call: SimulatorCall
}

/** Changes of simulators and their events, not yet applied. */
export interface LoggedChange {
  readonly effects: readonly RecordedEffect[]
  readonly events: readonly LoggedEvent[]
}

/** The result of a call; nothing is applied yet. */
export interface AnsweredCall {
  /** Everything that was due; it is applied before the call. */
  readonly due: LoggedChange
  /** The changes of the simulator, after those of the systems that it called. */
  readonly own: LoggedChange
  readonly response: SimulatorResponse
}

/**
 * Lets a simulator answer a call from the state in which everything due has been applied. Undefined if there is no such
 * simulator.
 *
 * @param consult - consults external services; default: none are available
 */
export function answerCall(
  simulators: SimulatorSet,
  { simulator, group, call }: CallTarget,
  place: EntryPlace,
  consult?: Consult,
): AnsweredCall | undefined {
  return finish(answerCallInSteps(simulators, { simulator, group, call }, place, consult))
}

/** Does the same as {@link answerCall} in steps. Nothing may change the systems meanwhile. */
export function* answerCallInSteps(
  simulators: SimulatorSet,
  { simulator, group, call }: CallTarget,
  place: EntryPlace,
  consult?: Consult,
): Steps<AnsweredCall | undefined> {
  const running = simulators.get(simulator)
  if (running === undefined) return undefined
  const due = yield* fallDueInSteps(simulators, place)
  const after = due.effects.length === 0 ? simulators : forkWith(simulators, due.effects)
  const own = entryContext(place, 'answer')
  const context = consult === undefined ? own : { ...own, consult }
  const errands = openErrands(after, simulator, context)
  const called = after.get(simulator) ?? running
  const asking = { ...context, ask: errands.ask }
  const outcome =
    called.handleInSteps === undefined
      ? called.handle(group, call, asking)
      : yield* called.handleInSteps(group, call, asking)
  const effects = joined(
    errands.effects,
    outcome.effects.map((effect) => ({ simulator, effect })),
  )
  const events = joined(errands.events, toLoggedEvents(simulator, outcome.events))
  return { due, own: { effects, events }, response: outcome.response }
}

/** Joins two lists; returns the other list itself if one is empty. */
function joined<Item>(first: readonly Item[], second: readonly Item[]): readonly Item[] {
  if (first.length === 0) return second
  return second.length === 0 ? first : [...first, ...second]
}

/** Returns the parts of an answered call that a log entry stores. */
export function toLogged(answered: AnsweredCall): LoggedAnswer {
  return finish(loggedInSteps(answered))
}

type LoggedAnswer = Pick<LogEntry, 'effects' | 'events' | 'response'>

/** Does the same as {@link toLogged} in steps. */
export function* loggedInSteps({ due, own, response }: AnsweredCall, sha256?: Sha256): Steps<LoggedAnswer> {
  return {
    effects: joined(due.effects, own.effects),
    events: joined(due.events, own.events),
    response: { status: response.status, digest: yield* digestBodyInSteps(response.body, sha256) },
  }
}

/** Everything that is due at the time of an entry; nothing is applied yet. */
export function fallDue(simulators: SimulatorSet, place: EntryPlace): LoggedChange {
  return simulators.due(entryContext(place, 'due'))
}

/** Does the same as {@link fallDue} in steps. Nothing may change the systems meanwhile. */
export function* fallDueInSteps(simulators: SimulatorSet, place: EntryPlace): Steps<LoggedChange> {
  yield* simulators.prepareDue(entryContext(place, 'due'))
  return fallDue(simulators, place)
}

/** Returns an independent copy with effects applied. */
export function forkWith(simulators: SimulatorSet, effects: readonly RecordedEffect[]): SimulatorSet {
  const fork = simulators.fork()
  fork.apply(effects)
  return fork
}

/** Returns the events of a simulator in the form of the log. */
export function toLoggedEvents(simulator: string, events: readonly RecordedEvent[]): LoggedEvent[] {
  return events.map((event) => ({ ...event, simulator }))
}
