import { fixtureNames } from '@carebench/fixtures/names'
import { Command, InvalidArgumentError } from 'commander'
import type { RunCommandOptions } from '../actions/run.js'
import { parseDuration, parseSeconds } from '../running/quantities.js'
import type { Terminal } from '../terminal.js'
import { addGateOptions } from './gate-options.js'
import { addModelOptions } from './model-options.js'

const help = `
The benchmark is one that comes with carebench (${fixtureNames.join(', ')}),
a folder with a benchmark, an installed package such as
@carebench/carebench-1 (by the name carebench-1, with --split test or dev), or, with --url, name@version on a server. Without --url, it runs on a service inside this process
that nobody else can reach.

Agents are scripted ones (good, careless, idle; for the benchmarks that come with carebench), which work one after another, or
module:FILE, a file with  export default async (trial, { signal }) => output . NAME=… names an agent. Agents that run elsewhere
are command:COMMAND, a program; http://…, a service; and mcp:COMMAND, a program that speaks MCP: see docs/evaluating-an-agent.md.

solution is no agent but the reference: it replays the solutions that the files of a benchmark record, to check the set-up before an
agent is let loose. It must reach 100 %; results call it the reference. Where the clock of a benchmark is not stepped, it works alone.

Presets start programs that speak MCP, as PRESET or PRESET:MODEL, with further arguments after a space. Install the program first, and
set the variables that docs/evaluating-an-mcp-agent.md lists. Each solved a task with a scripted model, in the version and on the day
shown:
  claude-code  @anthropic-ai/claude-code 2.1.332 2026-11-28
  codex        @openai/codex 0.171.0             2026-11-28
  continue     @continuedev/cli 1.5.47           2026-11-28
  copilot      @github/copilot 1.0.102           2026-11-28
  gemini       @google/gemini-cli 0.61.0         2026-11-28
  opencode     opencode-ai 1.18.33               2026-11-28
  qwen-code    @qwen-code/qwen-code 0.24.4       2026-11-28
Untried, and without a preset: @augmentcode/auggie, @charmland/crush, @mariozechner/pi-coding-agent, @sourcegraph/amp, cline.

Models of openai, anthropic and google need their key in the environment (OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY)
and the package of their provider, as do those of azure, bedrock and vertex; every other name is an OpenAI-compatible server at
--base-url. --set gives one model its own address, price and options. See docs/evaluating-a-model.md.

  carebench run prior-auth --agent good --agent careless --trials 5
  carebench run carebench-1 --split dev --agent solution --limit 9
  carebench run my-benchmark --agent mine=module:agent.mjs --trials 3 -j 8
  carebench run prior-auth --agent 'command:python3 agent.py' --sandbox bwrap
  carebench run prior-auth --model local/qwen3 --base-url http://127.0.0.1:8000/v1 --trials 3
  carebench run --resume runs/2026-11-22-prior-auth
  carebench run nightly.run.yaml
  carebench run ls
  carebench run watch runs/2026-11-22-prior-auth

A file named *.run.yaml or *.run.json holds a benchmark and options by their names with _, those that are repeatable as lists: agents,
models, tasks. Options of the command line win. Its paths start where the command is run.

Before the first trial, each model is asked to call a tool, and each service is connected to; if that fails, nothing is started.

A trial that infrastructure broke is unscored: neither pass nor fail, and tried again. The same command with the same --folder
continues, and so does --resume; scored trials are never run again. Ctrl-C once lets the trials at work finish, twice cancels
them. See docs/runs.md for the folder. At the end, its folder report gets pages about the trials: open report/index.html.

With --queue, any number of processes carebench worker, on any machines, run the trials; this one keeps the results. See
carebench worker --help.

With --url, the keys are CAREBENCH_SOLVER_KEY and CAREBENCH_ORGANIZATION_KEY of the environment (both are needed), and CAREBENCH_CA names the PEM file
of the certificate. Records contain criteria and expected values: do not show them to agents that are still to be scored.

If several gates are missed, all are named, and the exit code is the first of 3, 5 and 1. See docs/gates.md.

Exit codes:
  0    every trial is scored, whatever the verdicts
  1    the pass rate of an agent is below --fail-under
  2    usage error
  3    fewer trials are scored than --min-coverage asks for, or none was begun because an agent cannot work,
       or the disk is full: what was acknowledged is kept
  4    the budget is used up
  5    an agent regressed, see --fail-on-regression
  130  interrupted; the same command continues. Ctrl-C lets trials at work finish; a second one, and SIGTERM, cancel
       them: programs get SIGTERM, and SIGKILL after --grace`

/** `carebench run`: agents work through a benchmark, again and again, and are scored. */
export function runCommand(terminal: Terminal): Command {
  const command = addAgentOptions(
    new Command('run')
      .summary('run agents through a benchmark, several times each')
      .description('Run agents through a benchmark, several times each, and keep the results in a folder.')
      .argument('[benchmark]', 'the benchmark to run'),
  )
    .option('--split <name>', 'the split of a benchmark that has several, such as carebench-1')
    .option('--task <glob>', 'only tasks whose names match, such as "Request*"; repeatable', collect)
    .option('--limit <n>', 'only the first n of the tasks, of all families in turn', whole(1))
    .option('--trials <n>', 'trials of each agent at each task (default: 1)', whole(1))
    .option('-j, --concurrency <n>', 'trials at the same time (default: 4)', whole(1))
    .option('--timeout <time>', 'of a trial, 90 or 90s; not above that of the benchmark', parseSeconds)
    .option('--retry-infra <n>', 'new attempts at a trial that infrastructure broke (default: 2)', whole(0))
    .option('--budget <usd>', 'stop when the attempts of the run have cost as much', number)
    .option('--seed <n>', 'gives trials their seeds, and their worlds where the benchmark allows it', whole(0))
    .option('--url <url>', 'run on this server')
    .option('--queue <url>', 'let carebench worker run the trials: a PostgreSQL, postgres://…; needs --url')
    .option('--folder <dir>', 'where the results are (default: runs/<date>-<name>)')
    .option('--name <name>', 'the name in the default folder (default: that of the benchmark)')
    .option('--resume <dir>', 'continue the run in this folder with the options it was started with')
    .option('--junit <file>', 'write JUnit XML: a suite for each agent, a case for each trial')
    .option('--summary <file>', 'write a summary in Markdown (default: $GITHUB_STEP_SUMMARY, where it is set)')
    .option('--no-preflight', 'do not check first whether models and services can be reached')
    .option('--dry-run', 'print the plan with what it may cost, and run nothing')
    .option('--no-pages', 'do not write the pages about the trials at the end')
    .option('--json', 'print one JSON object a line for each event, and nothing else')
    .option('--quiet', 'print only the outcome')
  return addGateOptions(addModelOptions(command), 'default: 1')
    .enablePositionalOptions()
    .addHelpText('after', help)
    .action(async (argument: string | undefined, _: unknown, run: Command) => {
      const source =
        argument !== undefined && /\.run\.(ya?ml|json)$/i.test(argument) ? await applyFile(run, argument) : argument
      const action = await import('../actions/run.js')
      await action.run(terminal, source, run.opts<RunCommandOptions>())
    })
    .addCommand(listCommand(terminal))
    .addCommand(showCommand(terminal))
    .addCommand(watchCommand(terminal))
    .addCommand(cancelCommand(terminal))
    .addCommand(requeueCommand(terminal))
}

/** Adds the options that say which agents there are, and what they may do. */
export function addAgentOptions(command: Command): Command {
  return command
    .option('--agent <agent>', 'an agent; repeatable', collect)
    .option('--pass-env <name>', 'a variable that commands get; repeatable', collect)
    .option('--sandbox <kind>', 'keeps commands from the rest of the machine: bwrap, or none (default)')
    .option('--sandbox-read <path>', 'a file or folder that commands in the sandbox may read; repeatable', collect)
    .option('--sandbox-host <host:port>', 'a host that commands in the sandbox may reach; repeatable', collect)
    .option('--agent-token-env <name>', 'the variable with the bearer token that services under evaluation get')
    .option('--grace <time>', 'how long a command may take to end after SIGTERM (default: 2s)', parseDuration)
    .option('--agent-version <text>', 'the version of all agents, or NAME=TEXT of one; repeatable', collect)
    .option('--trust-agent-exit', 'treat exit code 75 of a command as an infrastructure error: the trial is retried')
}

/** Sets the options that a file gives and the command line does not, and returns the benchmark of the file. */
async function applyFile(command: Command, file: string): Promise<string> {
  const { readRunFile } = await import('../running/run-file.js')
  const { benchmark, options } = readRunFile(file)
  for (const { flag, member, values } of options) {
    const option = command.options.find(({ long }) => long === flag)
    if (option === undefined) throw new Error(`There is no option ${flag}.`)
    const name = option.attributeName()
    if (command.getOptionValueSource(name) === 'cli') continue
    let value: unknown
    for (const text of values) {
      try {
        if (option.argChoices?.includes(text) === false)
          throw new InvalidArgumentError(`Expected ${option.argChoices.join(' or ')}.`)
        if (option.isBoolean()) value = text === 'true'
        else value = option.parseArg === undefined ? text : option.parseArg(text, value)
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error
        command.error(`error: ${file}: /${member} is invalid: ${error.message}`)
      }
    }
    command.setOptionValueWithSource(name, value, 'config')
  }
  return benchmark
}

function listCommand(terminal: Terminal): Command {
  return new Command('ls')
    .summary('list runs')
    .description('List the runs in a folder, with how many of their trials are scored.')
    .argument('[folder]', 'the folder of runs', 'runs')
    .option('--json', 'print one JSON array and nothing else')
    .action(async (folder: string, options: { readonly json?: boolean }) => {
      const { listRuns } = await import('../actions/runs.js')
      listRuns(terminal, folder, options)
    })
}

function showCommand(terminal: Terminal): Command {
  return new Command('show')
    .summary('show the results of a run, also while it is at work')
    .description(
      'Show the results of a run, also while it is at work: a row for each agent, and for each of its tasks.',
    )
    .argument('<folder>', 'the folder of the run')
    .option('--json', 'print one JSON object and nothing else')
    .action(async (folder: string, options: { readonly json?: boolean }) => {
      const { showRun } = await import('../actions/runs.js')
      showRun(terminal, folder, options)
    })
}

function watchCommand(terminal: Terminal): Command {
  return new Command('watch')
    .summary('print the trials of a run as they end')
    .description('Print the trials of a run as they end, until the run has ended.')
    .argument('<folder>', 'the folder of the run')
    .action(async (folder: string) => {
      const { watchRun } = await import('../actions/runs.js')
      await watchRun(terminal, folder)
    })
}

function cancelCommand(terminal: Terminal): Command {
  return new Command('cancel')
    .summary('stop a run that is at work on this machine, or one of its trials')
    .description(
      'Stop a run that is at work on this machine: trials at work finish, and no further one begins. With a trial, cancel this one alone; it is unscored.',
    )
    .argument('<folder>', 'the folder of the run')
    .argument('[trial]', 'a trial at work, as <agent>/<task>/<number>')
    .option('--now', 'cancel the trials at work too; they are unscored')
    .action(async (folder: string, trial: string | undefined, options: { readonly now?: boolean }) => {
      const { cancelRun, requestTrial } = await import('../actions/runs.js')
      if (trial === undefined) cancelRun(terminal, folder, options)
      else requestTrial(terminal, folder, trial, 'cancel')
    })
}

function requeueCommand(terminal: Terminal): Command {
  return new Command('requeue')
    .summary('begin a trial anew that is at work, for example one that hangs')
    .description(
      'Cancel a trial that is at work on this machine, and begin it anew. Scored trials are never run again.',
    )
    .argument('<folder>', 'the folder of the run')
    .argument('<trial>', 'a trial at work, as <agent>/<task>/<number>')
    .action(async (folder: string, trial: string) => {
      const { requestTrial } = await import('../actions/runs.js')
      requestTrial(terminal, folder, trial, 'requeue')
    })
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

/** Parses a whole number of at least `least`. */
export function whole(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d{1,15}$/.test(text) && value >= least) return value
    throw new InvalidArgumentError(`Expected a whole number from ${least}.`)
  }
}

function number(text: string): number {
  const value = Number(text)
  if (/^\d+(\.\d+)?$/.test(text)) return value
  throw new InvalidArgumentError('Expected a number that is not negative.')
}
