import type { RunQueue } from '../../queue/run-queue.js'
import type { RunEvent, RunOptions, RunOutcome } from '../../runner/runs/run-options.js'
import { runTrials } from '../../runner/runs/run-trials.js'
import { explainInterrupts } from '../../running/interrupts.js'
import type { ReaderDesk } from '../../running/people/reader-desk.js'
import { eventToJson, formatEvent, formatOutcome } from '../../running/run-events.js'
import { jsonText, printable } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'
import { createRunScreen } from './run-screen.js'

/** Options for showing a run. */
export interface ShownOptions {
  readonly json?: boolean
  /** False for `--no-pages`. */
  readonly pages?: boolean
}

/** Where trials are run, if not only in this process. */
export interface RunPlaces {
  readonly queue: RunQueue | undefined
  readonly desk: ReaderDesk | undefined
}

/** Runs the trials, shows the progress, and writes the pages. */
export async function executeRun(
  terminal: Terminal,
  options: ShownOptions,
  { queue, desk }: RunPlaces,
  run: RunOptions,
): Promise<RunOutcome> {
  const { json = false } = options
  const screen = json || terminal.errColumns === undefined ? undefined : createRunScreen(terminal)
  const forget = explainInterrupts(run, (text) => {
    screen?.clear()
    terminal.err(`${text}\n`)
  })
  const onEvent = (event: RunEvent) => {
    if (json) {
      const line = eventToJson(event)
      if (line !== undefined) terminal.out(jsonText(line))
      return
    }
    const line = formatEvent(event)
    screen?.clear()
    if (line !== undefined) terminal.err(`${line}\n`)
    screen?.show(event)
  }
  queue?.explain((message) => {
    screen?.clear()
    if (json) terminal.out(jsonText({ event: 'waiting', message }))
    else terminal.err(`${printable(message)}\n`)
  })
  try {
    const link = await desk?.open(run.folder)
    if (link !== undefined) say(terminal, json, link)
    const outcome = await runTrials({ ...run, onEvent })
    await desk?.finish()
    screen?.end()
    if (!json) terminal.out(`${formatOutcome(outcome)}\nResults: ${run.folder}\n`)
    if (options.pages !== false) await writePages(terminal, run.folder, json)
    return outcome
  } finally {
    await desk?.close()
    forget()
    screen?.end()
  }
}

/** Prints the link for the reader to stderr, because stdout has the results; with `--json`, as an event to stdout. */
function say(terminal: Terminal, json: boolean, link: string): void {
  if (json) terminal.out(jsonText({ event: 'reader', link }))
  else terminal.err(`The reader opens this link on this machine: ${link}\n`)
}

/** Writes the pages of a run. A failure does not change the exit code of the command. */
async function writePages(terminal: Terminal, folder: string, json: boolean): Promise<void> {
  try {
    const { writeRunPages } = await import('../../reporting/pages/write-run-pages.js')
    const { index, unread } = await writeRunPages(terminal, folder, { quiet: json })
    for (const why of unread) terminal.err(`The pages lack a trial: ${printable(why)}\n`)
    if (!json) terminal.out(`Pages: ${index}\n`)
  } catch (error) {
    terminal.err(
      `The pages could not be written: ${printable(error instanceof Error ? error.message : String(error))}\n`,
    )
  }
}
