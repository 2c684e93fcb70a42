/** Waits for the process to be asked to stop. */
export interface StopSignal {
  /** Resolves with the first SIGTERM or SIGINT. Another one then ends the process at once. */
  readonly asked: Promise<void>
  /** Waits no more. */
  forget(): void
}

/** Begins to wait for SIGTERM and SIGINT, which from now on do not end the process by themselves. */
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
