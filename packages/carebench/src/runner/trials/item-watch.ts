import { isJsonObject } from '@carebench/protocol'
import type { ServiceConnection } from '../service-connection.js'

/** The number of items that pass so far in a running trial; shown to people, never to agents. */
export interface ItemsSoFar {
  readonly right: number
  /** The number of items that are due, right or not. */
  readonly due: number
  /** The time in the world when the state was verified. */
  readonly now: string
}

export interface ItemWatchOptions {
  readonly service: ServiceConnection
  readonly taskRunId: string
  readonly onItems: (items: ItemsSoFar) => void
}

/** Milliseconds between polls; the service limits how often it verifies the state. */
const interval = 5000

/** Polls the service for the number of items that pass so far in a task run, while the agent makes calls. */
export class ItemWatch {
  readonly #options: ItemWatchOptions
  readonly #timer: NodeJS.Timeout
  #isStale = false
  #isAsking = false

  constructor(options: ItemWatchOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.#ask(), interval)
    this.#timer.unref()
  }

  /** Notes that the agent has made a call. */
  noteCall(): void {
    this.#isStale = true
  }

  end(): void {
    clearInterval(this.#timer)
  }

  async #ask(): Promise<void> {
    if (!this.#isStale || this.#isAsking) return
    const { service, taskRunId, onItems } = this.#options
    this.#isAsking = true
    this.#isStale = false
    try {
      const { now, items } = await service.asOrganization({ method: 'GET', path: `/task-runs/${taskRunId}/progress` })
      if (!isJsonObject(items)) return this.end()
      const due = Object.values(items).filter((item) => isJsonObject(item) && item.due === true)
      const right = due.filter((item) => isJsonObject(item) && item.verdict === 'pass')
      onItems({ right: right.length, due: due.length, now: String(now) })
    } catch {
      // The benchmark belongs to another organization, or the trial has ended; watching never disturbs a trial.
      this.end()
    } finally {
      this.#isAsking = false
    }
  }
}
