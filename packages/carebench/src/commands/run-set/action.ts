import { existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { assertPlainFolder } from '../../files/plain-folder.js'
import { type RunFolder, readRunFolder } from '../../files/run-folder.js'
import { writeTextFile } from '../../files/written-file.js'
import { runStyle } from '../../reporting/pages/run-style.js'
import { formatSetPage } from '../../reporting/pages/set-page.js'
import { isResultsFolder } from '../../reporting/results-folder.js'
import { readRunFile } from '../../running/run-file.js'
import { ExitCodeError, UnmetGoalError, UsageError } from '../../terminal/exit-reason.js'
import { printable } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'
import { runCommand } from '../run/command.js'
import { readRunSet } from './read-run-set.js'

export interface RunSetOptions {
  readonly folder?: string
  readonly dryRun?: boolean
}

/** Exit code of an interrupted run; the remaining runs are not started. */
const interrupted = 130
/** Exit code of a run that used up its budget. */
const overBudget = 4

/** Executes the runs of a set, one after another. Throws the error for the exit code. */
export async function runSet(terminal: Terminal, file: string, options: RunSetOptions): Promise<void> {
  const { runs, budget } = readRunSet(file)
  const name = basename(file).replace(/(\.set)?\.(ya?ml|json)$/i, '')
  const folder = options.folder ?? join('runs', name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  assertPlainFolder(folder)
  const files = new Map([...runs].map(([run, members]) => [run, writeRunFile(folder, run, members)]))
  const codes: number[] = []
  for (const [run, path] of files) {
    const left = budget === undefined ? undefined : budget - spentIn(folder, [...files.keys()])
    if (left !== undefined && left <= 0) {
      terminal.err(`The budget of $${budget} is used up; ${printable(run)} and the runs after it do not start.\n`)
      codes.push(overBudget)
      break
    }
    terminal.err(`\n${printable(run)}\n`)
    // The budget of a run includes what earlier attempts in its folder have cost.
    const limit = left === undefined ? [] : ['--budget', String(left + spentIn(folder, [run]))]
    const rest = options.dryRun === true ? ['--dry-run'] : []
    const code = await runOne(terminal, [path, '--folder', join(folder, run), ...limit, ...rest])
    codes.push(code)
    if (code === interrupted) break
  }
  if (options.dryRun !== true) writeIndex(terminal, folder, name, [...files.keys()])
  const failed = codes.find((code) => code !== 0)
  if (failed !== undefined) throw new ExitCodeError(failed, `not all of ${files.size} runs ended well`)
}

/** Writes the run file of a run into the folder of the set, and validates it. */
function writeRunFile(folder: string, run: string, members: object): string {
  const path = join(folder, `${run}.run.json`)
  writeTextFile(path, `${JSON.stringify(members, null, 2)}\n`)
  readRunFile(path)
  return path
}

/** Executes `carebench run`, and returns its exit code. Throws unexpected errors. */
async function runOne(terminal: Terminal, argv: readonly string[]): Promise<number> {
  const command = runCommand(terminal).exitOverride()
  try {
    await command.parseAsync([...argv], { from: 'user' })
    return 0
  } catch (error) {
    const isExplained = error instanceof ExitCodeError || error instanceof UnmetGoalError || error instanceof UsageError
    if (!isExplained) throw error
    terminal.err(`carebench: ${printable(error.message)}\n`)
    return error instanceof ExitCodeError ? error.exitCode : error instanceof UsageError ? 2 : 1
  }
}

function listFolders(folder: string, runs: readonly string[]): readonly (readonly [string, RunFolder])[] {
  return runs
    .filter((run) => existsSync(join(folder, run)) && isResultsFolder(join(folder, run)))
    .map((run) => [run, readRunFolder(join(folder, run))] as const)
}

/** Returns the sum of the known costs of all attempts, in US dollars. */
function spentIn(folder: string, runs: readonly string[]): number {
  const agents = listFolders(folder, runs).flatMap(([, { summary }]) => summary.agents)
  return agents.reduce((sum, { spent_usd: usd }) => sum + (usd ?? 0), 0)
}

function writeIndex(terminal: Terminal, folder: string, name: string, runs: readonly string[]): void {
  const index = join(folder, 'index.html')
  writeTextFile(join(folder, 'report.css'), runStyle)
  const results = listFolders(folder, runs).map(([run, { summary }]) => ({ run, summary }))
  writeTextFile(index, formatSetPage(name, { runs, results }))
  terminal.out(`\nAll runs: ${index}\n`)
}
