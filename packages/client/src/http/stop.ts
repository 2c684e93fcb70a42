import type { ClientError } from './client-error.js'

/**
 * Tells the work of a call to stop. The AbortSignal is created on demand, because it costs more than the rest of a
 * call.
 */
export class Stop {
  #reason: ClientError | undefined
  #controller: AbortController | undefined
  #listeners: Set<() => void> | undefined

  /** Undefined as long as the work may continue. */
  get reason(): ClientError | undefined {
    return this.#reason
  }

  get aborted(): boolean {
    return this.#reason !== undefined
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#reason !== undefined) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  /** Tells the work to stop; only the first call has an effect. */
  abort(reason: ClientError): void {
    if (this.#reason !== undefined) return
    this.#reason = reason
    this.#controller?.abort(reason)
    for (const listener of this.#listeners ?? []) listener()
    this.#listeners = undefined
  }

  /**
   * Calls the listener when the work is told to stop. With `on` and `removeListener`, this is the part of an
   * EventEmitter that undici needs of a signal.
   */
  once(_event: 'abort', listener: () => void): void {
    this.#listeners ??= new Set()
    this.#listeners.add(listener)
  }

  on(event: 'abort', listener: () => void): void {
    this.once(event, listener)
  }

  removeListener(_event: 'abort', listener: () => void): void {
    this.#listeners?.delete(listener)
  }
}

const stops = /* @__PURE__ */ new WeakMap<object, Stop>()

/** Adds the signal of a stop to the init of `fetch`; it is created when it is read. */
export function withStop<Init extends object>(init: Init, stop: Stop): Init & { readonly signal: AbortSignal } {
  const stoppable = {
    ...init,
    get signal() {
      return stop.signal
    },
  }
  stops.set(stoppable, stop)
  return stoppable
}

/** Returns the stop in the init of `fetch`; undefined for a copy, because its signal may have been replaced. */
export function findStop(init: object): Stop | undefined {
  return stops.get(init)
}
