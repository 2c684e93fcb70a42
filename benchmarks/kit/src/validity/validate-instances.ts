import type { TaskAudit } from '@carebench/protocol'
import { buildBenchmark } from '../build-benchmark.js'
import type { Clinic } from '../clinic/clinic.js'
import { Workbench } from '../desk/workbench.js'
import type { Family, Instance } from '../family.js'
import { type CheckOutcome, validateInstance } from './validate-instance.js'

/** The results of the checks of an instance. */
export interface InstanceValidity {
  readonly id: string
  readonly checks: readonly CheckOutcome[]
  /** Its audit, in the form that packages ship. */
  readonly audit: KeptTaskAudit
}

/**
 * The audit of a task, with positions in place of ids, and the versions of the engine and the verifier that made it.
 */
export interface KeptTaskAudit {
  readonly engine_version: string
  readonly verifier_version: string
  readonly task: TaskAudit
}

/** Publishes instances of a family in one clinic, and validates each. Calls `tell` after each. */
export async function validateInstances(
  family: Family,
  clinic: Clinic,
  instances: readonly Instance[],
  tell: (validity: InstanceValidity) => void = () => undefined,
): Promise<readonly InstanceValidity[]> {
  const bench = await Workbench.open(buildBenchmark('validity', clinic, instances))
  const found: InstanceValidity[] = []
  for (const [index, instance] of instances.entries()) {
    const audit = bench.audits[index]
    if (audit === undefined) throw new RangeError(`expected an audit of ${instance.id}, got none`)
    const checks = await validateInstance(instance, { family, clinic, bench, audit })
    const validity = { id: instance.id, checks, audit: keptAudit(bench, index) }
    tell(validity)
    found.push(validity)
  }
  return found
}

/** Publishes instances of a family in one clinic, which audits them; runs no other checks. */
export async function auditInstances(
  clinic: Clinic,
  instances: readonly Instance[],
  tell: (audited: Omit<InstanceValidity, 'checks'>) => void,
): Promise<void> {
  const bench = await Workbench.open(buildBenchmark('validity', clinic, instances))
  for (const [index, { id }] of instances.entries()) tell({ id, audit: keptAudit(bench, index) })
}

/** Returns the audit of one task of a bench in the form in which it is stored. */
export function keptAudit({ kept }: Workbench, index: number): KeptTaskAudit {
  const { engine_version, verifier_version, audit } = kept
  const task = audit.tasks[index]
  if (task === undefined) throw new RangeError(`expected an audit of each instance, got ${audit.tasks.length}`)
  return { engine_version, verifier_version, task }
}
