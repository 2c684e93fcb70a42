import { fixtureNames } from '@carebench/fixtures/names'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { ServeOptions } from '../actions/serve.js'
import type { Terminal } from '../terminal.js'

const examples = `
Examples:
  carebench serve                                       every benchmark, on https://127.0.0.1:8443
  carebench serve --port 0 --fixtures prior-auth --json > ready.json &
                                                        for scripts: wait for the line, read the keys from it
  carebench serve --clock manual --seed 7               repeatable, with a clock that you advance

The JSON line has url, pid, ca_file (the certificate to trust), organization_id,
organization_key, solver_id, solver_key and operator_key. Each start creates a new organization, which owns the
published benchmarks; with the operator key, carebench organizations create makes others.

With --clock manual, the clock stays at 2026-01-05T09:00:00.000Z until a call from this machine advances it:
  POST /testing/clock {"advance_seconds": 60}           with an organization key

SIGTERM or SIGINT (Ctrl+C) ends it: requests in flight get 10 seconds to finish. A second signal ends it at once.
Exit codes:
  0  stopped by a signal
  2  usage error: an option, a file, or a port that is in use`

/** `carebench serve`: the reference server, in memory. */
export function serveCommand(terminal: Terminal): Command {
  return new Command('serve')
    .summary('run the reference server')
    .description('Run the reference server over HTTPS, in memory, until it gets SIGTERM or SIGINT.')
    .option('--port <number>', 'port to listen on; 0 uses any free port', parsePort, 8443)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--cert <file>', 'certificate chain in PEM, with the root if clients do not have it (default: self-signed)')
    .option('--key <file>', 'private key of the certificate in PEM')
    .option(
      '--secret-file <file>',
      'at least 32 random bytes that sign cursors and derive tokens and sandbox credentials; to rotate, name two files: new, old (default: random)',
      (file: string, before: readonly string[] | undefined) => [...(before ?? []), file],
    )
    .option('--operator-key-file <file>', 'file with the key that creates organizations, vop_… (default: random)')
    .addOption(
      new Option('--fixtures <names...>', `benchmarks to publish: all, ${fixtureNames.join(', ')}`).default(
        ['all'],
        'all',
      ),
    )
    .option(
      '--seed <integer>',
      'make generated values in playgrounds repeatable, and with --clock manual all ids',
      parseInteger,
    )
    .addOption(
      new Option('--clock <which>', 'manual stands still until it is advanced, for tests')
        .choices(['system', 'manual'])
        .default('system'),
    )
    .addOption(
      new Option(
        '--limits <which>',
        'limits of rate, concurrency and bytes of each caller; by default on, except on loopback',
      ).choices(['on', 'off']),
    )
    .addOption(
      new Option('--log <format>', 'log each request on stderr: json, one object a line, or pretty')
        .choices(['json', 'pretty', 'off'])
        .default('off', 'off: only failures'),
    )
    .option(
      '--metrics <where>',
      'serve metrics for Prometheus: operator, at /metrics with the operator key; HOST:PORT, over plain HTTP without a key; or off',
      'off',
    )
    .option('--json', 'print one line of JSON when ready, and nothing else')
    .addHelpText('after', examples)
    .action(async (options: ServeOptions) => {
      const { serve } = await import('../actions/serve.js')
      await serve(terminal, options)
    })
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new InvalidArgumentError('Expected an integer from 0 to 65535.')
  return port
}

function parseInteger(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('Expected an integer from 0 to 9007199254740991.')
  }
  return value
}
