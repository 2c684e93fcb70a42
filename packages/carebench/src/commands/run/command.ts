import { fixtureNames } from '@carebench/fixtures/names'
import { Command, Option } from 'commander'
import { parseSurface } from '../../running/agent-surface.js'
import { parseDuration, parseNumber, parseSeconds, parseShard, parseWhole } from '../../running/quantities.js'
import type { Terminal } from '../../terminal/terminal.js'
import { applyRunFile, isRunFile, keepInRunFiles } from '../options/file-options.js'
import { addGateOptions } from '../options/gate-options.js'
import { addModelOptions } from '../options/model-options.js'
import type { RunCommandOptions } from './kept-options.js'

const help = `
Benchmarks: ${fixtureNames.join(', ')}; a folder; carebench-1.
Agents: good, careless, idle (scripts), solution (the reference), human (--reader NAME), module:FILE, command:PROGRAM,
mcp:PROGRAM, http://…, or a preset such as claude-code:MODEL; NAME=AGENT names one. A run file has more options, such as
max_cost. The same --folder continues. See evaluating-an-agent.md, evaluating-a-model.md and runs.md in docs/guides.
  carebench run prior-auth --agent good --agent careless --trials 5
  carebench run carebench-1 --split dev --agent solution --limit 10

Exit codes:
  0    every trial is scored, whatever the verdicts
  1    the pass rate of an agent is below fail_under of the run file
  2    usage error
  3    fewer trials are scored than min_coverage, an agent cannot run, or the disk is full
  4    the budget is used up
  5    an agent regressed, see fail_on_regression in docs/guides/gates.md
  130  interrupted: Ctrl-C lets running trials finish; a second Ctrl-C, or SIGTERM, cancels them`

/** All other options are members of run files. */
const shown = [
  '--agent',
  '--model',
  '--base-url',
  '--set',
  '--reader',
  '--surface',
  '--sandbox',
  '--pass-env',
  '--split',
  '--task',
  '--limit',
  '--trials',
  '--concurrency',
  '--shard',
  '--budget',
  '--seed',
  '--url',
  '--queue',
  '--folder',
  '--resume',
  '--retry-infra',
  '--no-preflight',
  '--dry-run',
  '--no-pages',
  '--json',
]

/** `carebench run`: runs agents through a benchmark, with repeated trials, and scores them. */
export function runCommand(terminal: Terminal): Command {
  const command = addAgentOptions(
    new Command('run')
      .summary('run agents through a benchmark, several times each')
      .description('Run agents through a benchmark, and keep the results in a folder.')
      .argument('[benchmark]', 'a benchmark, or a run file: *.run.yaml'),
  )
    // Not in the help, because the list of agents describes it.
    .addOption(new Option('--reader <name>', 'name or pseudonym of the person who works as the agent human').hideHelp())
    .option('--surface <surface>', 'tools, http or browser; for all agents', parseSurface)
    .option('--split <name>', 'a split of the benchmark, such as test or dev-x')
    .option('--task <name>', 'only these tasks (* = any text); repeatable', collect)
    .option('--limit <n>', 'only n tasks, from all families in turn', parseWhole(1))
    .option('--trials <n>', 'trials per agent and task (default: 1)', parseWhole(1))
    .option('-j, --concurrency <n>', 'trials at the same time (default: 4)', parseWhole(1))
    .option('--timeout <time>', "timeout of a trial: 90 or 90s; at most the benchmark's", parseSeconds)
    .option('--retry-infra <n>', 'retries after infrastructure errors (2)', parseWhole(0))
    .option('--shard <i/n>', 'only this part of the trials; see run merge', parseShard)
    .option('--budget <usd>', 'stop when the run has cost this much', parseNumber)
    .option('--seed <n>', 'seed of trials, and of worlds if allowed', parseWhole(0))
    .option('--url <url>', 'run on this server')
    .option('--queue <url>', 'let workers run the trials: postgres://…')
    .option('--folder <dir>', 'results (default: runs/<date>-<name>)')
    .option('--name <name>', 'the name in the default folder (default: that of the benchmark)')
    .option('--resume <dir>', 'continue this run with its options')
    .option('--junit <file>', 'write JUnit XML: a suite for each agent, a case for each trial')
    .option('--summary <file>', 'write a summary in Markdown (default: $GITHUB_STEP_SUMMARY, where it is set)')
    .option('--no-preflight', 'do not check models and services first')
    .option('--dry-run', 'print the plan and its cost, run nothing')
    .option('--no-pages', 'write no pages about the trials at the end')
    .option('--json', 'print only JSON, one object per line')
  return keepInRunFiles(addGateOptions(addModelOptions(command), 'default: 1'), shown)
    .enablePositionalOptions()
    .addHelpText('after', help)
    .action(async (argument: string | undefined, _: unknown, run: Command) => {
      const source = argument !== undefined && isRunFile(argument) ? await applyRunFile(run, argument) : argument
      const action = await import('./action.js')
      await action.run(terminal, source, run.opts<RunCommandOptions>())
    })
    .addCommand(listCommand(terminal))
    .addCommand(showCommand(terminal))
    .addCommand(watchCommand(terminal))
    .addCommand(cancelCommand(terminal))
    .addCommand(requeueCommand(terminal))
    .addCommand(paceCommand(terminal))
    .addCommand(mergeCommand(terminal))
}

/** Adds the options for agents and their limits. */
export function addAgentOptions(command: Command): Command {
  return command
    .option('--agent <agent>', 'an agent; repeatable', collect)
    .option('--pass-env <name>', 'a variable to pass to commands; repeatable', collect)
    .option('--sandbox <kind>', 'isolate commands: bwrap, or none (default)')
    .option('--sandbox-read <path>', 'a file or folder that commands in the sandbox may read; repeatable', collect)
    .option('--sandbox-host <host:port>', 'a host that commands in the sandbox may reach; repeatable', collect)
    .option('--agent-token-env <name>', 'the variable with the bearer token to send to services under evaluation')
    .option('--grace <time>', 'how long a command may take to exit after SIGTERM (default: 2s)', parseDuration)
    .option('--agent-version <text>', 'the version of all agents, or of one as NAME=TEXT; repeatable', collect)
    .option('--trust-agent-exit', 'treat exit code 75 of a command as an infrastructure error: the trial is retried')
}

function listCommand(terminal: Terminal): Command {
  return new Command('ls')
    .summary('list runs')
    .description('List the runs in a folder, with how many of their trials are scored.')
    .argument('[folder]', 'the folder of runs', 'runs')
    .option('--json', 'print one JSON array and nothing else')
    .action(async (folder: string, options: { readonly json?: boolean }) => {
      const { listRuns } = await import('./runs-action.js')
      listRuns(terminal, folder, options)
    })
}

function showCommand(terminal: Terminal): Command {
  return new Command('show')
    .summary('show results, also during a run')
    .description(
      'Show the results of a run, also while it is running: a row for each agent, and for each of its tasks.',
    )
    .argument('<folder>', 'the folder of the run')
    .option('--json', 'print one JSON object and nothing else')
    .action(async (folder: string, options: { readonly json?: boolean }) => {
      const { showRun } = await import('./runs-action.js')
      showRun(terminal, folder, options)
    })
}

function watchCommand(terminal: Terminal): Command {
  return new Command('watch')
    .summary('print trials as they end')
    .description('Print the trials of a run as they end, until the run has ended.')
    .argument('<folder>', 'the folder of the run')
    .action(async (folder: string) => {
      const { watchRun } = await import('./runs-action.js')
      await watchRun(terminal, folder)
    })
}

function cancelCommand(terminal: Terminal): Command {
  return new Command('cancel')
    .summary('stop a run, or cancel one of its trials')
    .description(
      'Stop a run on this machine: running trials finish, and no further trial starts. With a trial, cancel only ' +
        'this trial, which becomes unscored.',
    )
    .argument('<folder>', 'the folder of the run')
    .argument('[trial]', 'a running trial, as <agent>/<task>/<number>')
    .option('--now', 'also cancel the running trials, which become unscored')
    .action(async (folder: string, trial: string | undefined, options: { readonly now?: boolean }) => {
      const { cancelRun, requestTrial } = await import('./runs-action.js')
      if (trial === undefined) cancelRun(terminal, folder, options)
      else requestTrial(terminal, folder, trial, 'cancel')
    })
}

function requeueCommand(terminal: Terminal): Command {
  return new Command('requeue')
    .summary('restart an unscored trial')
    .description(
      'Restart a trial that hangs or has ended unscored, in a run whose process goes on, on this machine. Scored ' +
        'trials are never run again. If the run has ended, the same command continues it.',
    )
    .argument('<folder>', 'the folder of the run')
    .argument('<trial>', 'an unscored trial, as <agent>/<task>/<number>')
    .action(async (folder: string, trial: string) => {
      const { requestTrial } = await import('./runs-action.js')
      requestTrial(terminal, folder, trial, 'requeue')
    })
}

function paceCommand(terminal: Terminal): Command {
  return new Command('pace')
    .summary('pause, or change the concurrency')
    .description('Change how many trials of a run on this machine run at a time; running trials continue.')
    .argument('<folder>', 'the folder of the run')
    .argument('<trials>', 'trials at the same time; 0 pauses the run', parseWhole(0))
    .action(async (folder: string, concurrency: number) => {
      const { paceRun } = await import('./runs-action.js')
      paceRun(terminal, folder, concurrency)
    })
}

function mergeCommand(terminal: Terminal): Command {
  return new Command('merge')
    .summary('merge the folders of all shards')
    .description(
      'Merge the results folders of the shards of one run into a new folder, as if one process had run all of its ' +
        'trials.',
    )
    .argument('<folders...>', 'the folders of the shards')
    .requiredOption('--into <folder>', 'the new folder')
    .action(async (folders: readonly string[], { into }: { readonly into: string }) => {
      const { mergeRuns } = await import('./merge-action.js')
      mergeRuns(terminal, folders, into)
    })
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}
