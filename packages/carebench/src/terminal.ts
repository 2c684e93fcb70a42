/** Where a command prints and what it learns of its surroundings. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Whether a person looks at what is printed. */
  readonly isTTY: boolean
  readonly environment: NodeJS.ProcessEnv
}

/** The terminal of this process. A reader who has seen enough (`| head`) ends it quietly. */
export function processTerminal(): Terminal {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isTTY: process.stdout.isTTY === true,
    environment: process.env,
  }
}
