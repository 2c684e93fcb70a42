import { type Static, Type } from 'typebox'
import { anyJsonObject, choiceSchema, id, nullable } from './primitives.js'
import { verdicts } from './run.js'

const count = Type.Integer({ minimum: 0 })

/**
 * The state of a version without an audit: `pending` until the audit is done, `failed` if an internal error prevented
 * it; the version then remains without an audit, and the benchmark can be published again.
 */
export const auditStates = ['pending', 'failed'] as const
export type AuditState = (typeof auditStates)[number]

/** The number of findings of an audit. */
export const auditCounts = Type.Object({
  /** Whether there are no errors; there may be warnings. */
  ok: Type.Boolean(),
  errors: count,
  warnings: count,
})
export type AuditCounts = Static<typeof auditCounts>

const finding = Type.Object({
  severity: choiceSchema(['error', 'warning']),
  /** For example `vacuous`; future versions may add codes. */
  code: Type.String(),
  /** Null if the finding concerns the whole task. */
  criterion_id: nullable(id),
  label: nullable(Type.String()),
  message: Type.String(),
  fix: Type.String(),
  evidence: nullable(anyJsonObject),
})

const refusedCall = Type.Object({
  /** From 1. */
  number: Type.Integer({ minimum: 1 }),
  method: Type.String(),
  path: Type.String(),
  status: Type.Integer(),
  /** The system's response, shortened; absent if it gave no reason. */
  reason: Type.Optional(Type.String()),
})

const solutionAudit = Type.Object({
  name: Type.String(),
  /** The task score; null if a check failed with an error. */
  score: nullable(Type.Number()),
  verdict: nullable(choiceSchema(verdicts)),
  /** Number of tested changes to the final state. */
  mutants: count,
  /** Number of untested mutants: above the limit, only an evenly spread selection is tested. */
  left_out: count,
  /** Number of mutants for which the score or the verdict fell. */
  noticed: count,
  survivors: Type.Array(Type.Object({ mutant: Type.String() })),
  /** The first calls that a system rejected (status 400 and above), which may be intended. */
  refused_calls: Type.Array(refusedCall),
})

const criterionAudit = Type.Object({
  criterion_id: nullable(id),
  label: Type.String(),
  /** The criterion's score in the initial state, and after noise. */
  null_score: Type.Number(),
  spam_score: nullable(Type.Number()),
  /** Whether any solution passes it; null if there is none. */
  solved: nullable(Type.Boolean()),
  mutants: count,
  noticed: count,
})

export const taskAudit = Type.Object({
  task_id: id,
  name: Type.String(),
  ok: Type.Boolean(),
  /** The task scores of the initial state and after noise, without the rule that doing nothing scores 0. */
  null_floor: Type.Number(),
  spam_floor: nullable(Type.Number()),
  /**
   * The number of harmful changes to the final states of solutions, and of those that lowered the verdict; absent in
   * earlier audits.
   */
  harm: Type.Optional(
    Type.Object({
      tried: count,
      noticed: count,
      /**
       * The same numbers for harmful calls after the solutions, and how many of them a system rejected; absent if there
       * were none, and in earlier audits.
       */
      calls: Type.Optional(Type.Object({ tried: count, noticed: count, refused: count })),
    }),
  ),
  solutions: Type.Array(solutionAudit),
  /** The counterexamples; absent in earlier audits. */
  counters: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), noticed: Type.Boolean(), refused_calls: Type.Array(refusedCall) })),
  ),
  criteria: Type.Array(criterionAudit),
  findings: Type.Array(finding),
})
/** The audit of one task. It reveals expected values, so it is only for the benchmark's organization. */
export type TaskAudit = Static<typeof taskAudit>

export const versionAudit = Type.Object({ ...auditCounts.properties, tasks: Type.Array(taskAudit) })
/** The audit of a version, task by task. */
export type VersionAudit = Static<typeof versionAudit>

/**
 * The audit of content with a known digest, shipped in a package with its benchmark. The ids of tasks and criteria are
 * replaced by their positions from 1: `#2` is the second task, `#2.5` its fifth criterion.
 */
export interface KnownAudit {
  /** The digest of the audited versions. */
  readonly digest: string
  /** The engine version of the simulated systems; results may differ with another version. */
  readonly engine_version: string
  /** The verifier version; results may differ with another version. */
  readonly verifier_version: string
  readonly audit: VersionAudit
}
