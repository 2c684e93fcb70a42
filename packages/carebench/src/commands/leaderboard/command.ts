import { Command } from 'commander'
import type { Terminal } from '../../terminal/terminal.js'
import type { LeaderboardOptions } from './action.js'

const help = `
An entry is made from the records in a results folder, which the server must have signed: run agents there with
carebench run --url.
The public key of a server is at /.well-known/carebench-record-keys.json, without a token:
  curl --cacert "$CAREBENCH_CA" "$CAREBENCH_URL/.well-known/carebench-record-keys.json" > keys.json
  carebench leaderboard add leaderboard.json runs/first --key keys.json
  carebench leaderboard verify leaderboard.json runs/first --key keys.json
  carebench leaderboard show leaderboard.json

Each record is checked, replayed and scored again. Results are rejected, with every reason, if a record was changed or
sealed again, is not signed by the key, belongs to another trial or to two, or was made by other versions; if fewer than
95 % of the trials are scored; or if the run has only some of the tasks. See docs/guides/leaderboards.md for what that
proves.

Exit codes:
  0  added, or proven
  1  rejected
  2  usage error, or a file cannot be read or written`

/** `carebench leaderboard`: results with proof. */
export function leaderboardCommand(terminal: Terminal): Command {
  return new Command('leaderboard')
    .summary('add results with proof to a leaderboard, and verify them')
    .description('Add results of carebench run to a leaderboard, and verify its entries from signed records.')
    .addHelpText('after', help)
    .addCommand(
      proofCommand(terminal, 'add', 'add the results of an agent to a leaderboard, which is created if missing'),
    )
    .addCommand(proofCommand(terminal, 'verify', 'check the entry of an agent against its records'))
    .addCommand(
      new Command('show')
        .summary('print a leaderboard, without checking it')
        .description('Print a leaderboard, without checking it.')
        .argument('<file>', 'the leaderboard')
        .action(async (file: string) => {
          const { showLeaderboard } = await import('./action.js')
          showLeaderboard(terminal, file)
        }),
    )
}

function proofCommand(terminal: Terminal, name: 'add' | 'verify', what: string): Command {
  return new Command(name)
    .summary(what)
    .description(`${what.charAt(0).toUpperCase()}${what.slice(1)}.`)
    .argument('<file>', 'the leaderboard')
    .argument('<folder>', 'the results folder of carebench run')
    .requiredOption('--key <file>', 'the public key of the server, as PEM or JSON Web Key')
    .option('--agent <name>', 'the agent, if the folder has several')
    .option('--json', 'print one JSON object and nothing else')
    .action(async (file: string, folder: string, options: LeaderboardOptions) => {
      const { addToLeaderboard, verifyLeaderboard } = await import('./action.js')
      await (name === 'add' ? addToLeaderboard : verifyLeaderboard)(terminal, { file, folder }, options)
    })
}
