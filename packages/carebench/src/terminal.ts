/** The output of a command, and its environment. */
export interface Terminal {
  /** Prints results. */
  out(text: string): void
  /** Prints everything that is not a result: errors, hints, progress. */
  err(text: string): void
  /** Whether the output is a terminal. */
  readonly isTTY: boolean
  /** Width of the screen of `err` in columns; undefined where lines cannot be overwritten. */
  readonly errColumns: number | undefined
  readonly environment: NodeJS.ProcessEnv
  /** Milliseconds since some fixed moment, for measuring durations. */
  now(): number
}

/** The terminal of this process. If the reader closes the pipe (`| head`), the process ends quietly. */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0)
      throw error
    })
  }
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isTTY: process.stdout.isTTY === true,
    get errColumns() {
      // Some terminals report a width of 0.
      return process.stderr.isTTY && process.env.TERM !== 'dumb' ? process.stderr.columns || 80 : undefined
    },
    environment: process.env,
    now: () => performance.now(),
  }
}
