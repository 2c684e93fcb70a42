import { Command } from 'commander'
import { settings } from '../../serving/settings.js'
import type { Terminal } from '../../terminal/terminal.js'

const examples = `
Examples:
  carebench serve                                       every benchmark, on https://127.0.0.1:8443
  carebench serve --port 0 --fixtures prior-auth --json > ready.json &
                                                        for scripts: wait for the line, read the keys from it
  carebench serve --benchmarks carebench-1:dev          a split of carebench-1 as well
  carebench serve --clock manual --seed 7               repeatable, with a clock that you advance
  carebench serve --data ./carebench-data               keeps everything: the next start continues with the same keys
  carebench serve --database-url postgres://carebench@db/carebench --secret-file carebench.secret
                                                        the same in PostgreSQL, for any number of processes

The JSON line has url, pid, ca_file (the certificate to trust), organization_id,
organization_key, solver_id, solver_key and operator_key. The organization owns the published benchmarks; with the
operator key, carebench organizations create creates others. Each start creates a new organization, unless data is kept.

With --clock manual, the clock stays at 2026-01-05T09:00:00.000Z until a call from this machine advances it:
  POST /testing/clock {"advance_seconds": 60}           with an organization key

Each setting can also be an environment variable, CAREBENCH_SERVE_PORT for --port, or a member of the file of --config,
"port". A flag takes precedence over the environment, and the environment over the file. The operator key itself is read
from CAREBENCH_SERVE_OPERATOR_KEY or the file, never from a flag.

SIGTERM or SIGINT (Ctrl+C) ends it: requests in flight get 10 seconds to finish. A second signal ends it at once.
Exit codes:
  0  stopped by a signal
  2  usage error: an option, a file, a folder or a port that is in use, or a database that cannot be
     opened`

/** `carebench serve`: runs the reference server. */
export function serveCommand(terminal: Terminal): Command {
  const command = new Command('serve')
    .summary('run the reference server')
    .description(
      'Run the reference server over HTTPS until it gets SIGTERM or SIGINT. By default everything is in memory.',
    )
  for (const [name, setting] of settings) {
    if (setting['x-secret'] === true) continue
    const argument = `<${setting['x-argument'] ?? 'value'}${setting.type === 'array' ? '...' : ''}>`
    const fallback = setting.default === undefined ? '' : ` (default: ${String(setting.default)})`
    // The action checks the values, because they may also come from the environment or a file.
    command.option(`--${name} ${argument}`, `${setting.description}${fallback}`)
  }
  return command
    .option('--config <file>', 'read settings from a JSON or YAML file')
    .option('--print-config', 'print each setting and its source, and do not start')
    .option('--print-config-schema', 'print the JSON Schema of the file, for editors, and do not start')
    .option('--json', 'print one line of JSON when ready, and nothing else')
    .addHelpText('after', examples)
    .action(async (options: Readonly<Record<string, never>>) => {
      const flags = Object.fromEntries(settings.map(([name]) => [name, options[camelCase(name)]]))
      const { config, json, printConfig, printConfigSchema } = options
      const { runServe } = await import('./run-serve.js')
      await runServe(terminal, { flags, config, json, printConfig, printConfigSchema })
    })
}

/** Returns commander's name of an option. */
function camelCase(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
