import type { JsonObject } from '@carebench/protocol'
import type { CheckOutcome } from './check.js'
import type { CompiledCriterion } from './criterion.js'
import type { PreparedEvidence } from './evidence/prepared-evidence.js'
import type { CriterionRun, Outcome } from './verification.js'

interface Judgement {
  readonly outcome: Outcome
  readonly score: number
  readonly details: string
  readonly evidence: JsonObject | null
}

/** Runs one criterion; the outcome is `errored` if its check throws or returns an invalid score or outcome. */
export function runCriterion(criterion: CompiledCriterion, evidence: PreparedEvidence): CriterionRun {
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
    return judgementOf(compiled.check.evaluate(evidence, context))
  } catch (error) {
    return without(
      'errored',
      `The check of kind "${compiled.kind}" failed with an error: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
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
