import type { AuditedVersion, KnownAudit, VersionAudit } from '@carebench/protocol'
import { verifierVersion } from '@carebench/verifier'
import type { UnauditedVersion } from '../documents/collections/authoring.js'
import { engineVersion } from '../playground/engine-version.js'

/**
 * Extracts the audit of a published version, to be shipped with the benchmark: a service that gets it in `knownAudits`
 * returns the same audit at once when equal content is published. An audit runs the solutions on the day of
 * publication: keep one only if it does not depend on the day, for example because the solutions name all their dates.
 * Throws a TypeError for a version that is not audited yet, or that has no digest, as from other implementations.
 */
export function keepAudit({ digest, audit }: Pick<AuditedVersion, 'digest' | 'audit'>): KnownAudit {
  if (digest === undefined)
    throw new TypeError('An audit can be kept only for a version with a digest; this version has none.')
  if (typeof audit === 'string')
    throw new TypeError(`An audit can be kept only once it is done; the audit of this version is ${audit}.`)
  const positions = new Map<string, string>()
  for (const [task, { task_id, criteria }] of audit.tasks.entries()) {
    positions.set(task_id, writePosition(task))
    for (const [criterion, { criterion_id }] of criteria.entries()) {
      if (criterion_id !== null) positions.set(criterion_id, writePosition(task, criterion))
    }
  }
  return {
    digest,
    engine_version: engineVersion,
    verifier_version: verifierVersion,
    audit: replaceIds(audit, positions),
  }
}

/** Returns the audit of a version whose content equals that of the known audit, exactly as auditing it would. */
export function restoreAudit({ audit }: KnownAudit, { tasks }: Pick<UnauditedVersion, 'tasks'>): VersionAudit {
  const ids = new Map<string, string>()
  for (const [task, { id, criteria }] of tasks.entries()) {
    ids.set(writePosition(task), id)
    for (const [criterion, { id }] of criteria.entries()) ids.set(writePosition(task, criterion), id)
  }
  return replaceIds(audit, ids)
}

/** Returns the audits made by this engine and this verifier, by digest. */
export function byDigest(audits: readonly KnownAudit[]): ReadonlyMap<string, KnownAudit> {
  const own = audits.filter(
    ({ engine_version, verifier_version }) => engine_version === engineVersion && verifier_version === verifierVersion,
  )
  return new Map(own.map((known) => [known.digest, known]))
}

function writePosition(task: number, criterion?: number): string {
  return criterion === undefined ? `#${task + 1}` : `#${task + 1}.${criterion + 1}`
}

/** Returns a copy with other ids, also in the evidence of findings. */
function replaceIds(audit: VersionAudit, replacements: ReadonlyMap<string, string>): VersionAudit {
  const replace = (key: string, value: unknown) =>
    (key === 'task_id' || key === 'criterion_id') && typeof value === 'string'
      ? (replacements.get(value) ?? value)
      : value
  return JSON.parse(JSON.stringify(audit), replace)
}
