import { Command, CommanderError } from 'commander'
import { demoCommand } from './commands/demo.js'
import { serveCommand } from './commands/serve.js'
import { verifyCommand } from './commands/verify.js'
import { version } from './version.js'
import { WrongUse } from './wrong-use.js'

const exitCodes = `
Exit codes: 0 fine, 1 the thing that was checked fell short, 2 wrong use.`

/** Builds the command line. */
export function createProgram(): Command {
  return new Command('carebench')
    .description('Run AI agents in simulated healthcare environments and score what they did, with evidence.')
    .version(version)
    .addHelpText('after', exitCodes)
    .addCommand(demoCommand())
    .addCommand(serveCommand())
    .addCommand(verifyCommand())
    .configureHelp({ showGlobalOptions: false })
    .exitOverride()
}

/** Runs the command line and returns its exit code. */
export async function runProgram(program: Command, argv: readonly string[]): Promise<number> {
  for (const command of program.commands) command.exitOverride()
  try {
    await program.parseAsync(argv)
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (error instanceof WrongUse) {
      process.stderr.write(`carebench: ${error.message}\n`)
      return 2
    }
    throw error
  }
}
