import { Command } from 'commander'
import { parseSurface } from '../../running/agent-surface.js'
import { parseDuration, parseSeconds, parseWhole } from '../../running/quantities.js'
import type { Terminal } from '../../terminal/terminal.js'
import { applyRunFile, isRunFile, keepInRunFiles } from '../options/file-options.js'
import { addModelOptions } from '../options/model-options.js'
import { addAgentOptions } from '../run/command.js'
import type { WorkerOptions } from './action.js'

const help = `
Give it the benchmark, the server, the agents and the limits of the run, or the same run file: it takes only trials of
runs in which all of these are equal. Any number of workers, on any number of machines, may serve any number of runs.
Keys of the server and of models come from the worker's own environment; it runs no program from the queue.

  carebench run prior-auth@1 --url https://bench.example.org --queue postgres://… --model openai/<model> --trials 20
  carebench worker prior-auth@1 --url https://bench.example.org --queue postgres://… --model openai/<model> -j 8

Each trial is run by one worker, which renews a lease; others take over the trials of a killed worker when its leases
end. Ctrl-C or SIGTERM once lets running trials finish, twice gives them back. See
docs/guides/runs-on-several-machines.md.

Exit codes:
  0  interrupted
  2  usage error: a server or a queue that cannot be reached, or an agent that cannot be created`

/** All other options are members of run files. */
const shown = [
  '--queue',
  '--url',
  '--lease',
  '--concurrency',
  '--agent',
  '--model',
  '--surface',
  '--base-url',
  '--set',
  '--sandbox',
  '--pass-env',
]

/** `carebench worker`: runs the queued trials of `carebench run --queue`. */
export function workerCommand(terminal: Terminal): Command {
  const command = addAgentOptions(
    new Command('worker')
      .summary('run trials of carebench run --queue')
      .description('Run trials that carebench run --queue has put into a queue, until interrupted.')
      .argument('<benchmark>', 'the benchmark of the run, as name@version, or the run file')
      .requiredOption('--queue <url>', 'the PostgreSQL database of the queue, postgres://…')
      .requiredOption('--url <url>', 'the server of the run'),
  )
    .option('--surface <surface>', 'the surface of all agents: tools, http or browser', parseSurface)
    .option('--timeout <time>', 'timeout of a trial, the same as in the run', parseSeconds)
    .option('--lease <time>', 'time after which others take over from a killed worker (default: 1m)', parseDuration)
    .option('-j, --concurrency <n>', 'trials at the same time (default: 4)', parseWhole(1))
  return keepInRunFiles(addModelOptions(command), shown)
    .addHelpText('after', help)
    .action(async (argument: string, _: unknown, command: Command) => {
      const source = isRunFile(argument) ? await applyRunFile(command, argument) : argument
      const { work } = await import('./action.js')
      await work(terminal, source, command.opts<WorkerOptions>())
    })
}
