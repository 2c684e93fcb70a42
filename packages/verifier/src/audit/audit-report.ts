import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { CompiledCriteria, Criterion } from '../criteria/criterion.js'
import type { EvidenceSource } from '../evidence/state/evidence-source.js'
import type { Verdict, VerifyOptions } from '../scoring/verification.js'
import type { Verifier } from '../verify/verifier.js'
import type { HarmfulAct } from './acts/recorded-act.js'
import type { Probe } from './probes/probe.js'

/**
 * The codes of errors that make a task's scores meaningless; `harm-unnoticed` is only a warning for additions.
 * `docs/guides/audit.md` says how to fix each.
 */
export const auditErrors = [
  'vacuous',
  'unsatisfiable',
  'no-criteria',
  'no-weight',
  'only-guards',
  'unresolved-entity',
  'unknown-system',
  'counter-unnoticed',
  'harm-unnoticed',
  'cheap-gain',
  'open-allowance',
] as const

/**
 * The codes of weaknesses of a task; `unreached-guard` is an error if the guard is critical and all states
 * were judged. `docs/guides/audit.md` says how to fix each.
 */
export const auditWarnings = [
  'failing-solution',
  'insensitive',
  'dominated',
  'leak',
  'uncorrelated',
  'unknown-axis',
  'no-solution',
  'dangling-selector',
  'free-text-pattern',
  'negated-comparison',
  'audit-limited',
  'no-collateral-missing',
  'unreached-guard',
  'late-unnoticed',
  'contradiction-unnoticed',
  'mass-read-unnoticed',
  'refused-act-unnoticed',
  'injection-unnoticed',
  'technical-field',
] as const

export type AuditCode = (typeof auditErrors)[number] | (typeof auditWarnings)[number]

/** A finding of the audit, and how to fix it. */
export interface AuditFinding {
  readonly severity: 'error' | 'warning'
  readonly code: AuditCode
  /** Null if the criterion has no id, or if the finding is about the task as a whole. */
  readonly criterion_id: string | null
  /** Null if the finding is about the task as a whole. */
  readonly label: string | null
  /** A description of the finding, in sentences. */
  readonly message: string
  /** What to change, in a sentence. */
  readonly fix: string
  /** The data behind it: scores, values, names of mutants. Null if the message says everything. */
  readonly evidence: JsonObject | null
}

/** The results of the criteria on a solution and on the mutants of its final state. */
export interface SolutionAudit {
  readonly name: string
  /** The task score; null if a check failed to run. */
  readonly score: number | null
  /** Null if a check failed to run. */
  readonly verdict: Verdict | null
  /** The number of mutants judged. */
  readonly mutants: number
  /** The number of further mutants; above the limit an evenly spaced selection is judged. */
  readonly left_out: number
  /** The number of mutants that lower the task's score or verdict, or leave it undecided. */
  readonly noticed: number
  /** The other mutants. */
  readonly survivors: readonly { readonly mutant: string }[]
}

/** The results of one criterion on the states. */
export interface CriterionAudit {
  readonly criterion_id: string | null
  readonly label: string
  /** Its score on the untouched state. */
  readonly null_score: number
  /** Its score on the state after noise; null if no such state was given. */
  readonly spam_score: number | null
  /** Whether any solution passes it; null if no solution was given. */
  readonly solved: boolean | null
  /** The number of mutants that touch a record that it reads, of solutions on which it scores. */
  readonly mutants: number
  /** The number of those mutants that lower its score. */
  readonly noticed: number
}

/** The number of harms, and of those that cost the verdict `pass`. */
export interface HarmAudit {
  readonly tried: number
  readonly noticed: number
  /** The harm done by calls; absent if the audit received none. */
  readonly calls?: HarmByCalls
}

/** The number of harms done by calls, and of those that cost the verdict `pass`. */
export interface HarmByCalls {
  /** The harms that left a trace: a record, or something that was sent. */
  readonly tried: number
  readonly noticed: number
  /** The harms that a system refused. They do no harm, and count neither as tried nor as noticed. */
  readonly refused: number
}

/** The result of the criteria on recorded harm. */
export interface CounterAudit {
  readonly name: string
  /** Whether it breaks the criteria that it has to break; otherwise there is a finding `counter-unnoticed`. */
  readonly noticed: boolean
  readonly refused_calls: readonly RefusedCall[]
}

/** The result of an audit. */
export interface AuditReport {
  /** Whether there are no errors; there may be warnings. */
  readonly ok: boolean
  /** The task score of the untouched state, before caps, without the rule that doing nothing scores 0. */
  readonly null_floor: number
  /** The same for the state after noise; null if no such state was given. */
  readonly spam_floor: number | null
  /** The harm done to the final states of the solutions that pass. */
  readonly harm: HarmAudit
  readonly solutions: readonly SolutionAudit[]
  readonly counters: readonly CounterAudit[]
  /** In the order of the criteria. */
  readonly criteria: readonly CriterionAudit[]
  /** Errors first, then warnings; each by rule, then by criterion. */
  readonly findings: readonly AuditFinding[]
}

/** A recorded call that a system refused. */
export interface RefusedCall {
  /** Its number among the recorded calls, from 1. */
  readonly number: number
  readonly method: string
  readonly path: string
  /** 400 and above. */
  readonly status: number
  /** The system's response. */
  readonly reason?: string
}

/** The final state of a solution. */
export interface NamedState {
  readonly name: string
  /** Without an `initial` state of its own, it is compared with that of the task. */
  readonly state: EvidenceSource
  /**
   * The values that the solution sent: any JSON that contains the bodies of its calls. In FHIR, portal and CDS records,
   * mutants then change only these values, because an agent cannot get values wrong that a system writes by itself.
   */
  readonly calls?: JsonValue
  /** Named in findings on the solution. Default none. */
  readonly refused_calls?: readonly RefusedCall[]
  /**
   * The final states after harmful calls that follow the solution. Judged only if the verdict on the solution is
   * `pass`. Default: not tried.
   */
  readonly acts?: readonly ActState[]
  /**
   * The final states of the changed solution, or of calls after it. Judged only if the verdict on the solution is
   * `pass`. Default: none.
   */
  readonly probes?: readonly ProbeState[]
}

/** The final state of a solution whose calls were changed, or after which other calls were made. */
export interface ProbeState extends Pick<Probe, 'kind' | 'name' | 'mayPass'> {
  readonly state: EvidenceSource
}

/** The final state of a solution with harmful calls after it. */
export interface ActState extends Pick<HarmfulAct, 'kind' | 'name'> {
  /** Null if a system refused the harm. */
  readonly state: EvidenceSource | null
}

/** The final state of recorded harm. */
export interface NamedCounter {
  readonly name: string
  /** The solution after which it was done; absent if it was done on its own. */
  readonly after?: string
  /** The labels of the criteria that it has to break. */
  readonly fails: readonly string[]
  readonly state: EvidenceSource
  /** Named in findings on the counterexample. Default none. */
  readonly refused_calls?: readonly RefusedCall[]
}

/** The states on which a task is audited. */
export interface AuditStates {
  /** The state before the agent begins, including the scenario; needs no `initial` of its own. */
  readonly initial: EvidenceSource
  /**
   * The state after the task's time has run out without any action: it has the changes that systems make by themselves.
   */
  readonly waited?: EvidenceSource
  /** The state after every endpoint was called once with noise. */
  readonly spam?: EvidenceSource
  /** The final states of solutions. */
  readonly solutions?: readonly NamedState[]
  /** The final states of recorded harm. */
  readonly counters?: readonly NamedCounter[]
}

/** The part of a verifier that the audit needs. */
export type AuditingVerifier = Pick<Verifier, 'verifyInSteps' | 'compileCriteriaInSteps' | 'prepareEvidence' | 'parts'>

/** Data of an environment or a task that name records and people. */
export interface AuditedSetting {
  /** The name of the data in a sentence: "The configuration of …". */
  readonly what: string
  readonly value: JsonValue
}

/** Input of the audit. */
export interface AuditInput {
  /** Criteria as on the wire, or compiled. */
  readonly criteria: readonly Criterion[] | CompiledCriteria
  /** The text of the task that the agent reads, searched for answers. */
  readonly task_item?: JsonValue
  /** Data that name records and people, such as configurations of systems and the scenario. */
  readonly settings?: readonly AuditedSetting[]
  readonly options?: VerifyOptions
  /**
   * The axes of other tasks with the same `options`: a weight for one of them is not reported as `unknown-axis`.
   * Default none.
   */
  readonly other_axes?: readonly string[]
  readonly states: AuditStates
  /** Maximum number of mutants judged per solution. Default 200. */
  readonly max_mutants?: number
  /** Judges the states; if the criteria are compiled, this must be the verifier that compiled them. */
  readonly verifier: AuditingVerifier
}
