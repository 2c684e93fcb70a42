import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject, type JsonObject, type KnownAudit } from '@carebench/protocol'
import { UsageError } from '../terminal/exit-reason.js'

/**
 * Reads the audit shipped with a benchmark, `audit.json` in its folder; empty if there is no such file, or if its JSON
 * is not an audit. Throws a {@link UsageError} if it is not JSON. A service ignores an audit of other content, or by
 * another engine.
 */
export function auditsInFolder(folder: string): readonly KnownAudit[] {
  const file = join(folder, 'audit.json')
  if (!existsSync(file)) return []
  let found: unknown
  try {
    found = JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new UsageError(
      `${file} is not JSON: it must be the audit that the benchmark is shipped with, or be removed`,
      {
        cause,
      },
    )
  }
  return isKnownAudit(found) ? [found] : []
}

/** Returns the warning that the audit shipped with a benchmark cannot be used, because it is outdated. */
export function warnOfStaleAudit(name: string): string {
  return (
    `The audit that is shipped with ${name} belongs to other content or to another version of carebench. ${name} is ` +
    'audited again, which may take minutes.'
  )
}

function isKnownAudit(value: unknown): value is KnownAudit & JsonObject {
  return (
    isJsonObject(value) &&
    [value.digest, value.engine_version, value.verifier_version].every((member) => typeof member === 'string') &&
    isJsonObject(value.audit)
  )
}
