import { setMaxListeners } from 'node:events'

/** Interrupts by the user with Ctrl-C, or by another process with SIGTERM. */
export interface Interrupts {
  /** Aborted with the first signal. */
  readonly first: AbortSignal
  /** Aborted with the second signal. A third one ends the process. */
  readonly second: AbortSignal
  /** Stops listening. */
  forget(): void
}

/**
 * Explains the effect of each signal when it arrives.
 *
 * @returns a function that stops the explanations
 */
export function explainInterrupts(
  { drain, stop }: { readonly drain?: AbortSignal; readonly stop?: AbortSignal },
  say: (text: string) => void,
): () => void {
  const onDrain = () => {
    // An urgent signal aborts both, one after the other.
    queueMicrotask(() => {
      if (stop?.aborted === true) return
      say('No further trial starts; running trials finish. Press Ctrl-C again to cancel them.')
    })
  }
  const onStop = () => say('The running trials are cancelled and stay unscored.')
  drain?.addEventListener('abort', onDrain, { once: true })
  stop?.addEventListener('abort', onStop, { once: true })
  return () => {
    drain?.removeEventListener('abort', onDrain)
    stop?.removeEventListener('abort', onStop)
  }
}

/**
 * Starts to listen for SIGINT and SIGTERM, which no longer end the process at once.
 *
 * @param urgent - signals that count as two, because their sender does not wait for trials to finish
 */
export function listenForInterrupts(urgent: readonly NodeJS.Signals[] = []): Interrupts {
  const [first, second] = [new AbortController(), new AbortController()]
  // Avoids a warning: every running trial adds a listener.
  setMaxListeners(0, first.signal, second.signal)
  const onSignal = (signal: NodeJS.Signals) => {
    const isSecond = first.signal.aborted || urgent.includes(signal)
    first.abort()
    if (!isSecond) return
    forget()
    second.abort()
  }
  const forget = () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
  return { first: first.signal, second: second.signal, forget }
}
