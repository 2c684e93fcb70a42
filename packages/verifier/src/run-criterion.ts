import type { JsonObject, JsonValue, Steps } from '@carebench/protocol'
import type { CheckContext, CheckOutcome, CompiledCheck } from './check.js'
import type { CompiledCriterion } from './criterion.js'
import type { KnownRuns } from './evidence/known-runs.js'
import type { PreparedEvidence } from './evidence/prepared-evidence.js'
import { ownMember } from './json/is-json-object.js'
import { showJson } from './json/show-json.js'
import { Assumptions, type OpenValue } from './matchers/assumptions.js'
import { describeOpen, readExpectedWords } from './matchers/unsaid.js'
import type { CriterionRun, Outcome } from './verification.js'

interface Judgement {
  readonly outcome: Outcome
  readonly score: number
  readonly details: string
  readonly evidence: JsonObject | null
}

/** Runs one criterion; the outcome is `errored` if its check throws or returns an invalid score or outcome. */
export function runCriterion(criterion: CompiledCriterion, evidence: PreparedEvidence): CriterionRun {
  const { runs } = evidence
  return runs === undefined ? makeRun(criterion, evidence) : knownRun(runs, criterion, evidence)
}

/** Apart from its caller, which otherwise would make a closure for each criterion. */
function knownRun(runs: KnownRuns, criterion: CompiledCriterion, evidence: PreparedEvidence): CriterionRun {
  return runs.of(criterion, () => makeRun(criterion, evidence))
}

/** Whether the check of a criterion has a preparation. */
export function canPrepare({ compiled }: CompiledCriterion): boolean {
  return compiled.ok && compiled.check.prepare !== undefined
}

/** Prepares in steps what {@link runCriterion} needs, if the check of the criterion can. */
export function* prepareCriterion({ compiled, context }: CompiledCriterion, evidence: PreparedEvidence): Steps<void> {
  if (!compiled.ok || compiled.check.prepare === undefined || evidence.runs !== undefined) return
  try {
    yield* compiled.check.prepare(evidence, context)
  } catch {
    // The check itself fails in the same way, and reports it.
  }
}

function makeRun(criterion: CompiledCriterion, evidence: PreparedEvidence): CriterionRun {
  const { outcome, score, details, evidence: found } = judge(criterion, evidence)
  return {
    criterion_id: criterion.id,
    label: criterion.label,
    outcome,
    passed: outcome === 'passed',
    score,
    details,
    evidence: found,
    axis: criterion.axis,
    weight: criterion.weight,
    guard: criterion.guard,
    severity: criterion.severity,
    harm: criterion.harm,
  }
}

function judge({ compiled, context }: CompiledCriterion, evidence: PreparedEvidence): Judgement {
  if (!compiled.ok) {
    const findings = compiled.errors.map((error) => `${error.path || '/'} ${error.message}`).join('; ')
    return without('unsupported', `Not verified: the assertion is invalid: ${findings}.`)
  }
  try {
    return evaluate(compiled.check, context, evidence)
  } catch (error) {
    return without(
      'errored',
      `The check of kind "${compiled.kind}" failed with an error: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** Evaluations of a check, with different answers for the texts that are undecided. */
const mostEvaluations = 64

/**
 * Evaluates a check with every combination of answers for the texts that its matchers cannot decide. It is decided if all of
 * them lead to the same outcome, otherwise unsupported. So the order in which it compares values does not matter, and what
 * fails whatever the open texts say has failed: with the lowest of its scores, as nothing shows more.
 */
function evaluate(check: CompiledCheck, { input_entity_id }: CheckContext, evidence: PreparedEvidence): Judgement {
  const assumptions = new Assumptions()
  const context = { input_entity_id, assumptions }
  const first = judgementOf(check.evaluate(evidence, context))
  if (assumptions.asked === 0) return first
  const { open } = assumptions
  if (first.outcome === 'unsupported' || first.outcome === 'errored') return first
  let lowest = first
  for (let evaluations = 1; assumptions.next(); evaluations++) {
    if (evaluations === mostEvaluations) return undecided(open)
    const other = judgementOf(check.evaluate(evidence, context))
    if (other.outcome !== first.outcome) return undecided(open)
    if (other.score < lowest.score) lowest = other
  }
  return lowest
}

/** Maximum number of texts named. */
const listed = 3

function undecided(open: readonly OpenValue[]): Judgement {
  const shown = [...new Set(open.flatMap(describeOpenValue))].slice(0, listed)
  return without('unsupported', `Not verified: ${shown.join(', and ')}.`)
}

function describeOpenValue({ expected, actual }: OpenValue): readonly string[] {
  const open = readExpectedWords(withoutNot(expected))
    ?.explain(actual)
    .filter(({ what }) => what === 'open')
  if (open !== undefined && open.length > 0) return open.map(describeOpen)
  return [`it cannot be decided whether ${showJson(actual ?? null)} says ${showJson(expected)}`]
}

/** What is open is open under `$not` as well. */
function withoutNot(expected: JsonValue): JsonValue {
  const inner = ownMember(expected, '$not')
  return inner === undefined ? expected : withoutNot(inner)
}

function judgementOf(result: CheckOutcome): Judgement {
  switch (result.outcome) {
    case 'passed':
      return { ...result, score: 1 }
    case 'unsupported':
      return without('unsupported', result.details)
    case 'failed':
      if (result.score >= 0 && result.score < 1) return result
      return without(
        'errored',
        `The check returned "failed" with the score ${result.score}; expected at least 0 and less than 1.`,
      )
    default:
      return without('errored', 'The check returned an unknown outcome.')
  }
}

function without(outcome: Outcome, details: string): Judgement {
  return { outcome, score: 0, details, evidence: null }
}
