import type { EventRecord, LogEntry, ScenarioStep } from '@carebench/protocol'
import { eventRecordOf } from './event-records.js'
import { filledStep } from './filled-step.js'

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
        /** How many of the matching events it follows at most. */
        readonly times: number
        readonly matches: (event: EventRecord) => boolean
      }
}

/** An arrival that is to come at a time, in milliseconds since 1970. */
export interface Expected {
  readonly arrival: Arrival
  readonly time: number
}

interface Waiting {
  readonly arrival: Arrival
  /** Milliseconds since 1970; null if it is counted from the beginning. */
  readonly since: number | null
}

/** The events of an entry of the log, and what it did. */
type Noted = Pick<LogEntry, 'seq' | 'at' | 'actor' | 'action' | 'events'>

/**
 * What is still to arrive in a playground, as its log has it: steps at a time of their own, and steps that follow events.
 * Steps that are due at the same time keep the order of the scenario.
 */
export class Agenda {
  #waiting: readonly Waiting[]
  readonly #followers: readonly Arrival[]
  /** How many events each arrival has followed, by its number. */
  readonly #followed: Map<number, number>

  private constructor(waiting: readonly Waiting[], followers: readonly Arrival[], followed: Map<number, number>) {
    this.#waiting = waiting
    this.#followers = followers
    this.#followed = followed
  }

  static of(arrivals: readonly Arrival[]): Agenda {
    const timed = arrivals.filter(({ when }) => when.kind === 'time')
    const followers = arrivals.filter(({ when }) => when.kind === 'event')
    const waiting = timed.map((arrival) => ({ arrival, since: null }))
    return new Agenda(waiting, followers, new Map())
  }

  /** Whether nothing can arrive any more. */
  get isEmpty(): boolean {
    return (
      this.#waiting.length === 0 && this.#followers.every((arrival) => this.#timesOf(arrival) >= timesAtMost(arrival))
    )
  }

  copy(): Agenda {
    return new Agenda(this.#waiting, this.#followers, new Map(this.#followed))
  }

  /** The next arrival. `beginning` is when the agent starts, in milliseconds since 1970. */
  next(beginning: number): Expected | undefined {
    let first: Expected | undefined
    for (const { arrival, since } of this.#waiting) {
      const time = (since ?? beginning) + arrival.when.delay
      const isSooner =
        first === undefined || time < first.time || (time === first.time && arrival.number < first.arrival.number)
      if (isSooner) first = { arrival, time }
    }
    return first
  }

  /** Takes an entry of the log into account: arrivals that its events bring about, and the arrival that it is. */
  note(entry: Noted): void {
    const { action } = entry
    const isBefore = action.kind === 'scenario' && action.arrival === undefined
    if (isBefore) return
    if (this.#followers.length > 0) {
      for (const logged of entry.events) this.#follow(eventRecordOf(logged, entry))
    }
    if (action.kind !== 'scenario') return
    // Of several of one step, the one that began to wait first has come: they all have the same delay.
    const mine = this.#waiting.filter(({ arrival }) => arrival.number === action.arrival)
    const [come] = [...mine].sort((one, other) => (one.since ?? 0) - (other.since ?? 0))
    this.#waiting = this.#waiting.filter((one) => one !== come)
  }

  #follow(event: EventRecord): void {
    for (const arrival of this.#followers) {
      const { when } = arrival
      const followed = this.#timesOf(arrival)
      if (when.kind !== 'event' || followed >= when.times || !when.matches(event)) continue
      this.#followed.set(arrival.number, followed + 1)
      // Its texts may quote the event.
      const following = { ...arrival, step: filledStep(arrival.step, event) }
      this.#waiting = [...this.#waiting, { arrival: following, since: Date.parse(event.at) }]
    }
  }

  #timesOf({ number }: Arrival): number {
    return this.#followed.get(number) ?? 0
  }
}

function timesAtMost({ when }: Arrival): number {
  return when.kind === 'event' ? when.times : 1
}
