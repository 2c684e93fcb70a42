import { finish, type Steps } from '@carebench/protocol/wire'
import type { Check, CheckContext, CompiledCheck } from '../checks/check.js'
import { type AssertionValidity, type CompiledAssertion, compileWith } from '../criteria/assertion.js'
import {
  type CompiledCriteria,
  type CompiledCriterion,
  type Criterion,
  compileCriteriaWith,
  isCompiled,
  toValidity,
} from '../criteria/criterion.js'
import { breakFlooded } from '../criteria/flooded-guards.js'
import { compareWithInitial } from '../criteria/initial-state.js'
import { type NamedSystem, namedSystems } from '../criteria/named-systems.js'
import { CriterionRunner } from '../criteria/run-criterion.js'
import { Collections } from '../evidence/collections/collections.js'
import type { EvidencePart } from '../evidence/evidence-part.js'
import { openEvidence, PreparedEvidence, prepareEvidence } from '../evidence/prepared-evidence.js'
import type { EvidenceSource } from '../evidence/state/evidence-source.js'
import { checkOptions } from '../scoring/check-options.js'
import { scoreItems } from '../scoring/score-items.js'
import type { ScoredCriterion } from '../scoring/score-task.js'
import type { CriterionRun, Verification, VerifyOptions } from '../scoring/verification.js'
import { isJsonObject } from '../values/json/is-json-object.js'

/** Input of {@link Verifier.verifyInSteps}. */
export interface VerifyInput {
  /** Criteria as on the wire, or compiled by the same verifier. */
  readonly criteria: readonly Criterion[] | CompiledCriteria
  /** A snapshot, a service's live evidence, or either of them prepared for repeated use. */
  readonly evidence: EvidenceSource | PreparedEvidence
  readonly options?: VerifyOptions
}

/** Configuration of a verifier. */
export interface VerifierInput {
  /** The supported kinds of assertion. */
  readonly checks: readonly Check[]
  /** The supported parts of the evidence. */
  readonly parts: readonly EvidencePart[]
}

/** Verifies evidence against criteria, for a fixed set of assertion kinds and evidence parts. */
export interface Verifier {
  /** The supported kinds, in the order given. */
  readonly checks: readonly Check[]
  /** The supported parts, in the order given. */
  readonly parts: readonly EvidencePart[]
  /**
   * Verifies evidence against criteria: criterion runs, axes, score and verdict. Specification 2.7, 2.8, 2.10. A step
   * for each criterion; the evidence must not change until it is done. `verify` takes all steps at once, and
   * `verifyAsync` adds a judge.
   *
   * Everything that verifies calls this method, so a verifier that wraps another one overrides only this.
   *
   * Synchronous and deterministic; reads no clock and does not modify its input. A criterion whose assertion has an
   * unknown kind or shape is `unsupported` and scores 0. If a check throws, its criterion is `errored`, and score and
   * verdict are null.
   *
   * Doing nothing earns nothing: if the evidence has `initial`, and no criterion with a positive weight, guards apart,
   * scores higher than on `initial`, the task scores 0.
   *
   * @throws {InvalidCriteriaError} if the criteria are malformed, {@link InvalidEvidenceError} if the evidence is,
   *   RangeError if an option is wrong
   */
  verifyInSteps(input: VerifyInput): Steps<Verification>
  /** Compiles an assertion of one of the `checks`; never throws. */
  compileAssertion(assertion: unknown): CompiledAssertion
  /** Checks whether an assertion is valid; if not, says what is wrong and where. Never throws. */
  validateAssertion(assertion: unknown): AssertionValidity
  /**
   * Returns the places where an assertion names systems by key, whether or not the keys exist; empty for an unknown
   * kind. Never throws.
   */
  systemsNamedIn(assertion: unknown): readonly NamedSystem[]
  /**
   * Compiles criteria once, for any number of verifications.
   *
   * @throws {InvalidCriteriaError} listing every malformed or misspelt member; never because of an invalid assertion
   */
  compileCriteria(criteria: readonly Criterion[]): CompiledCriteria
  /**
   * Does the same as {@link Verifier.compileCriteria} in steps, one for each criterion; the criteria must not change
   * until it is done.
   */
  compileCriteriaInSteps(criteria: readonly Criterion[]): Steps<CompiledCriteria>
  /**
   * Prepares evidence for any number of criteria: indexes are built once, on first use, and cached; nothing is copied.
   * The source must not change afterwards.
   *
   * @throws {InvalidEvidenceError} if the source is not an evidence object or has an unsupported version, if a part
   *   is malformed, if `logged_reads` misspells a part, or if events are not in the order of `seq`
   */
  prepareEvidence(source: EvidenceSource): PreparedEvidence
}

/**
 * Creates a verifier for these kinds of assertion and these parts of the evidence.
 *
 * @throws {TypeError} if two checks have the same kind, two parts or two collections the same name, or a part the name
 *   of another member of the evidence
 */
export function createVerifier({ checks, parts }: VerifierInput): Verifier {
  const kinds = new Map<string, Check>()
  for (const check of checks) {
    if (kinds.has(check.kind)) throw new TypeError(`Expected one check of each kind, got two of "${check.kind}".`)
    kinds.set(check.kind, check)
  }
  const collections = new Collections(parts)
  const compile = (assertion: unknown): CompiledAssertion => compileWith(kinds, collections, assertion)
  const compileInSteps = (criteria: readonly Criterion[]): Steps<CompiledCriteria> =>
    compileCriteriaWith(compile, criteria)
  return {
    checks: [...checks],
    parts: [...parts],
    verifyInSteps({ criteria, evidence, options }) {
      if (options !== undefined) checkOptions(options)
      const compiled = isCompiled(criteria) ? criteria : compileInSteps(criteria)
      const prepared = evidence instanceof PreparedEvidence ? evidence : openEvidence(parts, evidence, false)
      return 'next' in compiled ? verifyAfter(compiled, prepared, options) : verifyCompiled(compiled, prepared, options)
    },
    compileAssertion: compile,
    validateAssertion: (assertion) => toValidity(compile(assertion)),
    systemsNamedIn(assertion) {
      const kind = isJsonObject(assertion) ? assertion.assert : undefined
      const check = typeof kind === 'string' ? kinds.get(kind) : undefined
      return check === undefined ? [] : namedSystems(check.schema, assertion)
    },
    compileCriteria: (criteria) => finish(compileInSteps(criteria)),
    compileCriteriaInSteps: compileInSteps,
    prepareEvidence: (source) => prepareEvidence(parts, source),
  }
}

function* verifyAfter(
  compiling: Steps<CompiledCriteria>,
  evidence: PreparedEvidence,
  options: VerifyOptions | undefined,
): Steps<Verification> {
  return yield* verifyCompiled(yield* compiling, evidence, options)
}

function* verifyCompiled(
  criteria: readonly CompiledCriterion[],
  evidence: PreparedEvidence,
  options: VerifyOptions | undefined,
): Steps<Verification> {
  announceAll(criteria, evidence)
  const judged: CriterionRun[] = []
  const runner = new CriterionRunner()
  // A plain loop, because an iterator would stay alive across every step.
  for (let i = 0; i < criteria.length; i++) {
    const criterion = criteria[i] as CompiledCriterion
    if (i > 0) yield
    // Most checks are done at once, and a generator for each of them would cost as much as the check.
    judged.push(runner.run(criterion, evidence) ?? (yield* runner.finish(evidence)))
  }
  const states = evidence.withoutActs()
  const hasItems = options?.items !== undefined && options.items.length > 0
  const { gained, runs } =
    states.length === 0
      ? { gained: undefined, runs: judged }
      : yield* compareWithInitial(criteria, judged, { states, runner, hasItems })
  const judgeable = yield* breakFlooded(criteria, runs, evidence, runner)
  const { items, guardsCount, ...scored } = scoreItems(withInitialScores(judgeable, gained), options)
  if (runs.some((run) => run.outcome === 'errored')) {
    const none = hasItems && { items: {} }
    return { score: null, raw_score: null, capped_by: [], verdict: null, axes: {}, ...none, criterion_runs: runs }
  }
  const { score, raw_score, verdict, axes } = scored
  const capped_by = namesAt(scored.cappedBy, runs)
  const explained = runs.map((run) => (run.guard && !guardsCount(run.item) ? uncounted(run) : run))
  return { score, raw_score, capped_by, verdict, axes, ...(items && { items }), criterion_runs: explained }
}

/** Adds the initial scores to the runs of items, or of the task, without a gain; other runs do not need them. */
function withInitialScores(
  runs: readonly CriterionRun[],
  gained: ReadonlySet<string | undefined> | undefined,
): readonly ScoredCriterion[] {
  if (gained === undefined) return runs
  return runs.map((run) => (gained.has(run.item) ? run : { ...run, initialScore: run.score }))
}

/** The runs at some positions, by their ids or labels. */
function namesAt(positions: readonly number[], runs: readonly CriterionRun[]): readonly string[] {
  const names: string[] = []
  for (const position of positions) {
    const run = runs[position]
    if (run !== undefined) names.push(run.criterion_id ?? run.label)
  }
  return names
}

function announceAll(criteria: readonly CompiledCriterion[], evidence: PreparedEvidence): void {
  for (const { compiled, context } of criteria) {
    if (compiled.ok) announce(compiled.check, evidence, context)
  }
}

function announce(check: CompiledCheck, evidence: PreparedEvidence, context: CheckContext): void {
  try {
    check.announce?.(evidence, context)
  } catch {
    // The check itself will fail in the same way, and report it.
  }
}

function uncounted(run: CriterionRun): CriterionRun {
  const asks = run.item === undefined ? 'task' : 'item'
  const details = `${run.details} It counts 0 until some of the work of the ${asks} is done.`
  return { ...run, details }
}
