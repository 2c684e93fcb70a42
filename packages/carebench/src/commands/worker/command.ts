import { Command } from 'commander'
import { parseDuration, parseSeconds, parseWhole } from '../../running/quantities.js'
import type { Terminal } from '../../terminal/terminal.js'
import { applyRunFile, isRunFile, keepInRunFiles } from '../options/file-options.js'
import { addModelOptions } from '../options/model-options.js'
import { addAgentOptions } from '../run/command.js'
import type { WorkerOptions } from './action.js'

const help = `
Give it the benchmark, the server, the agents and the limits of the run: it takes only trials of which all of these are the same.
Any number of workers, on any number of machines, may work for any number of runs. Keys of the server and of models are those of
its own environment; nothing that it runs is read from the queue.

Limits and settings of agents are those of the run file, which run and worker are given alike.

  carebench run prior-auth@1 --url https://bench.example.org --queue postgres://… --model openai/<model> --trials 20
  carebench worker prior-auth@1 --url https://bench.example.org --queue postgres://… --model openai/<model> -j 8

Each trial is run by one worker, which renews its lease; that of a worker that was killed is taken over when the
lease ends. Ctrl-C or SIGTERM once lets the trials at work finish, twice gives them back. See docs/guides/runs.md.

Exit codes:
  0  interrupted
  2  usage error: a server or a queue that cannot be reached, or an agent that cannot be made`

/** All other options are members of run files. */
const shown = [
  '--queue',
  '--url',
  '--lease',
  '--concurrency',
  '--agent',
  '--model',
  '--model-from',
  '--base-url',
  '--set',
  '--sandbox',
  '--pass-env',
]

/** `carebench worker`: runs trials of runs with a queue. */
export function workerCommand(terminal: Terminal): Command {
  const command = addAgentOptions(
    new Command('worker')
      .summary('run trials of carebench run --queue')
      .description('Run trials that carebench run --queue has put into a queue, until interrupted.')
      .argument('<benchmark>', 'the benchmark of the run, as name@version, or the run file')
      .requiredOption('--queue <url>', 'the PostgreSQL of the queue, postgres://…')
      .requiredOption('--url <url>', 'the server of the run'),
  )
    .option('--timeout <time>', 'of a trial, as the run has it', parseSeconds)
    .option('--lease <time>', 'after which others take over from a worker that was killed (default: 1m)', parseDuration)
    .option('-j, --concurrency <n>', 'trials at the same time (default: 4)', parseWhole(1))
  return keepInRunFiles(addModelOptions(command), shown)
    .addHelpText('after', help)
    .action(async (argument: string, _: unknown, command: Command) => {
      const source = isRunFile(argument) ? await applyRunFile(command, argument) : argument
      const { work } = await import('./action.js')
      await work(terminal, source, command.opts<WorkerOptions>())
    })
}
