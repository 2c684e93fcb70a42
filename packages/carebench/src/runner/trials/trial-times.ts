import type { TrialEvent } from '../agent.js'
import type { TrialResult } from '../results/trial-result.js'
import type { ProxiedCall } from './trial-proxy.js'

/** How an attempt spent its time, as far as known. */
export class TrialTimes {
  readonly #began = performance.now()
  #throttled = 0
  #model = 0
  #tool = 0
  #toolsOfAgent = false
  #proxied = 0
  #active: number | undefined
  /** Number of calls through the proxy, and of rejected ones. */
  calls = 0
  refusals = 0

  get throttled(): number {
    return this.#throttled
  }

  add(event: TrialEvent): void {
    if (event.kind === 'throttled') this.#throttled += event.ms
    if (event.kind === 'model') this.#model += event.ms
    if (event.kind === 'active') this.#active = (this.#active ?? 0) + event.ms
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
    const whole = Math.round(wall)
    const active = this.#active === undefined ? undefined : Math.min(Math.round(this.#active), whole)
    return {
      wall_ms: whole,
      working_ms: Math.round(Math.max(0, wall - this.#throttled)),
      throttled_ms: Math.round(this.#throttled),
      model_ms: Math.round(this.#model),
      // The agent's measurement is more accurate than the proxy's.
      tool_ms: Math.round(this.#toolsOfAgent ? this.#tool : this.#proxied),
      ...(active !== undefined && { active_ms: active, idle_ms: whole - active }),
    }
  }
}
