import { printable } from './printable.js'
import type { Terminal } from './terminal.js'

/** Tells what a command is doing while it has nothing to print yet. */
export interface Progress {
  /** What is done from now on, as the how manieth of how many. */
  step(text: string, count?: { readonly number: number; readonly total: number }): void
  /** What of the step is done now. It passes quickly, and is shown only where a line can be written over. */
  detail(text: string): void
  /** Prints a line that stays. */
  note(line: string): void
  /** Makes room for output: takes away the line that is written over, until the next step. */
  clear(): void
}

export interface ProgressOptions {
  /** Tells nothing: the output is for a machine. */
  readonly quiet?: boolean
  /**
   * The work is known to take its time, so its steps are shown from the beginning. Default: where lines stay, nothing is
   * told in the first second.
   */
  readonly lasting?: boolean
}

/** A step that has taken so long is worth a line, in milliseconds. */
const patience = 1000
/** How often a line is written over. */
const refreshing = 250
/** A step that takes longer is reported again. */
const reminding = 10_000

/**
 * Does work that tells its progress on `err`: on a screen in a line that is written over, elsewhere line by line. Afterwards
 * nothing is left of it on a screen, also if the work throws.
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

/** Tells nothing. */
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
  /** What stands on the line; '' if nothing does. */
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
    if (this.#shown !== '') this.#terminal.err('\r\u001b[2K')
    this.#shown = ''
  }
}

class Lines implements Progress {
  readonly #terminal: Terminal
  readonly #began: number
  readonly #timer: NodeJS.Timeout
  readonly #isLasting: boolean
  #step: string | undefined
  /** When the step was told last; undefined if it was not. */
  #told: number | undefined

  constructor(terminal: Terminal, { lasting = false }: ProgressOptions) {
    this.#terminal = terminal
    this.#isLasting = lasting
    this.#began = terminal.now()
    this.#timer = setInterval(() => this.#tell(), patience)
    this.#timer.unref()
  }

  step: Progress['step'] = (text, count) => {
    const step = formatStep(text, count)
    if (step === this.#step) return
    this.#step = step
    this.#told = undefined
    this.#tell()
  }

  detail = (): void => this.#tell()

  note = (line: string): void => this.#terminal.err(`${printable(line)}\n`)

  clear = (): void => {
    this.#step = undefined
  }

  end(): void {
    clearInterval(this.#timer)
  }

  #tell(): void {
    const now = this.#terminal.now()
    const elapsed = now - this.#began
    if (this.#step === undefined || (!this.#isLasting && elapsed < patience)) return
    if (this.#told !== undefined && now - this.#told < reminding) return
    this.#told = now
    this.#terminal.err(`${this.#step} …${formatTime(elapsed)}\n`)
  }
}

function formatStep(text: string, count: Parameters<Progress['step']>[1]): string {
  return `${count === undefined || count.total < 2 ? '' : `${count.number}/${count.total} `}${printable(text)}`
}

/** How long it has taken so far, once that is worth telling. */
function formatTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  if (seconds < 1) return ''
  return seconds < 60 ? `  ${seconds} s` : `  ${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
