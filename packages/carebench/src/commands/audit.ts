import { Command } from 'commander'
import { findAudit } from '../authoring/audit-source.js'
import { formatAudit } from '../authoring/format-audit.js'
import { createStyle } from '../demo/style.js'
import { FellShort } from '../exit-reason.js'
import type { Terminal } from '../terminal.js'

interface AuditOptions {
  readonly json?: boolean
  readonly strict?: boolean
}

const help = `
Examples:
  carebench audit benchmarks/triage      a folder with a benchmark.json, audited in memory
  carebench audit prior-auth@1           a version of a running server, as it was audited when it was published

For a version of a server, environment:
  CAREBENCH_URL, CAREBENCH_ORGANIZATION_KEY, CAREBENCH_CA, as carebench serve prints them

Exit codes: 0 no errors, 1 errors were found, with --strict warnings too, 2 wrong use.`

/** `carebench audit`: whether the criteria of a benchmark measure anything. */
export function auditCommand(terminal: Terminal): Command {
  return new Command('audit')
    .summary('find criteria that measure too little')
    .description('Find criteria that give points for nothing, that nobody can pass, or that notice too little.')
    .argument('<source>', 'a folder with a benchmark.json, that file itself, or name@version on a running server')
    .option('--json', 'print one JSON object: {name, ok, errors, warnings, tasks}')
    .option('--strict', 'exit 1 for warnings too')
    .addHelpText('after', help)
    .action(async (source: string, { json = false, strict = false }: AuditOptions) => {
      const audited = await findAudit(source, terminal)
      const { name, audit } = audited
      terminal.out(json ? `${JSON.stringify({ name, ...audit })}\n` : formatAudit(audited, createStyle(terminal)))
      if (!audit.ok || (strict && audit.warnings > 0)) throw new FellShort()
    })
}
