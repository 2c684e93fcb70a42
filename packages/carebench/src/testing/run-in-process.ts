import { createProgram, runProgram } from '../program.js'
import type { Terminal } from '../terminal/terminal.js'

// For tests of this package only.

/** The exit code and the output of a command. */
export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the command line in this process, with a terminal that records its output. */
export async function runInProcess(
  argv: readonly string[],
  { isTTY = false, errColumns = undefined as number | undefined, environment = {} as NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const printed = { out: '', err: '' }
  const terminal: Terminal = {
    out: (text: string) => {
      printed.out += text
    },
    err: (text: string) => {
      printed.err += text
    },
    isTTY,
    errColumns,
    environment,
    // Time stands still, so that tests do not depend on the speed of the machine.
    now: () => 0,
  }
  return { code: await runProgram(createProgram(terminal), argv, terminal), ...printed }
}
