import type { KnownAudit, TaskAudit } from '@carebench/protocol'
import type { KeptTaskAudit } from './validate-instances.js'

/** Returns the audits of the tasks in a shipped audit, by task name. */
export function taskAuditsIn(known: KnownAudit | undefined): ReadonlyMap<string, KeptTaskAudit> {
  if (known === undefined) return new Map()
  const { engine_version, verifier_version, audit } = known
  return new Map(audit.tasks.map((task) => [task.name, { engine_version, verifier_version, task }]))
}

/**
 * Combines audits of tasks, made for other versions, into the audit of a version: the audit of a task depends only on
 * the task and the environment. Undefined if one is missing, or if several engines made them.
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

/** Returns the audit of a task with another position, from 1. */
function atPosition(task: TaskAudit, position: number): TaskAudit {
  const move = (key: string, value: unknown) =>
    (key === 'task_id' || key === 'criterion_id') && typeof value === 'string'
      ? value.replace(/^#\d+/, `#${position}`)
      : value
  return JSON.parse(JSON.stringify(task), move)
}
