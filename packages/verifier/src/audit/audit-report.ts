import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { CompiledCriteria, Criterion } from '../criterion.js'
import type { EvidenceSource } from '../evidence/evidence-source.js'
import type { Verdict, VerifyOptions } from '../verification.js'
import type { Verifier } from '../verifier.js'

/** What is wrong with a task so that its scores mean nothing. `docs/audit.md` says how to fix each. */
export const auditErrors = [
  'vacuous',
  'unsatisfiable',
  'no-criteria',
  'no-weight',
  'only-guards',
  'unresolved-entity',
] as const

/** What makes a task weaker than it looks. `docs/audit.md` says how to fix each. */
export const auditWarnings = [
  'insensitive',
  'dominated',
  'held-before',
  'heavy-guards',
  'leak',
  'uncorrelated',
  'no-solution',
] as const

export type AuditCode = (typeof auditErrors)[number] | (typeof auditWarnings)[number]

/** Something that the audit found, and what to do about it. */
export interface AuditFinding {
  readonly severity: 'error' | 'warning'
  readonly code: AuditCode
  /** Null if the criterion has no id, or if the finding is about the task as a whole. */
  readonly criterion_id: string | null
  /** Null if the finding is about the task as a whole. */
  readonly label: string | null
  /** What was found, in sentences. */
  readonly message: string
  /** What to change, in a sentence. */
  readonly fix: string
  /** What it was found in: scores, values, names of mutants. Null where the message says all. */
  readonly evidence: JsonObject | null
}

/** How the criteria judge a solution and the mutants of its final state. */
export interface SolutionAudit {
  readonly name: string
  /** The task score; null if a check broke. */
  readonly score: number | null
  /** Null if a check broke. */
  readonly verdict: Verdict | null
  /** How many mutants were judged. */
  readonly mutants: number
  /** How many more there are: of many, an even choice is judged. */
  readonly left_out: number
  /** The mutants on which the task's score or verdict falls, or cannot be told any more. */
  readonly noticed: number
  /** The other ones. */
  readonly survivors: readonly { readonly mutant: string }[]
}

/** How one criterion judges the states. */
export interface CriterionAudit {
  readonly criterion_id: string | null
  readonly label: string
  /** Its score on the untouched state. */
  readonly null_score: number
  /** Its score on the state after noise; null if none was given. */
  readonly spam_score: number | null
  /** Whether any solution passes it; null if none was given. */
  readonly solved: boolean | null
  /** The mutants, of solutions that score on it, that touch a record which it reads. */
  readonly mutants: number
  /** Those of them on which its score falls. */
  readonly noticed: number
}

/** What the audit of a task found. */
export interface AuditReport {
  /** Whether there are no errors; warnings may be there. */
  readonly ok: boolean
  /** The task score that an untouched state would earn if doing nothing were not scored 0 as such. */
  readonly null_floor: number
  /** The same of the state after noise; null if none was given. */
  readonly spam_floor: number | null
  readonly solutions: readonly SolutionAudit[]
  /** In the order of the criteria. */
  readonly criteria: readonly CriterionAudit[]
  /** Errors first, then by criterion. */
  readonly findings: readonly AuditFinding[]
}

/** The final state of a solution. */
export interface NamedState {
  readonly name: string
  /** Without an `initial` of its own, the one of the task is taken. */
  readonly state: EvidenceSource
  /**
   * What the solution sent, any JSON that holds the bodies of its calls: of the records in FHIR, the portal and CDS then
   * only what stands in it is changed by mutants, for an agent gets nothing wrong that a simulator makes by itself.
   */
  readonly calls?: JsonValue
}

/** The states that a task is audited on. Those that an agent left hold the `initial` one. */
export interface AuditStates {
  /** As it is before the agent begins, the scenario included; it needs no `initial` of its own. */
  readonly initial: EvidenceSource
  /** After the time of the task has run out and nobody did anything: what systems bring about by themselves. */
  readonly waited?: EvidenceSource
  /** After every endpoint was touched once with noise. */
  readonly spam?: EvidenceSource
  /** The final states of solutions. */
  readonly solutions?: readonly NamedState[]
}

/** What the audit asks of a verifier. */
export type AuditingVerifier = Pick<Verifier, 'verify' | 'compileCriteria' | 'prepareEvidence' | 'parts'>

/** What the audit takes. */
export interface AuditInput {
  /** Criteria as on the wire, or compiled. */
  readonly criteria: readonly Criterion[] | CompiledCriteria
  /** What the agent reads of the task, in which answers are looked for. */
  readonly task_item?: JsonValue
  readonly options?: VerifyOptions
  readonly states: AuditStates
  /** How many mutants of one solution are judged at most. Default 200. */
  readonly max_mutants?: number
  /** What judges the states: the same that compiled the criteria if they are. */
  readonly verifier: AuditingVerifier
}
