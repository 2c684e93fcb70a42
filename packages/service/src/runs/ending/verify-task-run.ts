import {
  type BrokenCriteria,
  type CompiledCriteria,
  type Completion,
  countBroken,
  countedRuns,
  toCompletion,
  type Verification,
} from '@carebench/verifier'
import type { ServiceContext } from '../../context/context.js'
import type { FrozenTask, VersionDoc } from '../../documents/collections/authoring.js'
import type { CriterionRunDoc, TaskRunDoc } from '../../documents/collections/running.js'
import type { PlaygroundEvidence } from '../../playground/playground-evidence.js'
import { inSteps } from '../../work/in-steps.js'
import { taskEvidence, toVerifyOptions } from './task-evidence.js'
import type { VerificationLease } from './verification-lease.js'

/** The result of a verification, ready to be written and returned. */
export interface VerifiedTaskRun {
  /** Unredacted. */
  readonly result: Completion
  readonly broken: BrokenCriteria
  readonly criterionRuns: readonly CriterionRunDoc[]
}

/**
 * Verifies the evidence of a task run against its frozen criteria. Throws if a check failed with an error: a verifier
 * error never becomes a score. Lets others work between criteria: the evidence must not change meanwhile.
 */
export async function verifyTaskRun(
  context: ServiceContext,
  taskRun: TaskRunDoc,
  version: VersionDoc,
  task: FrozenTask,
  { evidence, at, lease }: { evidence: PlaygroundEvidence; at: string; lease: VerificationLease },
): Promise<VerifiedTaskRun> {
  const verifying = context.verifier.verifyInSteps({
    criteria: await compiledCriteria(context, version, task),
    evidence: taskEvidence(version, task, evidence, taskRun.has_output ? taskRun.output : undefined),
    options: toVerifyOptions(version, task),
  })
  const verification = await inSteps(lease.keep(verifying), context.clock)
  const completion = toCompletion(taskRun.id, verification)
  if (completion === undefined) throw new Error(describeErrors(verification))
  const criterionRuns = verification.criterion_runs.map(
    (run, index): CriterionRunDoc => ({
      id: context.ids.next('crun'),
      created_at: at,
      organization_id: taskRun.organization_id,
      author_organization_id: version.organization_id,
      task_run_id: taskRun.id,
      criterion_id: task.criteria[index]?.id ?? '',
      ...(run.item !== undefined && { item: run.item }),
      outcome: run.outcome,
      passed: run.passed,
      score: run.score,
      details: run.details,
      evidence: run.evidence,
      started_at: at,
      completed_at: at,
    }),
  )
  return {
    result: completion,
    broken: countBroken(countedRuns(verification.criterion_runs, verification.items)),
    criterionRuns,
  }
}

/** Frozen criteria never change, so those of each task are compiled once. */
export async function compiledCriteria(
  { kept, verifier, clock }: ServiceContext,
  version: VersionDoc,
  task: FrozenTask,
): Promise<CompiledCriteria> {
  const key = `${version.id}/${task.id}`
  const known = kept.criteria.get(key)
  if (known !== undefined) return known
  const compiled = await inSteps(verifier.compileCriteriaInSteps(task.criteria), clock)
  kept.criteria.set(key, compiled)
  return compiled
}

function describeErrors(verification: Verification): string {
  const broken = verification.criterion_runs.filter(({ outcome }) => outcome === 'errored')
  return `Checks failed with an error: ${broken.map(({ label, details }) => `${label}: ${details}`).join('; ')}`
}
