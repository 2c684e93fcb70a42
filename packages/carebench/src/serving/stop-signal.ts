/** Waits for a signal that asks the process to stop. */
export interface StopSignal {
  /** Resolves with the first SIGTERM or SIGINT. A second one ends the process at once. */
  readonly asked: Promise<void>
  /** Stops waiting. */
  forget(): void
}

/** Starts waiting for SIGTERM and SIGINT, which no longer end the process by themselves. */
export function awaitStopSignal(): StopSignal {
  const signals = ['SIGTERM', 'SIGINT'] as const
  let resolve = () => {}
  const asked = new Promise<void>((done) => {
    resolve = done
  })
  const forget = () => {
    for (const signal of signals) process.off(signal, onSignal)
  }
  const onSignal = () => {
    forget()
    resolve()
  }
  for (const signal of signals) process.on(signal, onSignal)
  return { asked, forget }
}
