import { FaultyFiles, findAudit } from '../authoring/audit-source.js'
import { formatAudit } from '../authoring/format-audit.js'
import { formatProblems } from '../authoring/format-problems.js'
import { createStyle } from '../demo/style.js'
import { FellShort, WrongUse } from '../exit-reason.js'
import { showProgress } from '../progress.js'
import type { Terminal } from '../terminal.js'

export interface AuditOptions {
  readonly json?: boolean
  readonly strict?: boolean
}

/** Prints the audit of a benchmark. Throws a {@link FellShort} if there are findings. */
export async function audit(
  terminal: Terminal,
  source: string,
  { json = false, strict = false }: AuditOptions,
): Promise<void> {
  const audited = await showProgress(terminal, { quiet: json, lasting: true }, async (progress) => {
    try {
      return await findAudit(source, terminal.environment, progress)
    } catch (error) {
      if (!(error instanceof FaultyFiles)) throw error
      progress.clear()
      terminal.err(formatProblems(error.problems, terminal))
      throw new WrongUse('the files have problems, so there is nothing to audit')
    }
  })
  const { name, audit } = audited
  terminal.out(json ? `${JSON.stringify({ name, ...audit })}\n` : formatAudit(audited, createStyle(terminal)))
  if (!audit.ok || (strict && audit.warnings > 0)) throw new FellShort()
}
