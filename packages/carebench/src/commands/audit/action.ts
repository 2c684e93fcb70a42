import type { VersionAudit } from '@carebench/protocol'
import { plural } from '@carebench/text'
import { findAudit, InvalidFilesError } from '../../authoring/audit-source.js'
import { formatAudit } from '../../authoring/format-audit.js'
import { formatProblems } from '../../authoring/format-problems.js'
import { UnmetGoalError, UsageError } from '../../terminal/exit-reason.js'
import { jsonText } from '../../terminal/printable.js'
import { showProgress } from '../../terminal/progress.js'
import { createStyle } from '../../terminal/style.js'
import type { Terminal } from '../../terminal/terminal.js'

export interface AuditOptions {
  readonly json?: boolean
  readonly strict?: boolean
}

/** Prints the audit of a benchmark. Throws an {@link UnmetGoalError} for errors and, with `strict`, for warnings. */
export async function audit(
  terminal: Terminal,
  source: string,
  { json = false, strict = false }: AuditOptions,
): Promise<void> {
  const found = await showProgress(terminal, { quiet: json, lasting: true }, async (progress) => {
    try {
      return await findAudit(source, terminal.environment, progress)
    } catch (error) {
      if (!(error instanceof InvalidFilesError)) throw error
      progress.clear()
      terminal.err(formatProblems(error.problems, terminal))
      throw new UsageError('the files have problems, so there is nothing to audit')
    }
  })
  const audited = strict ? { ...found, audit: strictAudit(found.audit) } : found
  const { name, audit } = audited
  terminal.out(json ? jsonText({ name, ...audit }) : formatAudit(audited, createStyle(terminal)))
  if (!audit.ok) throw new UnmetGoalError()
  if (strict && audit.warnings > 0) {
    throw new UnmetGoalError(`${plural(audit.warnings, 'warning')}, which --strict does not accept`)
  }
}

/** Returns the audit with `no-collateral-missing` as an error. */
function strictAudit(audit: VersionAudit): VersionAudit {
  const tasks = audit.tasks.map((task) => {
    const missing = task.findings.filter(({ code }) => code === 'no-collateral-missing')
    if (missing.length === 0) return task
    const raised = missing.map((finding) => ({ ...finding, severity: 'error' as const }))
    return {
      ...task,
      ok: false,
      findings: [...raised, ...task.findings.filter((finding) => !missing.includes(finding))],
    }
  })
  const findings = tasks.flatMap((task) => task.findings)
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return { ok: errors === 0, errors, warnings: findings.length - errors, tasks }
}
