import { type Static, Type } from 'typebox'
import { anyJsonObject, id, nullable, oneOf } from './primitives.js'
import { verdicts } from './run.js'

const count = Type.Integer({ minimum: 0 })

/** What the audit of a version found, counted. */
export const auditCounts = Type.Object({
  /** Whether there are no errors; warnings may be there. */
  ok: Type.Boolean(),
  errors: count,
  warnings: count,
})
export type AuditCounts = Static<typeof auditCounts>

const finding = Type.Object({
  severity: oneOf(['error', 'warning']),
  /** For example `vacuous`; more may come. */
  code: Type.String(),
  /** Null if it is about the task as a whole. */
  criterion_id: nullable(id),
  label: nullable(Type.String()),
  message: Type.String(),
  fix: Type.String(),
  evidence: nullable(anyJsonObject),
})

const solutionAudit = Type.Object({
  name: Type.String(),
  /** The task score; null if a check broke. */
  score: nullable(Type.Number()),
  verdict: nullable(oneOf(verdicts)),
  /** Changes to the final state that were tried, and those on which score or verdict fell. */
  mutants: count,
  /** How many more there are: of many, an even choice is tried. */
  left_out: count,
  noticed: count,
  survivors: Type.Array(Type.Object({ mutant: Type.String() })),
  /** The first calls that a system refused (status 400 and above), which may be meant. */
  refused_calls: Type.Array(
    Type.Object({
      /** From 1. */
      number: Type.Integer({ minimum: 1 }),
      method: Type.String(),
      path: Type.String(),
      status: Type.Integer(),
    }),
  ),
})

const criterionAudit = Type.Object({
  criterion_id: nullable(id),
  label: Type.String(),
  /** Its score on the untouched state, and after noise. */
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
  /** The task score of the untouched state and after noise, if doing nothing were not scored 0 as such. */
  null_floor: Type.Number(),
  spam_floor: nullable(Type.Number()),
  solutions: Type.Array(solutionAudit),
  criteria: Type.Array(criterionAudit),
  findings: Type.Array(finding),
})
/** What the audit of one task found. It tells expected values: for the benchmark's organization only. */
export type TaskAudit = Static<typeof taskAudit>

export const versionAudit = Type.Object({ ...auditCounts.properties, tasks: Type.Array(taskAudit) })
/** What the audit of a version found, task by task. */
export type VersionAudit = Static<typeof versionAudit>

/**
 * The audit of content that is known by its digest, as a package ships it beside a benchmark. In the place of the ids of tasks
 * and criteria it has their positions from 1: `#2` is the second task, `#2.5` its fifth criterion.
 */
export interface KnownAudit {
  /** The digest of the versions that it is the audit of. */
  readonly digest: string
  /** The engine of the simulated systems that it was made with; another one may lead to something else. */
  readonly engine_version: string
  /** The verifier that made it; another one may find something else. */
  readonly verifier_version: string
  readonly audit: VersionAudit
}
