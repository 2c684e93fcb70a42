/** What a {@link StallWatch} reads, both in milliseconds. */
export interface ProcessTimes {
  /** The time of the wall clock, which also runs while the machine sleeps. */
  readonly now: () => number
  /** Processor time that this process has used, by all of its threads. */
  readonly used: () => number
}

/** Milliseconds between looks at the clock. */
const interval = 100
/** Milliseconds from which standing still is a stall: less is ordinary load. */
const minStallMs = 1000
/** Milliseconds after a stall in which calls arrive that were sent during it. */
const backlog = 1000

const ownTimes: ProcessTimes = {
  now: () => Date.now(),
  used: () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
}

/**
 * Notices when this process stood still: it was stopped, swapped out or starved, or the machine slept. Time in which
 * the process was busy is no stall, because calls of an agent can keep it busy.
 */
export class StallWatch {
  readonly #times: ProcessTimes
  readonly #timer: NodeJS.Timeout
  #lookedAt: number
  #usedThen: number
  #stalled = 0
  #lastEnd = Number.NEGATIVE_INFINITY

  constructor(times: ProcessTimes = ownTimes) {
    this.#times = times
    this.#lookedAt = times.now()
    this.#usedThen = times.used()
    this.#timer = setInterval(() => this.#look(), interval)
    this.#timer.unref()
  }

  /** Milliseconds of all stalls. */
  get stalled(): number {
    // Timers that were due during a stall run in any order.
    this.#look()
    return this.#stalled
  }

  /** The time for {@link StallWatch.hasDelayed}. */
  now(): number {
    return this.#times.now()
  }

  /** Returns whether a call that began then was delayed by a stall, or sent during one. */
  hasDelayed(began: number): boolean {
    this.#look()
    return began <= this.#lastEnd + backlog
  }

  end(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const [now, used] = [this.#times.now(), this.#times.used()]
    const late = now - this.#lookedAt - interval
    if (late >= minStallMs && used - this.#usedThen < late / 2) {
      this.#stalled += late
      this.#lastEnd = now
    }
    this.#lookedAt = now
    this.#usedThen = used
  }
}
