import { Command } from 'commander'
import type { Terminal } from '../../terminal/terminal.js'
import type { AuditOptions } from './action.js'

const help = `
Examples:
  carebench audit benchmarks/triage      a folder with a benchmark.json, audited in memory
  carebench audit prior-auth@1           the audit of a published version on a running server

Environment variables for name@version:
  CAREBENCH_URL, CAREBENCH_ORGANIZATION_KEY, CAREBENCH_CA, as carebench serve prints them

Exit codes:
  0  the audit has no errors
  1  the audit has errors (with --strict also warnings), or the server failed
  2  usage error, the files have problems, a file cannot be read, or
     the server cannot be reached, or refuses the call`

/** `carebench audit`: checks that the criteria of a benchmark measure the work. */
export function auditCommand(terminal: Terminal): Command {
  return new Command('audit')
    .summary('check that the criteria of a benchmark measure the work')
    .description('Find criteria that give points for nothing, that nobody can pass, or that miss mistakes.')
    .argument('<source>', 'a folder with a benchmark.json, that file itself, or name@version on a running server')
    .option('--json', 'print one JSON object: {name, ok, errors, warnings, tasks}')
    .option('--strict', 'count a missing no-collateral guard as an error, and exit 1 on warnings too')
    .addHelpText('after', help)
    .action(async (source: string, options: AuditOptions) => {
      const { audit } = await import('./action.js')
      await audit(terminal, source, options)
    })
}
