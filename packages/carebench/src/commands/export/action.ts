import { existsSync, mkdirSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { assertRunFolder, explainDamage } from '../../files/run-folder.js'
import { writeTextFile } from '../../files/written-file.js'
import { Cleaning } from '../../runner/exports/cleaning.js'
import { type ExportedRun, openExportedRun } from '../../runner/exports/exported-run.js'
import { createInspectLog } from '../../runner/exports/inspect-log.js'
import { createTrace } from '../../runner/exports/otlp-trace.js'
import { createRedact } from '../../runner/results/redact.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { jsonText, printable } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'

export interface ExportOptions {
  readonly agent?: string
  readonly output?: string
  /** Maximum length of a text, in characters. */
  readonly longest?: number
  readonly content?: boolean
}

/** Writes the trials of one agent as an Inspect log, or one log for each agent into a folder. */
export function exportInspect(terminal: Terminal, folder: string, options: ExportOptions): void {
  explainDamage(() => {
    const run = openPlainRun(folder)
    const agents = chooseAgents(run, options.agent)
    const { output } = options
    const isFolder = output !== undefined && isFolderForLogs(output, agents)
    if (agents.length > 1 && !isFolder) {
      throw new UsageError(
        'an Inspect log holds one agent: choose it with --agent, or name a folder with --output for a log per agent: ' +
          `${run.agents.map(printable).join(', ')}`,
      )
    }
    if (isFolder) mkdirSync(output, { recursive: true })
    for (const agent of agents) {
      const log = createInspectLog(run, agent, makeCleaning(terminal, options))
      if (!isFolder && output !== undefined && !listed.test(basename(output))) {
        terminal.err(
          `${printable(output)} is written, but inspect view does not list such a name: name a folder instead.\n`,
        )
      }
      const file = isFolder ? { output: join(output, logName(log, agent)) } : {}
      write(terminal, { ...options, ...file }, jsonText(log))
    }
  })
}

/** The prefix of log names that Inspect lists. */
const listed = /^\d{4}-\d{2}-\d{2}T\d{2}[:-]\d{2}[:-]\d{2}/

/**
 * Returns a name in Inspect's format, with time, task, agent and id. An agent in a stranger's folder may be named like
 * a path.
 */
function logName(log: JsonObject, agent: string): string {
  const { created, task, eval_id: id } = isJsonObject(log.eval) ? log.eval : {}
  const time = String(created).slice(0, 19).replaceAll(':', '-')
  const parts = [time, task, agent, id].map((part) => encodeURIComponent(String(part)).replaceAll('_', '-'))
  return `${parts.join('_')}.json`
}

/** Whether the output is a folder, or will be one: a missing path without extension, for several logs. */
function isFolderForLogs(output: string, agents: readonly string[]): boolean {
  if (existsSync(output)) return statSync(output).isDirectory()
  return agents.length > 1 && extname(output) === ''
}

/** Writes the trials as traces, one per line. */
export function exportTraces(terminal: Terminal, folder: string, options: ExportOptions): void {
  explainDamage(() => {
    const run = openPlainRun(folder)
    const cleaning = makeCleaning(terminal, options)
    const lines = chooseAgents(run, options.agent).flatMap((agent) =>
      [...run.trialsOf(agent)].flatMap((trial) => {
        const trace = createTrace(run, trial, { cleaning, content: options.content === true })
        return trace === undefined ? [] : [jsonText(trace)]
      }),
    )
    write(terminal, options, lines.join(''))
  })
}

/** Opens the folder of a run; rejects links in it, because files outside the run would be exported. */
function openPlainRun(folder: string): ExportedRun {
  assertRunFolder(folder)
  return openExportedRun(folder)
}

function chooseAgents({ agents }: ExportedRun, wanted: string | undefined): readonly string[] {
  if (wanted === undefined) return agents
  if (agents.includes(wanted)) return [wanted]
  throw new UsageError(`the run has no agent ${printable(wanted)}; it has ${agents.map(printable).join(', ')}`)
}

/**
 * Returns cleaning options that replace the values of all variables with secret names, because the folder may come from
 * another environment.
 */
function makeCleaning({ environment }: Terminal, { longest = 100_000 }: ExportOptions): Cleaning {
  const secrets = Object.entries(environment).flatMap(([name, value]) =>
    /(?:KEY|TOKEN|SECRET|PASSWORD)$/i.test(name) && value !== undefined ? [value] : [],
  )
  return new Cleaning({ redact: createRedact(secrets), longest })
}

function write(terminal: Terminal, { output }: ExportOptions, text: string): void {
  if (output === undefined) terminal.out(text)
  else writeTextFile(output, text)
}
