import type { KnownAudit, TaskAudit } from '@carebench/protocol'
import type { KeptTaskAudit } from './validate-instances.js'

/** The audits of the tasks in an audit that is shipped, by the names of the tasks. */
export function taskAuditsIn(known: KnownAudit | undefined): ReadonlyMap<string, KeptTaskAudit> {
  if (known === undefined) return new Map()
  const { engine_version, verifier_version, audit } = known
  return new Map(audit.tasks.map((task) => [task.name, { engine_version, verifier_version, task }]))
}

/**
 * The audit of a version from those of its tasks, which other versions had: an audit of a task depends on nothing but
 * the task and the environment. Undefined if one is lacking, or if several engines made them.
 */
export function composeAudit(
  digest: string,
  names: readonly string[],
  audits: ReadonlyMap<string, KeptTaskAudit>,
): KnownAudit | undefined {
  const found = names.flatMap((name) => audits.get(name) ?? [])
  const [first] = found
  if (first === undefined || found.length !== names.length) return undefined
  const { engine_version, verifier_version } = first
  if (found.some((one) => one.engine_version !== engine_version || one.verifier_version !== verifier_version)) {
    return undefined
  }
  const tasks = found.map(({ task }, index) => atPosition(task, index + 1))
  const findings = tasks.flatMap((task) => task.findings)
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return {
    digest,
    engine_version,
    verifier_version,
    audit: { ok: errors === 0, errors, warnings: findings.length - errors, tasks },
  }
}

/** The audit of a task that stands at another position, from 1. */
function atPosition(task: TaskAudit, position: number): TaskAudit {
  const move = (key: string, value: unknown) =>
    (key === 'task_id' || key === 'criterion_id') && typeof value === 'string'
      ? value.replace(/^#\d+/, `#${position}`)
      : value
  return JSON.parse(JSON.stringify(task), move)
}
