/** A promise with the function that resolves it; further calls have no effect. */
export interface Announced<Value> {
  readonly promise: Promise<Value>
  announce(value: Value): void
}

export function announced<Value>(): Announced<Value> {
  let announce: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((resolve) => {
    announce = resolve
  })
  return { promise, announce: (value) => announce(value) }
}

/** Resolves when a signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
