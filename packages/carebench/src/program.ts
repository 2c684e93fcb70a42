import { Command, CommanderError } from 'commander'
import { assessCommand } from './commands/assess/command.js'
import { auditCommand } from './commands/audit/command.js'
import { compareCommand } from './commands/compare/command.js'
import { conformanceCommand } from './commands/conformance/command.js'
import { demoCommand } from './commands/demo/command.js'
import { exportCommand } from './commands/export/command.js'
import { importCommand } from './commands/import/command.js'
import { initCommand } from './commands/init/command.js'
import { keysCommand } from './commands/keys/command.js'
import { leaderboardCommand } from './commands/leaderboard/command.js'
import { organizationsCommand } from './commands/organizations/command.js'
import { planCommand } from './commands/plan/command.js'
import { policyCommand } from './commands/policy/command.js'
import { publishCommand } from './commands/publish/command.js'
import { recordCommand } from './commands/record/command.js'
import { regradeCommand } from './commands/regrade/command.js'
import { replayCommand } from './commands/replay/command.js'
import { reportCommand } from './commands/report/command.js'
import { reviewsCommand } from './commands/reviews/command.js'
import { runCommand } from './commands/run/command.js'
import { runSetCommand } from './commands/run-set/command.js'
import { serveCommand } from './commands/serve/command.js'
import { serveTaskCommand } from './commands/serve-task/command.js'
import { storeCommand } from './commands/store/command.js'
import { validateCommand } from './commands/validate/command.js'
import { verifyCommand } from './commands/verify/command.js'
import { workerCommand } from './commands/worker/command.js'
import { ExitCodeError, UnmetGoalError, UsageError } from './terminal/exit-reason.js'
import { guardTerminal, type Terminal } from './terminal/terminal.js'
import { version } from './terminal/version.js'

const exitCodes = `
Exit codes: 0 success, 1 a check failed, 2 usage error, 3 a full disk, 70 an error of carebench itself; each command \
says more.`

/** Builds the command line. */
export function createProgram(unguarded: Terminal): Command {
  const terminal = guardTerminal(unguarded)
  const program = new Command('carebench')
    .description('Run AI agents in simulated healthcare environments and score what they did, with evidence.')
    .version(version)
    // Options belong to the command before them: `run` and `run show` both have --json.
    .enablePositionalOptions()
    .addHelpText('after', exitCodes)
    .addCommand(assessCommand(terminal))
    .addCommand(auditCommand(terminal))
    .addCommand(compareCommand(terminal))
    .addCommand(conformanceCommand(terminal))
    .addCommand(demoCommand(terminal))
    .addCommand(exportCommand(terminal))
    .addCommand(importCommand(terminal))
    .addCommand(initCommand(terminal))
    .addCommand(organizationsCommand(terminal))
    .addCommand(keysCommand(terminal))
    .addCommand(leaderboardCommand(terminal))
    .addCommand(planCommand(terminal))
    .addCommand(policyCommand(terminal))
    .addCommand(publishCommand(terminal))
    .addCommand(recordCommand(terminal))
    .addCommand(regradeCommand(terminal))
    .addCommand(replayCommand(terminal))
    .addCommand(reportCommand(terminal))
    .addCommand(reviewsCommand(terminal))
    .addCommand(runCommand(terminal))
    .addCommand(runSetCommand(terminal))
    .addCommand(serveCommand(terminal))
    .addCommand(serveTaskCommand(terminal))
    .addCommand(storeCommand(terminal))
    .addCommand(validateCommand(terminal))
    .addCommand(verifyCommand(terminal))
    .addCommand(workerCommand(terminal))
  speakTo(terminal, program)
  return program
}

/** Makes a command and its subcommands print to the terminal, without ending the process. */
function speakTo(terminal: Terminal, command: Command): void {
  command.exitOverride().configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
  command.showHelpAfterError(`(carebench ${readPath(command)}--help shows how it is used)`)
  for (const inner of command.commands) speakTo(terminal, inner)
}

/** Returns the names of a command and its parents, without the program's name: `run show `. */
function readPath(command: Command): string {
  return command.parent === null ? '' : `${readPath(command.parent)}${command.name()} `
}

/** Names of errors that an open database may throw. By name, because most commands do not load a database. */
const ofStorage = ['SchemaError', 'StoreUnavailableError']

/** Error codes of a full, broken or read-only disk. */
const ofMachine = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS']

/** Runs the command line and returns its exit code. */
export async function runProgram(program: Command, argv: readonly string[], unguarded: Terminal): Promise<number> {
  try {
    await program.parseAsync(argv, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const { code, message } = explainError(error)
    if (message !== '') guardTerminal(unguarded).err(`carebench: ${message}\n`)
    return code
  }
}

function explainError(error: unknown): { readonly code: number; readonly message: string } {
  if (error instanceof ExitCodeError) return { code: error.exitCode, message: error.message }
  if (error instanceof UnmetGoalError) return { code: 1, message: error.message }
  if (error instanceof UsageError) return { code: 2, message: error.message }
  if (error instanceof Error && ofStorage.includes(error.name)) return { code: 2, message: error.message }
  if (error instanceof Error && 'code' in error && ofMachine.includes(String(error.code))) {
    const how = 'Nothing that was acknowledged is lost: free space or repair the disk, and run the same command again'
    return { code: 3, message: `the disk is full or cannot be written: ${error.message}\n${how}` }
  }
  const shown = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { code: 70, message: `unexpected error; please report it with the command that you ran\n${shown}` }
}
