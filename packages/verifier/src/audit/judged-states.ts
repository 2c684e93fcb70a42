import type { JsonValue } from '@carebench/protocol'
import { indexedState } from '../collections/part-differences.js'
import type { CompiledCriteria } from '../criterion.js'
import type { EvidenceSource } from '../evidence/evidence-source.js'
import type { Mutation } from '../evidence/mutation.js'
import { PreparedEvidence } from '../evidence/prepared-evidence.js'
import type { CriterionRun, Verdict, VerifyOptions } from '../verification.js'
import type { AuditingVerifier, AuditStates, NamedState } from './audit-report.js'
import { idleStates } from './idle-states.js'
import { mutantsOf } from './mutants/mutants-of.js'
import { mutateState } from './mutants/mutate-state.js'

/** A state with the results of the criteria on it. */
export interface JudgedState {
  readonly evidence: PreparedEvidence
  /** The task's score and verdict; null if a check failed to run. */
  readonly score: number | null
  readonly verdict: Verdict | null
  /** In the order of the criteria. */
  readonly runs: readonly CriterionRun[]
}

/** A mutant of a solution's state, without its evidence, because there are many. */
export interface JudgedMutant extends Omit<JudgedState, 'evidence'> {
  readonly mutation: Mutation
}

export interface JudgedIdleState extends JudgedState {
  /** For a sentence: "It scores 1 on …". */
  readonly what: string
}

export interface JudgedSolution extends JudgedState {
  readonly name: string
  readonly mutants: readonly JudgedMutant[]
  readonly left_out: number
}

/** All states of an audit. */
export interface JudgedStates {
  readonly untouched: JudgedState
  /** States left by other agents that do nothing. */
  readonly idle: readonly JudgedIdleState[]
  readonly spam: JudgedState | undefined
  readonly solutions: readonly JudgedSolution[]
}

/** What is needed to judge the states. */
export interface Jury {
  readonly criteria: CompiledCriteria
  readonly options: VerifyOptions | undefined
  readonly task_item: JsonValue | undefined
  readonly maxMutants: number | undefined
  readonly verifier: AuditingVerifier
}

/**
 * Judges all states of an audit, including mutants, one per step; data that mutants share with their solution is computed
 * once.
 */
export function* judgeStates(states: AuditStates, jury: Jury): Generator<void, JudgedStates, void> {
  // Validate the evidence before reading anything from it.
  const { verifier } = jury
  verifier.prepareEvidence(states.initial)
  const { initial: _, ...begin } = states.initial
  const start = indexedState(verifier.parts, begin)
  const prepared = verifier.prepareEvidence(start)
  const untouched = judge(new PreparedEvidence(start, prepared.final, prepared.final), jury)
  const idle: JudgedIdleState[] = []
  for (const { what, evidence } of idleStates(start, states, jury.task_item, verifier)) {
    yield
    idle.push({ ...judge(evidence, jury), what })
  }
  yield
  const spam = states.spam && judge(verifier.prepareEvidence(completed(states.spam, start, verifier)), jury)
  const solutions: JudgedSolution[] = []
  for (const solution of states.solutions ?? []) {
    yield
    solutions.push(yield* judgeSolution(solution, start, jury))
  }
  return { untouched, idle, spam, solutions }
}

function judge(evidence: PreparedEvidence, { criteria, options, verifier }: Jury): JudgedState {
  const { score, verdict, criterion_runs } = verifier.verify({ criteria, evidence, ...(options && { options }) })
  return { evidence, score, verdict, runs: criterion_runs }
}

function* judgeSolution(
  { name, state, calls }: NamedState,
  start: EvidenceSource,
  jury: Jury,
): Generator<void, JudgedSolution, void> {
  const { parts } = jury.verifier
  const source = completed(state, start, jury.verifier)
  const evidence = jury.verifier.prepareEvidence(source)
  const judged = judge(evidence, jury)
  yield
  const { mutations, left_out } = mutantsOf(parts, {
    state: source,
    ...(calls !== undefined && { calls }),
    ...(jury.maxMutants !== undefined && { limit: jury.maxMutants }),
  })
  const mutants: JudgedMutant[] = []
  for (const mutation of mutations) {
    yield
    const mutated = mutateState(parts, source, mutation)
    const final = evidence.final.replacing(mutation.place.part, mutated, mutation.place.system)
    const { score, verdict, runs } = judge(new PreparedEvidence(mutated, final, evidence.initial), jury)
    mutants.push({ mutation, score, verdict, runs })
  }
  return { ...judged, name, mutants, left_out }
}

/** A final state, with the initial state and the entities of `start` where it has none of its own. */
function completed(
  state: EvidenceSource,
  start: EvidenceSource,
  { parts, prepareEvidence }: AuditingVerifier,
): EvidenceSource {
  prepareEvidence(state)
  const { entities, bound } = start
  const initial = state.initial === undefined ? start : indexedState(parts, state.initial)
  return indexedState(parts, { ...(entities && { entities }), ...(bound && { bound }), ...state, initial })
}

/** Whether a mutant is detected: its score or verdict is lower than the solution's, or undecidable. */
export function isNoticed(mutant: JudgedMutant, solution: JudgedState): boolean {
  if (solution.score === null) return false
  if (mutant.score === null) return true
  return mutant.score < solution.score || rank(mutant.verdict) < rank(solution.verdict)
}

function rank(verdict: Verdict | null): number {
  return verdict === null ? -1 : ['fail', 'partial', 'pass'].indexOf(verdict)
}
