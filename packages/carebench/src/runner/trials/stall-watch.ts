import type { Agent } from '../agent.js'

/** The clocks of a {@link StallWatch}, in milliseconds. */
export interface ProcessTimes {
  /** The wall-clock time, which also advances while the machine sleeps. */
  readonly now: () => number
  /** The processor time used by all threads of this process. */
  readonly used: () => number
}

/** Poll interval of the clock in milliseconds. */
const interval = 100
/** Minimum length of a stall in milliseconds; shorter pauses are ordinary load. */
const minStallMs = 1000
/** Milliseconds after a stall in which calls sent during it may still arrive. */
const backlog = 1000

const ownTimes: ProcessTimes = {
  now: () => Date.now(),
  used: () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
}

/**
 * Detects stalls of this process: it was stopped, swapped out or starved, or the machine slept. Busy time is not a
 * stall, because an agent's calls can keep the process busy.
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

  /** The total length of all stalls in milliseconds. */
  get stalled(): number {
    // Checked here, because timers that were due during a stall run in any order.
    this.#look()
    return this.#stalled
  }

  /** The time for {@link StallWatch.hasDelayed}. */
  now(): number {
    return this.#times.now()
  }

  /** Whether a call that began at this time was delayed by a stall, or sent during one. */
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

/**
 * Whether an agent may run as a separate program on this machine, possibly behind a URL. Such a program, even in a
 * sandbox, can stall the runner by using the processor with many processes.
 */
export function mayStallRunner({ isolation }: Pick<Agent, 'isolation'>): boolean {
  return ['none', 'bwrap', 'remote'].includes(isolation)
}
