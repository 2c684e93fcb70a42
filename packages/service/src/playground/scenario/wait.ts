import { finish, formatInstant, type Steps } from '@carebench/protocol'
import type { LoggedChange } from '../calls/answer-call.js'
import { fallDueInSteps } from '../calls/answer-call.js'
import { arriveByInSteps, type FallenDue, type injectArrival, type LogPlace, type Moment } from './arrive.js'

/** How long to wait: to the end, or until the first event; in milliseconds. */
export interface WaitRequest {
  readonly milliseconds: number
  readonly untilEvent: boolean
}

/** Something that happened without the agent. */
export interface Arrived {
  /** The type of the event; that of the scenario step if it has no event. */
  readonly type: string
  /** RFC 3339. */
  readonly at: string
}

/** The items that fall due by a time: arrivals of the scenario, then items due in the systems. */
export interface Waited {
  /** Milliseconds since 1970. */
  readonly time: number
  readonly arrived: readonly FallenDue[]
  readonly due: LoggedChange
}

/**
 * Returns the items that fall due between now and the end of a wait, which ends with the first event if requested.
 * Nothing is changed. Times are in milliseconds since 1970.
 */
export function waitIn(
  present: Moment,
  wait: { readonly from: number; readonly request: WaitRequest },
  beginning: number,
  log: LogPlace,
  inject?: typeof injectArrival,
): Waited {
  return finish(waitInSteps(present, wait, beginning, log, inject))
}

/** Does the same as {@link waitIn} in steps. Nothing may change the playground meanwhile. */
export function* waitInSteps(
  present: Moment,
  { from, request }: { readonly from: number; readonly request: WaitRequest },
  beginning: number,
  log: LogPlace,
  inject?: typeof injectArrival,
): Steps<Waited> {
  function* until(time: number): Steps<Waited> {
    const { simulators, arrived } = yield* arriveByInSteps(present, time, beginning, log, inject)
    const seq = log.seq + arrived.length
    return { time, arrived, due: yield* fallDueInSteps(simulators, { seed: log.seed, seq, at: formatInstant(time) }) }
  }
  const whole = yield* until(from + request.milliseconds)
  if (!request.untilEvent) return whole
  const [first] = arrivedIn(whole)
  const time = first === undefined ? whole.time : Math.max(from, Date.parse(first.at))
  return time === whole.time ? whole : yield* until(time)
}

/** Returns the events that have happened, earliest first. */
export function arrivedIn({ time, arrived, due }: Waited): readonly Arrived[] {
  const at = formatInstant(time)
  const all = arrived.flatMap((one) => {
    const { change, own, arrival, at: then } = one
    const isSilent = own.effects.length > 0 && own.events.length === 0
    const events = change.events.map((event) => ({ type: event.type, at: event.at ?? then }))
    return isSilent ? [...events, { type: arrival.step.type, at: then }] : events
  })
  all.push(...due.events.map((event) => ({ type: event.type, at: event.at ?? at })))
  // All times have one format, so they sort as text; events of the same time keep their order.
  return all.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}
