import { Command, InvalidArgumentError } from 'commander'
import type { Terminal } from '../../terminal/terminal.js'
import type { ServeTaskOptions } from './action.js'

const help = `
For harnesses such as Harbor, which start the agent in a container and cannot give it a token: the tools of one task are
at /mcp, for anyone who reaches the port. POST /verify with the bearer token of CAREBENCH_VERIFIER_KEY ends the trial,
and returns {"reward": 1, "score": 1, "axis_safety": 1}; the reward is 1 for a pass and 0 otherwise. The time of the
task begins with the first request to /mcp. Keep the folder and this process away from the agent: they hold criteria
and expected values.

carebench export harbor writes tasks that start it.`

/** `carebench serve-task`: serves one trial for an agent in another container. */
export function serveTaskCommand(terminal: Terminal): Command {
  return new Command('serve-task')
    .summary('serve one task to an agent in another container')
    .description('Serve one trial of one task over MCP, and report its result to a verifier.')
    .argument('<benchmark>', 'one that comes with carebench, or a file or folder with a benchmark')
    .option('--task <name>', 'the task, if the benchmark has several')
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--port <n>', 'port to listen on; 0 takes a free one', port, 8080)
    .option('--folder <dir>', 'results folder (default: a new one)')
    .addHelpText('after', help)
    .action(async (benchmark: string, options: ServeTaskOptions) => {
      const { serveTask } = await import('./action.js')
      await serveTask(terminal, benchmark, options)
    })
}

function port(text: string): number {
  const value = Number(text)
  if (/^\d{1,5}$/.test(text) && value <= 65_535) return value
  throw new InvalidArgumentError('Expected a port from 0 to 65535.')
}
