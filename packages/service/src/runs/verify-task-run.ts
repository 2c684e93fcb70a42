import { type Completion, toCompletion, type Verification } from '@carebench/verifier'
import type { ServiceContext } from '../context.js'
import type { FrozenTask, VersionDoc } from '../documents/authoring.js'
import type { CriterionRunDoc, TaskRunDoc } from '../documents/running.js'
import type { PlaygroundEvidence } from '../playground/playground.js'

/** The result of a verification, ready to be written and answered. */
export interface VerifiedTaskRun {
  /** Nothing of it is redacted. */
  readonly result: Completion
  readonly criterionRuns: readonly CriterionRunDoc[]
}

/**
 * Verifies the evidence of a task run against its frozen criteria.
 * Throws if a check broke: an error of the verification is never a score.
 */
export function verifyTaskRun(
  context: ServiceContext,
  taskRun: TaskRunDoc,
  version: VersionDoc,
  task: FrozenTask,
  evidence: PlaygroundEvidence,
  at: string,
): VerifiedTaskRun {
  const { pass_threshold, axis_weights } = version.overrides
  const verification = context.verifier.verify({
    criteria: task.criteria,
    evidence: {
      ...evidence.final,
      initial: evidence.initial,
      events: evidence.events,
      entities: version.entities,
      bound: task.bound,
      ...(taskRun.has_output ? { output: taskRun.output } : {}),
    },
    options: {
      ...(pass_threshold === undefined ? {} : { pass_threshold }),
      ...(axis_weights === undefined ? {} : { axis_weights }),
    },
  })
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
      outcome: run.outcome,
      passed: run.passed,
      score: run.score,
      details: run.details,
      evidence: run.evidence,
      started_at: at,
      completed_at: at,
    }),
  )
  return { result: completion, criterionRuns }
}

function describeErrors(verification: Verification): string {
  const broken = verification.criterion_runs.filter(({ outcome }) => outcome === 'errored')
  return `Checks broke: ${broken.map(({ label, details }) => `${label}: ${details}`).join('; ')}`
}
