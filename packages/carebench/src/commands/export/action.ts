import { existsSync, mkdirSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { assertRunFolder, explainDamage } from '../../files/run-folder.js'
import { writeTextFile } from '../../files/written-file.js'
import { Cleaning } from '../../runner/exports/cleaning.js'
import { type ExportedRun, openExportedRun } from '../../runner/exports/exported-run.js'
import { createInspectLog } from '../../runner/exports/inspect-log.js'
import { createTrace } from '../../runner/exports/otlp-trace.js'
import { createRedact } from '../../runner/results/redact.js'
import { WrongUse } from '../../terminal/exit-reason.js'
import { jsonText, printable } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'

export interface ExportOptions {
  readonly agent?: string
  readonly output?: string
  /** Characters of a text. */
  readonly longest?: number
  readonly content?: boolean
}

/** Writes the trials of one agent as a log of Inspect, or a log of each agent into a folder. */
export function exportInspect(terminal: Terminal, folder: string, options: ExportOptions): void {
  explainDamage(() => {
    const run = openPlainRun(folder)
    const agents = chooseAgents(run, options.agent)
    const { output } = options
    const isFolder = output !== undefined && isFolderForLogs(output, agents)
    if (agents.length > 1 && !isFolder) {
      throw new WrongUse(
        `a log of Inspect holds one agent; name it with --agent, or a folder with --output for a log of each: ${run.agents.map(printable).join(', ')}`,
      )
    }
    if (isFolder) mkdirSync(output, { recursive: true })
    for (const agent of agents) {
      const log = createInspectLog(run, agent, cleaningOf(terminal, options))
      // A folder of somebody else may name an agent like a path.
      const file = isFolder ? { output: join(output, `${encodeURIComponent(agent)}.json`) } : {}
      write(terminal, { ...options, ...file }, jsonText(log))
    }
  })
}

/** Whether the output is a folder, or becomes one: a path that is not there, without extension, for several logs. */
function isFolderForLogs(output: string, agents: readonly string[]): boolean {
  if (existsSync(output)) return statSync(output).isDirectory()
  return agents.length > 1 && extname(output) === ''
}

/** Writes the trials as traces, one a line. */
export function exportTraces(terminal: Terminal, folder: string, options: ExportOptions): void {
  explainDamage(() => {
    const run = openPlainRun(folder)
    const cleaning = cleaningOf(terminal, options)
    const lines = chooseAgents(run, options.agent).flatMap((agent) =>
      [...run.trialsOf(agent)].flatMap((trial) => {
        const trace = createTrace(run, trial, { cleaning, content: options.content === true })
        return trace === undefined ? [] : [jsonText(trace)]
      }),
    )
    write(terminal, options, lines.join(''))
  })
}

/** Opens the folder of a run. What a link in it leads to is not part of the run, and would be exported. */
function openPlainRun(folder: string): ExportedRun {
  assertRunFolder(folder)
  return openExportedRun(folder)
}

function chooseAgents({ agents }: ExportedRun, wanted: string | undefined): readonly string[] {
  if (wanted === undefined) return agents
  if (agents.includes(wanted)) return [wanted]
  throw new WrongUse(`the run has no agent ${printable(wanted)}; it has ${agents.map(printable).join(', ')}`)
}

/** Every variable of this environment whose name says that it is secret: a folder may come from elsewhere. */
function cleaningOf({ environment }: Terminal, { longest = 100_000 }: ExportOptions): Cleaning {
  const secrets = Object.entries(environment).flatMap(([name, value]) =>
    /(?:KEY|TOKEN|SECRET|PASSWORD)$/i.test(name) && value !== undefined ? [value] : [],
  )
  return new Cleaning({ redact: createRedact(secrets), longest })
}

function write(terminal: Terminal, { output }: ExportOptions, text: string): void {
  if (output === undefined) terminal.out(text)
  else writeTextFile(output, text)
}
