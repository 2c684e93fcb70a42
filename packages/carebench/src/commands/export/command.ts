import { Command } from 'commander'
import { parseWhole } from '../../running/quantities.js'
import type { Terminal } from '../../terminal/terminal.js'
import type { ExportOptions } from './action.js'

const folderHelp = `
The folder is a results folder of carebench run. The same folder gives the same bytes. Control characters and halves of
surrogate pairs become U+FFFD. Keys in the environment become [secret]; carebench run has already replaced the keys that
it knew. Records hold criteria and expected values, and so do exports: do not show them to agents that you will score.
`

const inspectHelp = `
  mkdir logs && carebench export inspect runs/first --output logs

Writes a log for each agent, with a name that Inspect lists: inspect view --log-dir logs
${folderHelp}`

const otlpHelp = `
  carebench export otlp runs/first --output traces.jsonl

Each line is the trace of a trial, and can be posted as it is:
  while read -r trace; do
    curl -sS -H 'Content-Type: application/json' -d "$trace" http://localhost:4318/v1/traces
  done < traces.jsonl

Messages, and the arguments and results of tools, are left out without --content.
${folderHelp}`

const harborHelp = `
  carebench export harbor prior-auth --output harbor
  CAREBENCH_VERIFIER_KEY=$(openssl rand -hex 16) harbor run --path harbor --agent claude-code --env docker

Harbor 0.26.0 parses these tasks with its own models (Python: harbor.models.task.task.Task), and knows every field of
task.toml. Not tested: no image was built, no container was started, and harbor run and harbor lint were not used. In
each task, a separate container serves the tools and holds the criteria (carebench serve-task); the container of the
agent does not hold them.
`

/** `carebench export`: writes results and tasks in the formats of other programs. */
export function exportCommand(terminal: Terminal): Command {
  return new Command('export')
    .summary('write results and tasks in the formats of other programs')
    .description('Write results and tasks in the formats of other programs.')
    .addCommand(harborCommand(terminal))
    .addCommand(inspectCommand(terminal))
    .addCommand(otlpCommand(terminal))
}

function harborCommand(terminal: Terminal): Command {
  return new Command('harbor')
    .summary('write the tasks of a benchmark as tasks of Harbor')
    .description('Write the tasks of a benchmark as tasks of Harbor: a folder for each.')
    .argument('<benchmark>', 'one that comes with carebench, or a folder with a benchmark')
    .requiredOption('--output <dir>', 'a folder that is missing or empty')
    .addHelpText('after', harborHelp)
    .action(async (benchmark: string, { output }: { readonly output: string }) => {
      const { exportHarbor } = await import('./harbor-action.js')
      await exportHarbor(terminal, benchmark, output)
    })
}

function inspectCommand(terminal: Terminal): Command {
  return ofFolder(new Command('inspect'))
    .summary('write the trials of an agent as a log of Inspect')
    .description('Write the trials of an agent as a log of Inspect (JSON).')
    .option('--agent <name>', 'the agent; not needed if --output is a folder, which gets a log of each agent')
    .addHelpText('after', inspectHelp)
    .action(async (folder: string, options: ExportOptions) => {
      const { exportInspect } = await import('./action.js')
      exportInspect(terminal, folder, options)
    })
}

function otlpCommand(terminal: Terminal): Command {
  return ofFolder(new Command('otlp'))
    .summary('write the trials as traces of OpenTelemetry')
    .description('Write the trials as traces of OpenTelemetry (OTLP/JSON), with the conventions for generative AI.')
    .option('--agent <name>', 'only the trials of this agent')
    .option('--content', 'include messages, and the arguments and results of tools')
    .addHelpText('after', otlpHelp)
    .action(async (folder: string, options: ExportOptions) => {
      const { exportTraces } = await import('./action.js')
      exportTraces(terminal, folder, options)
    })
}

function ofFolder(command: Command): Command {
  return command
    .argument('<folder>', 'the folder of the run')
    .option('--output <file>', 'write to this file instead of stdout')
    .option('--longest <characters>', 'cut longer texts (default: 100000)', parseWhole(1))
}
