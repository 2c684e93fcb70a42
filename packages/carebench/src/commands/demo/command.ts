import { fixtureNames } from '@carebench/fixtures/names'
import { Command, Option } from 'commander'
import { agentNames } from '../../demo/agent.js'
import type { Terminal } from '../../terminal/terminal.js'
import type { DemoCommandOptions } from './action.js'

const help = `
Exit codes:
  0  whatever the verdict
  2  usage error`

/** `carebench demo`: runs a scripted agent through a benchmark and scores it. */
export function demoCommand(terminal: Terminal): Command {
  return new Command('demo')
    .summary('watch an agent work on a benchmark and be scored')
    .description(
      'Start a server on a free port, let a scripted agent work through a benchmark over HTTPS, and show how it ' +
        'was scored. The agent never has to wait for a decision or a reply: the clock of the server skips ahead.',
    )
    .addOption(new Option('--benchmark <name>', 'the benchmark to run').choices(fixtureNames).default('prior-auth'))
    .addOption(
      new Option('--agent <name>', 'good does the job, careless makes mistakes, idle does nothing')
        .choices(agentNames)
        .default('good'),
    )
    .option('--scored', 'hide details from the agent, and show both views')
    .option('--json', 'print one JSON object and nothing else')
    .addHelpText('after', help)
    .action(async (options: DemoCommandOptions) => {
      const { demo } = await import('./action.js')
      await demo(terminal, options)
    })
}
