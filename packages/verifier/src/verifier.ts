import { type AssertionValidity, type CompiledAssertion, compileWith } from './assertion.js'
import type { Check, CheckContext, CompiledCheck } from './check.js'
import { Collections } from './collections/collections.js'
import {
  type CompiledCriteria,
  type CompiledCriterion,
  type Criterion,
  compileCriteriaWith,
  isCompiled,
  validityOf,
} from './criterion.js'
import type { EvidenceSource } from './evidence/evidence-source.js'
import { openEvidence, PreparedEvidence, prepareEvidence } from './evidence/prepared-evidence.js'
import type { EvidencePart } from './evidence-part.js'
import { compareWithInitial } from './initial-state.js'
import { runCriterion } from './run-criterion.js'
import { scoreTask } from './scoring/score-task.js'
import type { CriterionRun, Verification, VerifyOptions } from './verification.js'

/** What {@link Verifier.verify} takes. */
export interface VerifyInput {
  /** Criteria as on the wire, or compiled by the same verifier. */
  readonly criteria: readonly Criterion[] | CompiledCriteria
  /** A snapshot, a service's own evidence, or either made ready for repeated use. */
  readonly evidence: EvidenceSource | PreparedEvidence
  readonly options?: VerifyOptions
}

/** What a verifier is made of. */
export interface VerifierInput {
  /** The kinds of assertion that it knows. */
  readonly checks: readonly Check[]
  /** The parts of the evidence that it knows. */
  readonly parts: readonly EvidencePart[]
}

/** A verifier of a set of kinds of assertion, on evidence of a set of parts. */
export interface Verifier {
  /** The kinds that it knows, in the order given. */
  readonly checks: readonly Check[]
  /** The parts that it knows, in the order given. */
  readonly parts: readonly EvidencePart[]
  /**
   * Verifies evidence against criteria: a criterion run each, axes, score and verdict. Specification 2.7, 2.8, 2.10.
   *
   * Synchronous and deterministic; reads no clock and changes nothing it is given. An assertion of an unknown kind or
   * shape ends `unsupported` and scores 0; a check that breaks ends `errored`, and then score and verdict are null.
   *
   * Doing nothing earns nothing: where the evidence has `initial` and no criterion of weight above 0 that is no guard
   * scores above its score on it, the task scores 0.
   *
   * @throws {InvalidCriteriaError} {@link InvalidEvidenceError} RangeError on input that is none of these
   */
  verify(input: VerifyInput): Verification
  /** Compiles an assertion of one of the `checks`; never throws. */
  compileAssertion(assertion: unknown): CompiledAssertion
  /** Tells whether an assertion may be written, and if not, what is wrong and where; never throws. */
  validateAssertion(assertion: unknown): AssertionValidity
  /**
   * Compiles criteria once, to verify them any number of times.
   *
   * @throws {InvalidCriteriaError} naming every member of the wrong type; never because of an assertion
   */
  compileCriteria(criteria: readonly Criterion[]): CompiledCriteria
  /**
   * Makes evidence ready for any number of criteria: indexes are built once, on first use, and kept; nothing is copied.
   * The source must not change afterwards.
   *
   * @throws {InvalidEvidenceError} on what is no evidence object or has an unknown version
   */
  prepareEvidence(source: EvidenceSource): PreparedEvidence
}

/**
 * Makes a verifier that knows these kinds of assertion and these parts of the evidence.
 *
 * @throws {TypeError} if two checks are of the same kind, or two parts or two collections have the same name
 */
export function createVerifier({ checks, parts }: VerifierInput): Verifier {
  const kinds = new Map<string, Check>()
  for (const check of checks) {
    if (kinds.has(check.kind)) throw new TypeError(`Expected one check of each kind, got two of "${check.kind}".`)
    kinds.set(check.kind, check)
  }
  const collections = new Collections(parts)
  const compile = (assertion: unknown): CompiledAssertion => compileWith(kinds, collections, assertion)
  const compileAll = (criteria: readonly Criterion[]): CompiledCriteria => compileCriteriaWith(compile, criteria)
  return {
    checks: [...checks],
    parts: [...parts],
    verify: ({ criteria, evidence, options }) =>
      verifyCompiled(
        isCompiled(criteria) ? criteria : compileAll(criteria),
        evidence instanceof PreparedEvidence ? evidence : openEvidence(parts, evidence, false),
        options,
      ),
    compileAssertion: compile,
    validateAssertion: (assertion) => validityOf(compile(assertion)),
    compileCriteria: compileAll,
    prepareEvidence: (source) => prepareEvidence(parts, source),
  }
}

function verifyCompiled(
  criteria: readonly CompiledCriterion[],
  evidence: PreparedEvidence,
  options: VerifyOptions | undefined,
): Verification {
  const { idle, runs } = compareWithInitial(criteria, runAll(criteria, evidence), evidence)
  const scored = scoreTask(idle ? runs.map((run) => ({ ...run, initialScore: run.score })) : runs, options)
  if (runs.some((run) => run.outcome === 'errored')) {
    return { score: null, verdict: null, axes: {}, criterion_runs: runs }
  }
  const { score, verdict, axes, guardsCount } = scored
  return { score, verdict, axes, criterion_runs: guardsCount ? runs : runs.map(uncounted) }
}

function runAll(criteria: readonly CompiledCriterion[], evidence: PreparedEvidence): readonly CriterionRun[] {
  for (const { compiled, context } of criteria) {
    if (compiled.ok) announce(compiled.check, evidence, context)
  }
  return criteria.map((criterion) => runCriterion(criterion, evidence))
}

function announce(check: CompiledCheck, evidence: PreparedEvidence, context: CheckContext): void {
  try {
    check.announce?.(evidence, context)
  } catch {
    // What stands in the way stands in the way of the check too, which tells it.
  }
}

function uncounted(run: CriterionRun): CriterionRun {
  return run.guard
    ? {
        ...run,
        details: `${run.details} It counts 0: nothing that the task asks for has been achieved since the start.`,
      }
    : run
}
