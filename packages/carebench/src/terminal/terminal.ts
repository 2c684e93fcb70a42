import { marks, printableLines } from './printable.js'

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

/** Returns the command that starts carebench: a checkout declares it, an installed package is started by npx. */
export function nameOfCommand({ environment }: Pick<Terminal, 'environment'>): string {
  return environment.CAREBENCH_COMMAND || 'npx carebench'
}

/** Codes of the ANSI sequence "Select Graphic Rendition" (SGR). */
const colors: ReadonlyMap<string, number> = new Map([
  [marks.bold, 1],
  [marks.dim, 2],
  [marks.notBold, 22],
  [marks.red, 31],
  [marks.green, 32],
  [marks.yellow, 33],
  [marks.notColored, 39],
])

/** Whether to print colors: on a terminal, unless `NO_COLOR` is set. */
export function hasColors({ isTTY, environment }: Terminal): boolean {
  return isTTY && (environment.NO_COLOR ?? '') === ''
}

/**
 * Returns a terminal that prints no control characters except line feeds and our own colors and line erasures, because
 * names in records and folders are untrusted. Every command writes through it.
 */
export function guardTerminal(terminal: Terminal): Terminal {
  const clean = hasColors(terminal) ? colorText : printableLines
  return {
    out: (text) => terminal.out(clean(text)),
    err: (text) => terminal.err(eraseSequence(text) ?? clean(text)),
    isTTY: terminal.isTTY,
    get errColumns() {
      return terminal.errColumns
    },
    environment: terminal.environment,
    now: () => terminal.now(),
  }
}

/** Returns the sequence that erases lines, if the text is only that; no other text can erase lines. */
function eraseSequence(text: string): string | undefined {
  if (text === marks.eraseLine) return '\r\u001b[2K'
  const lines = text.replaceAll(marks.eraseLineAbove, '') === '' ? text.length : 0
  return lines === 0 ? undefined : `\r\u001b[${lines}A\u001b[0J`
}

const coloring = new RegExp(`([${[...colors.keys()].join('')}])`)

function colorText(text: string): string {
  return text
    .split(coloring)
    .map((part) => {
      const code = colors.get(part)
      return code === undefined ? printableLines(part) : `\u001b[${code}m`
    })
    .join('')
}
