/** The wait for a signal that asks the process to stop. */
export interface StopSignal {
  /** Resolves to the first SIGTERM or SIGINT. A second one ends the process at once. */
  readonly asked: Promise<NodeJS.Signals>
  /** Stops waiting. */
  forget(): void
}

/** Starts waiting for SIGTERM and SIGINT, which no longer end the process by themselves. */
export function awaitStopSignal(): StopSignal {
  const signals = ['SIGTERM', 'SIGINT'] as const
  let resolve: (signal: NodeJS.Signals) => void = () => {}
  const asked = new Promise<NodeJS.Signals>((done) => {
    resolve = done
  })
  const forget = () => {
    for (const signal of signals) process.off(signal, onSignal)
  }
  const onSignal = (signal: NodeJS.Signals) => {
    forget()
    resolve(signal)
  }
  for (const signal of signals) process.on(signal, onSignal)
  return { asked, forget }
}
