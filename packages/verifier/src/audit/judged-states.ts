import type { JsonValue, Steps } from '@carebench/protocol'
import type { CompiledCriteria } from '../criteria/criterion.js'
import { indexedState } from '../evidence/collections/part-differences.js'
import { PreparedEvidence } from '../evidence/prepared-evidence.js'
import type { Mutation } from '../evidence/state/mutation.js'
import type { CriterionRun, Verdict, Verification, VerifyOptions } from '../scoring/verification.js'
import type { HarmfulAct } from './acts/recorded-act.js'
import { readTrace } from './acts/trace.js'
import { type AuditBudget, countCharacters, type UnjudgedStates } from './audit-budget.js'
import type { ActState, AuditingVerifier, AuditStates, NamedState, ProbeState, RefusedCall } from './audit-report.js'
import { cheapStates } from './cheap-states.js'
import { idleStates } from './idle-states.js'
import type { HarmedRecord, HarmMutant } from './mutants/harm.js'
import { makeHarmMutants } from './mutants/harm-mutants.js'
import { chooseEvenly, defaultLimit, mutantsOfWritten } from './mutants/make-mutants.js'
import { type Model, PreparedStates } from './prepared-states.js'
import { WorldTexts } from './world-texts.js'

/** A state with the results of the criteria on it. */
export interface JudgedState {
  readonly evidence: PreparedEvidence
  /** The task's score and verdict; null if a check failed to run. */
  readonly score: number | null
  readonly verdict: Verdict | null
  /** By key; absent if the task has no items. */
  readonly items?: Verification['items']
  /** In the order of the criteria. */
  readonly runs: readonly CriterionRun[]
}

/** A mutant of a solution's state, without its evidence, because there are many. */
export interface JudgedMutant extends Omit<JudgedState, 'evidence'> {
  readonly mutation: Mutation
}

/** A solution's state with harm done to it, without its evidence. */
export interface JudgedHarm extends Omit<JudgedState, 'evidence'> {
  readonly harm: HarmMutant
}

/** Harm done by calls after a solution. */
export interface JudgedAct extends Omit<JudgedState, 'evidence'> {
  readonly harm: Pick<HarmfulAct, 'kind' | 'name'> & {
    /** The first record that differs from the solution; absent if none does. */
    readonly record?: HarmedRecord
  }
}

/** The harm that was done by calls. */
export interface JudgedActs {
  /** The harms that left a trace. */
  readonly judged: readonly JudgedAct[]
  /** The number of refused harms. */
  readonly refused: number
}

/** The state after a probe: a solution that was run in another way. */
export interface JudgedProbe extends Omit<ProbeState, 'state'>, Pick<JudgedState, 'verdict' | 'items'> {}

export interface JudgedIdleState extends JudgedState {
  /** For a sentence: "It scores 1 on …". */
  readonly what: string
}

export interface JudgedSolution extends JudgedState {
  readonly name: string
  readonly mutants: readonly JudgedMutant[]
  readonly left_out: number
  /** Tried only if the verdict on the solution is `pass`. */
  readonly harms: readonly JudgedHarm[]
  readonly harms_left_out: number
  /** Undefined if no harm by calls was tried. */
  readonly acts: JudgedActs | undefined
  readonly probes: readonly JudgedProbe[]
  readonly refused_calls: readonly RefusedCall[]
}

/** Recorded harm. */
export interface JudgedCounter extends JudgedState {
  readonly name: string
  readonly after: string | undefined
  readonly fails: readonly string[]
  readonly refused_calls: readonly RefusedCall[]
}

/** All states of an audit. */
export interface JudgedStates {
  readonly untouched: JudgedState
  /** The texts of the untouched state. */
  readonly world: WorldTexts
  /** States that agents leave without any work, except the untouched one. */
  readonly idle: readonly JudgedIdleState[]
  readonly spam: JudgedState | undefined
  /** States that an agent reaches without understanding the task. */
  readonly cheap: readonly JudgedIdleState[]
  readonly solutions: readonly JudgedSolution[]
  readonly counters: readonly JudgedCounter[]
  /** Derived states that would have taken too long. */
  readonly unjudged: readonly UnjudgedStates[]
}

/** The input for judging the states. */
export interface Jury {
  readonly criteria: CompiledCriteria
  readonly options: VerifyOptions | undefined
  readonly task_item: JsonValue | undefined
  readonly maxMutants: number | undefined
  readonly budget: AuditBudget
  readonly verifier: AuditingVerifier
}

/**
 * Judges all states of an audit, including mutants, in steps; data that mutants share with their solution is computed
 * once.
 */
export function* judgeStates(states: AuditStates, jury: Jury): Steps<JudgedStates> {
  // Validate the evidence before reading anything from it.
  const { verifier } = jury
  verifier.prepareEvidence(states.initial)
  const { initial: _, without_agent: __, ...begin } = states.initial
  const start = indexedState(verifier.parts, begin)
  const prepared = verifier.prepareEvidence(start)
  const untouched = yield* judge(new PreparedEvidence(start, prepared.final, prepared.final), jury)
  const scene = new PreparedStates(start, verifier)
  const resting = idleStates(start, states, jury.task_item, verifier.parts)
  // In the last of these states the agent only submits an output: the model of all states without work, judged first.
  const rest = resting.at(-1)
  const model = rest && scene.record(rest.state)
  const idle: JudgedIdleState[] = []
  for (const { what, state } of resting.toReversed()) {
    yield
    const evidence = state === model?.source ? model.evidence : scene.prepare(state, model)
    idle.unshift({ ...(yield* judge(evidence, jury)), what })
  }
  yield
  const spam = states.spam && (yield* judge(scene.prepare(scene.complete(states.spam)), jury))
  const solutions: JudgedSolution[] = []
  for (const solution of states.solutions ?? []) {
    yield
    solutions.push(yield* judgeSolution(solution, states.solutions ?? [], scene, jury))
  }
  const solved = (states.solutions ?? []).map(({ name, state }) => ({ name, state: scene.complete(state) }))
  const world = yield* WorldTexts.inSteps(verifier.parts, [start])
  const cheap: JudgedIdleState[] = []
  const { task_item, budget } = jury
  for (const { what, state } of yield* cheapStates(start, solved, {
    task_item,
    parts: verifier.parts,
    world,
    budget,
  })) {
    yield
    cheap.push({ ...(yield* judge(scene.prepare(state, model), jury)), what })
  }
  const counters: JudgedCounter[] = []
  for (const { name, after, fails, state, refused_calls = [] } of states.counters ?? []) {
    yield
    counters.push({ ...(yield* judge(scene.prepare(scene.complete(state)), jury)), name, after, fails, refused_calls })
  }
  return { untouched, world, idle, spam, cheap, solutions, counters, unjudged: budget.unjudged }
}

function* judge(evidence: PreparedEvidence, { criteria, options, verifier }: Jury): Steps<JudgedState> {
  const input = { criteria, evidence, ...(options && { options }) }
  const { score, verdict, items, criterion_runs } = yield* verifier.verifyInSteps(input)
  return { evidence, score, verdict, items, runs: criterion_runs }
}

/** Maximum number of harm mutants of all solutions of a task. */
const maxHarms = 60

function* judgeSolution(
  { name, state, calls, refused_calls = [], acts, probes = [] }: NamedState,
  solutions: readonly NamedState[],
  scene: PreparedStates,
  jury: Jury,
): Steps<JudgedSolution> {
  const { parts } = jury.verifier
  const model = scene.record(scene.complete(state))
  const { source } = model
  const judged = yield* judge(model.evidence, jury)
  yield
  const beginning = scene.beginningOf(source)
  const written = scene.writtenIn(source, beginning)
  const characters = written.reduce((sum, { record }) => sum + countCharacters(record), 0)
  const { budget } = jury
  const limit = Math.min(jury.maxMutants ?? defaultLimit, budget.limitOf('mutants', characters))
  const { mutations, left_out } = yield* mutantsOfWritten(parts, written, {
    before: beginning.state,
    after: source,
    calls,
    limit,
  })
  const wanted = Math.min(jury.maxMutants ?? defaultLimit, mutations.length + left_out)
  budget.note(name, 'mutants', mutations.length, wanted)
  const mutants: JudgedMutant[] = []
  for (const mutation of mutations) {
    yield
    const { evidence: _, ...result } = yield* judge(scene.edited(model, [mutation]), jury)
    mutants.push({ mutation, ...result })
  }
  const harmLimit = Math.ceil(maxHarms / solutions.length)
  const { harms, left_out: harms_left_out } =
    judged.verdict === 'pass'
      ? yield* makeHarmMutants(parts, {
          state: source,
          beginning,
          written,
          ...(calls !== undefined && { calls }),
          ...(jury.task_item !== undefined && { task_item: jury.task_item }),
          others: solutions
            .filter((other) => other.name !== name)
            .map((other) => ({ name: other.name, written: scene.writtenIn(scene.complete(other.state), beginning) })),
          limit: Math.min(harmLimit, budget.limitOf('harms', characters)),
        })
      : { harms: [], left_out: 0 }
  budget.note(name, 'harms', harms.length, Math.min(harmLimit, harms.length + harms_left_out))
  const judgedHarms: JudgedHarm[] = []
  for (const harm of harms) {
    yield
    const { evidence: _, ...result } = yield* judge(scene.edited(model, harm.edits, harm.events), jury)
    judgedHarms.push({ harm, ...result })
  }
  const choose = <State>(sort: 'acts' | 'probes', all: readonly State[]): readonly State[] => {
    if (judged.verdict !== 'pass') return []
    const chosen = chooseEvenly(all, budget.limitOf(sort, characters))
    budget.note(name, sort, chosen.length, all.length)
    return chosen
  }
  const judgedActs = acts && (yield* judgeActs(choose('acts', acts), model, scene, jury))
  return {
    ...judged,
    name,
    mutants,
    left_out,
    harms: judgedHarms,
    harms_left_out,
    acts: judgedActs,
    probes: yield* judgeProbes(choose('probes', probes), model, scene, jury),
    refused_calls,
  }
}

function* judgeProbes(
  probes: readonly ProbeState[],
  model: Model,
  scene: PreparedStates,
  jury: Jury,
): Steps<readonly JudgedProbe[]> {
  const judged: JudgedProbe[] = []
  for (const { state, ...probe } of probes) {
    yield
    const { verdict, items } = yield* judge(scene.prepare(scene.complete(state), model), jury)
    judged.push({ ...probe, verdict, items })
  }
  return judged
}

function* judgeActs(acts: readonly ActState[], model: Model, scene: PreparedStates, jury: Jury): Steps<JudgedActs> {
  const judged: JudgedAct[] = []
  let refused = 0
  for (const { kind, name, state } of acts) {
    if (state === null) {
      refused++
      continue
    }
    yield
    const done = scene.complete(state)
    const trace = readTrace(jury.verifier.parts, model.source, done)
    if (trace === undefined) continue
    const { evidence: _, ...result } = yield* judge(scene.prepare(done, model), jury)
    judged.push({ harm: { kind, name, ...trace }, ...result })
  }
  return { judged, refused }
}

/** Whether a mutant is detected: its score or verdict is lower than the solution's, or undecidable. */
export function isNoticed(mutant: JudgedMutant, solution: JudgedState): boolean {
  if (solution.score === null) return false
  if (mutant.score === null) return true
  return mutant.score < solution.score || rank(mutant.verdict) < rank(solution.verdict)
}

/** Whether a state passes, and with it each item that passes on the solution, due or not. */
export function stillPasses(
  { verdict, items }: Pick<JudgedState, 'verdict' | 'items'>,
  solution: Pick<JudgedState, 'items'>,
): boolean {
  const passed = Object.entries(solution.items ?? {}).filter(([, item]) => item.verdict === 'pass')
  return verdict === 'pass' && passed.every(([key]) => items?.[key]?.verdict === 'pass')
}

function rank(verdict: Verdict | null): number {
  return verdict === null ? -1 : ['fail', 'partial', 'pass'].indexOf(verdict)
}
