import { marks, printable } from './printable.js'
import type { Terminal } from './terminal.js'

/** Shows what a command is doing while it has no output yet. */
export interface Progress {
  /** Starts a step, optionally with its number and the total. */
  step(text: string, count?: { readonly number: number; readonly total: number }): void
  /** A detail of the current step. Details change quickly, and are shown only where a line can be overwritten. */
  detail(text: string): void
  /** Prints a permanent line. */
  note(line: string): void
  /** Removes the overwritable line before output, until the next step. */
  clear(): void
}

export interface ProgressOptions {
  /** Shows nothing, because the output is for a machine. */
  readonly quiet?: boolean
  /**
   * Whether the work is known to be long, so that its steps are shown from the start. Default: if lines are permanent,
   * shows nothing in the first second.
   */
  readonly lasting?: boolean
}

/** Milliseconds between checks, and before the first step is shown where lines are permanent. */
const patience = 1000
/** Milliseconds between updates of a line. */
const refreshing = 250
/** Milliseconds after which a step is shown again. */
const reminding = 10_000

/**
 * Runs work and shows its progress on `err`: on a screen in a line that is overwritten, elsewhere line by line. On a
 * screen, the line is removed at the end, also if the work throws.
 */
export async function showProgress<Result>(
  terminal: Terminal,
  options: ProgressOptions,
  work: (progress: Progress) => Result | Promise<Result>,
): Promise<Result> {
  if (options.quiet === true) return work(silence)
  const shown = terminal.errColumns === undefined ? new Lines(terminal, options) : new WrittenOver(terminal)
  try {
    return await work(shown)
  } finally {
    shown.end()
  }
}

/** Shows nothing. */
export const silence: Progress = {
  step: () => undefined,
  detail: () => undefined,
  note: () => undefined,
  clear: () => undefined,
}

class WrittenOver implements Progress {
  readonly #terminal: Terminal
  readonly #began: number
  readonly #timer: NodeJS.Timeout
  #step: string | undefined
  #detail = ''
  /** The content of the line; empty if there is none. */
  #shown = ''

  constructor(terminal: Terminal) {
    this.#terminal = terminal
    this.#began = terminal.now()
    this.#timer = setInterval(() => this.#show(), refreshing)
    this.#timer.unref()
  }

  step: Progress['step'] = (text, count) => {
    this.#step = formatStep(text, count)
    this.#detail = ''
    this.#show()
  }

  detail = (text: string): void => {
    this.#detail = printable(text)
    this.#show()
  }

  note = (line: string): void => {
    this.#erase()
    this.#terminal.err(`${printable(line)}\n`)
    this.#show()
  }

  clear = (): void => {
    this.#step = undefined
    this.#erase()
  }

  end(): void {
    clearInterval(this.#timer)
    this.clear()
  }

  #show(): void {
    if (this.#step === undefined) return
    const time = formatTime(this.#terminal.now() - this.#began)
    const room = (this.#terminal.errColumns ?? 0) - time.length - 1
    const line = [...(this.#detail === '' ? this.#step : `${this.#step}: ${this.#detail}`)]
    const text = `${line.length > room ? `${line.slice(0, Math.max(room - 1, 0)).join('')}…` : line.join('')}${time}`
    if (text === this.#shown) return
    this.#erase()
    this.#terminal.err(text)
    this.#shown = text
  }

  #erase(): void {
    if (this.#shown !== '') this.#terminal.err(marks.eraseLine)
    this.#shown = ''
  }
}

class Lines implements Progress {
  readonly #terminal: Terminal
  readonly #began: number
  readonly #timer: NodeJS.Timeout
  readonly #isLasting: boolean
  #step: string | undefined
  /** When the step was last shown; undefined if it was not. */
  #lastReported: number | undefined

  constructor(terminal: Terminal, { lasting = false }: ProgressOptions) {
    this.#terminal = terminal
    this.#isLasting = lasting
    this.#began = terminal.now()
    this.#timer = setInterval(() => this.#report(), patience)
    this.#timer.unref()
  }

  step: Progress['step'] = (text, count) => {
    const step = formatStep(text, count)
    if (step === this.#step) return
    this.#step = step
    this.#lastReported = undefined
    this.#report()
  }

  detail = (): void => this.#report()

  note = (line: string): void => this.#terminal.err(`${printable(line)}\n`)

  clear = (): void => {
    this.#step = undefined
  }

  end(): void {
    clearInterval(this.#timer)
  }

  #report(): void {
    const now = this.#terminal.now()
    const elapsed = now - this.#began
    if (this.#step === undefined || (!this.#isLasting && elapsed < patience)) return
    if (this.#lastReported !== undefined && now - this.#lastReported < reminding) return
    this.#lastReported = now
    this.#terminal.err(`${this.#step} …${formatTime(elapsed)}\n`)
  }
}

function formatStep(text: string, count: Parameters<Progress['step']>[1]): string {
  return `${count === undefined || count.total < 2 ? '' : `${count.number}/${count.total} `}${printable(text)}`
}

/** Formats the elapsed time; empty in the first second. */
function formatTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  if (seconds < 1) return ''
  return seconds < 60 ? `  ${seconds} s` : `  ${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
