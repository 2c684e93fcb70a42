import type { EventRecord, ScenarioStep } from '@carebench/protocol'
import { toEventRecord } from '../log/event-records.js'
import type { FoldedEntry } from '../log/folded-entry.js'
import { filledStep, type QuoteBudget } from './filled-step.js'

/** A step of a scenario that is executed after the agent has started. Times are in milliseconds. */
export interface Arrival {
  /** Its position among the steps of the scenario. */
  readonly number: number
  /** Without `at_seconds` and `after`. */
  readonly step: ScenarioStep
  readonly when:
    | { readonly kind: 'time'; readonly delay: number }
    | {
        readonly kind: 'event'
        readonly delay: number
        /** Maximum number of matching events that it follows. */
        readonly times: number
        readonly matches: (event: EventRecord) => boolean
      }
}

/** An arrival that is to come at a time, in milliseconds since 1970. */
export interface Expected {
  readonly arrival: Arrival
  readonly time: number
}

/** The events of a log entry, and its action. */
type Noted = Pick<FoldedEntry, 'seq' | 'at' | 'actor' | 'action' | 'events'>

/** Maximum number of characters of events that all steps of one playground may quote. */
const maxQuotedLength = 4 * 1024 * 1024

/**
 * The steps that are still to arrive in a playground according to its log: steps at a fixed time, and steps that follow
 * events. Steps that are due at the same time keep the order of the scenario.
 */
export class Agenda {
  /** Steps at a fixed time, counted from the agent's start. */
  #timed: readonly Arrival[]
  readonly #followers: readonly Arrival[]
  /**
   * Steps whose events have happened, in the order in which they come: there can be thousands. Replaced, never changed.
   */
  #following: readonly Expected[]
  /** The number of events that each arrival has followed, by its number. */
  readonly #followed: Map<number, number>
  readonly #quotes: QuoteBudget

  private constructor(
    timed: readonly Arrival[],
    followers: readonly Arrival[],
    following: readonly Expected[],
    followed: Map<number, number>,
    quotes: QuoteBudget,
  ) {
    this.#timed = timed
    this.#followers = followers
    this.#following = following
    this.#followed = followed
    this.#quotes = quotes
  }

  static of(arrivals: readonly Arrival[]): Agenda {
    const timed = arrivals.filter(({ when }) => when.kind === 'time')
    const followers = arrivals.filter(({ when }) => when.kind === 'event')
    return new Agenda(timed, followers, [], new Map(), { left: maxQuotedLength })
  }

  /** Whether nothing can arrive any more. */
  get isEmpty(): boolean {
    return (
      this.#timed.length === 0 &&
      this.#following.length === 0 &&
      this.#followers.every((arrival) => this.#timesOf(arrival) >= timesAtMost(arrival))
    )
  }

  copy(): Agenda {
    return new Agenda(this.#timed, this.#followers, this.#following, new Map(this.#followed), { ...this.#quotes })
  }

  /** The next arrival. `beginning` is when the agent starts, in milliseconds since 1970. */
  next(beginning: number): Expected | undefined {
    let [first] = this.#following
    for (const arrival of this.#timed) {
      const expected = { arrival, time: beginning + arrival.when.delay }
      if (first === undefined || isSooner(expected, first)) first = expected
    }
    return first
  }

  /**
   * Updates the agenda by a log entry: adds arrivals that its events cause, and removes the arrival that the entry
   * records.
   */
  note(entry: Noted): void {
    const { action } = entry
    const isBefore = action.kind === 'scenario' && action.arrival === undefined
    if (isBefore) return
    if (this.#followers.length > 0) {
      for (const logged of entry.events) this.#follow(toEventRecord(logged, entry))
    }
    if (action.kind !== 'scenario') return
    this.#timed = this.#timed.filter(({ number }) => number !== action.arrival)
    // Of several arrivals of one step, the oldest has arrived: all have the same delay.
    const come = this.#following.findIndex(({ arrival }) => arrival.number === action.arrival)
    if (come >= 0) this.#following = this.#following.toSpliced(come, 1)
  }

  #follow(event: EventRecord): void {
    const following = [...this.#following]
    for (const arrival of this.#followers) {
      const { when } = arrival
      const followed = this.#timesOf(arrival)
      if (when.kind !== 'event' || followed >= when.times || !when.matches(event)) continue
      this.#followed.set(arrival.number, followed + 1)
      // Its texts may quote the event.
      const step = filledStep(arrival.step, event, this.#quotes)
      const expected = { arrival: { ...arrival, step }, time: Date.parse(event.at) + when.delay }
      following.splice(findPlace(expected, following), 0, expected)
    }
    if (following.length > this.#following.length) this.#following = following
  }

  #timesOf({ number }: Arrival): number {
    return this.#followed.get(number) ?? 0
  }
}

/** Whether an arrival comes before another: at an earlier time, or at the same time and earlier in the scenario. */
function isSooner(one: Expected, other: Expected): boolean {
  return one.time < other.time || (one.time === other.time && one.arrival.number < other.arrival.number)
}

/** Returns the place of a new arrival in the sorted list: behind all arrivals that are not later. */
function findPlace(expected: Expected, ordered: readonly Expected[]): number {
  let [low, high] = [0, ordered.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = ordered[middle]
    if (other !== undefined && isSooner(expected, other)) high = middle
    else low = middle + 1
  }
  return low
}

function timesAtMost({ when }: Arrival): number {
  return when.kind === 'event' ? when.times : 1
}
