import { createProgram, runProgram } from '../program.js'

// For tests of this package only.

/** How a command ended, and what it printed. */
export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the command line in this process, with a terminal that remembers. */
export async function runInProcess(
  argv: readonly string[],
  { isTTY = false, environment = {} as NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const printed = { out: '', err: '' }
  const terminal = {
    out: (text: string) => {
      printed.out += text
    },
    err: (text: string) => {
      printed.err += text
    },
    isTTY,
    environment,
  }
  return { code: await runProgram(createProgram(terminal), argv, terminal), ...printed }
}
