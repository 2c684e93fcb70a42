/** Where a command prints and what it learns of its surroundings. */
export interface Terminal {
  /** Prints results. */
  out(text: string): void
  /** Prints what is not a result: errors, hints, progress. */
  err(text: string): void
  /** Whether a person looks at what `out` prints. */
  readonly isTTY: boolean
  /** How wide the screen is on which `err` prints, in columns; undefined where no line can be written over. */
  readonly errColumns: number | undefined
  readonly environment: NodeJS.ProcessEnv
  /** Milliseconds since some moment, to tell how long something takes. */
  now(): number
}

/** The terminal of this process. A reader who has seen enough (`| head`) ends it quietly. */
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
      // Some terminals do not tell their width and say 0.
      return process.stderr.isTTY && process.env.TERM !== 'dumb' ? process.stderr.columns || 80 : undefined
    },
    environment: process.env,
    now: () => performance.now(),
  }
}
