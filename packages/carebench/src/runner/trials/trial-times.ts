import type { TrialEvent } from '../agent.js'
import type { TrialResult } from '../results/trial-result.js'
import type { ProxiedCall } from './trial-proxy.js'

/** Where the time of an attempt went, as far as it is known. */
export class TrialTimes {
  readonly #began = performance.now()
  #throttled = 0
  #model = 0
  #tool = 0
  #toolsOfAgent = false
  #proxied = 0
  /** Calls through the proxy, and those that were refused. */
  calls = 0
  refusals = 0

  get throttled(): number {
    return this.#throttled
  }

  add(event: TrialEvent): void {
    if (event.kind === 'throttled') this.#throttled += event.ms
    if (event.kind === 'model') this.#model += event.ms
    if (event.kind === 'tool') {
      this.#toolsOfAgent = true
      this.#tool += event.ms
    }
  }

  addCall({ ms, status }: ProxiedCall): void {
    this.#proxied += ms
    this.calls++
    if (status >= 400) this.refusals++
  }

  toJson(): TrialResult['time'] {
    const wall = performance.now() - this.#began
    return {
      wall_ms: Math.round(wall),
      working_ms: Math.round(Math.max(0, wall - this.#throttled)),
      throttled_ms: Math.round(this.#throttled),
      model_ms: Math.round(this.#model),
      // What the agent says is closer to the truth than what the proxy sees.
      tool_ms: Math.round(this.#toolsOfAgent ? this.#tool : this.#proxied),
    }
  }
}
