import { audit, verify } from '@carebench/systems/verifier'
import { type Criterion, type EvidenceSource, redactCompletion, scoreTask, weightedMean } from '@carebench/verifier'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { auditLaws } from './laws/audit-law.js'
import type { Auditor } from './laws/auditor.js'
import { type Redactor, redactionLaws } from './laws/redaction-law.js'
import { createScoringLaws, type ScoredItem, type Scorer, scoringLaws } from './laws/scoring-laws.js'
import type { VerifyFunction } from './laws/verifier-law.js'
import { createVerifierLaws, verifierLaws } from './laws/verifier-laws.js'

const numRuns = 15 * inject('scale')

const taskScore: Scorer = (items) =>
  scoreTask(
    items.map((item) => ({ ...item, axis: 'a', guard: false, outcome: item.score === 1 ? 'passed' : 'failed' })),
  ).score

describe.each([
  ['weightedMean', weightedMean],
  ['scoreTask', taskScore],
])('%s', (_, scorer) => {
  it.each(scoringLaws)('is $name', (law) => {
    fc.assert(law.property(scorer), { numRuns })
  })
})

describe('laws for ordinary weights, with a tolerance', () => {
  const options = { weights: 'ordinary', tolerance: 1e-9 } as const
  const plain: Scorer = (items) => {
    const total = items.reduce((sum, item) => sum + item.weight, 0)
    return total === 0 ? 0 : items.reduce((sum, item) => sum + item.weight * item.score, 0) / total
  }

  it.each(createScoringLaws(options))('hold for a plain mean: $name', (law) => {
    fc.assert(law.property(plain), { numRuns: numRuns * 5 })
  })

  it('do not hold for a mean that counts weight 0 as 1', () => {
    const counted: Scorer = (items) => plain(items.map((item) => ({ ...item, weight: item.weight || 1 })))
    expect(broken(createScoringLaws(options), counted, ['scale-free', 'ends'])).toEqual(['scale-free', 'ends'])
  })

  it.each([0.5, 0.9, 0.95, 0.99, 0.999])('do not hold for a mean that counts more than %d as 1', (threshold) => {
    const lenient: Scorer = (items) => {
      const score = plain(items)
      return score > threshold ? 1 : score
    }
    const [identity] = createScoringLaws(options).filter(({ name }) => name === 'identity')
    expect(
      identity && fc.check(identity.property(lenient), { numRuns: 1000, seed: 1, endOnFailure: true }).failed,
    ).toBe(true)
  })

  it('do not hold for a mean that is wrong by more than the tolerance', () => {
    const rounded: Scorer = (items) => Math.round(plain(items) * 1e6) / 1e6
    expect(broken(createScoringLaws(options), rounded, ['identity'])).toEqual(['identity'])
    expect(broken(createScoringLaws({ ...options, tolerance: 1e-5 }), rounded, ['identity'])).toEqual([])
  })

  it.each(createVerifierLaws(options))('hold for the verifier, and with rounding errors: $name', (law) => {
    let calls = 0
    const shaky: VerifyFunction = (input) => {
      const result = verify(input)
      const { score, raw_score } = result
      const error = 1 - (calls++ % 3) * 2 ** -52
      return { ...result, score: score && score * error, raw_score: raw_score && raw_score * error }
    }
    fc.assert(law.property(law.name === 'pure' ? verify : shaky), { numRuns })
  })

  it('require a tolerance from 0 to below 1', () => {
    expect(() => createScoringLaws({ tolerance: -1 })).toThrow('tolerance from 0 to below 1, got -1')
  })
})

describe('verify', () => {
  it.each(verifierLaws)('keeps: $name', (law) => {
    fc.assert(law.property(verify), { numRuns })
  })
})

describe('audit', () => {
  it.each(auditLaws)('keeps: $name', (law) => {
    // The other laws judge a few states per case, this one dozens.
    const isLong = law.name === 'the audit tries every mistake'
    fc.assert(law.property({ audit, verify }), { numRuns: isLong ? numRuns : numRuns * 5 })
  })
})

describe('redactCompletion', () => {
  it.each(redactionLaws)('keeps: $name', (law) => {
    fc.assert(law.property(redactCompletion), { numRuns })
  })
})

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, next) => total + next, 0)
}

const naive: Scorer = (items) => {
  const total = sum(items.map((item) => item.weight))
  return total === 0 ? 0 : sum(items.map((item) => item.weight * item.score)) / total
}
function clamped(scorer: Scorer): Scorer {
  return (items) => Math.min(1, Math.max(0, scorer(items) || 0))
}

/** Returns the names of the laws that a function violates. */
function broken<Subject>(
  laws: readonly { name: string; property(subject: Subject): fc.IRawProperty<unknown, false> }[],
  subject: Subject,
  names: readonly string[],
  draws = 600,
) {
  return laws
    .filter((law) => names.includes(law.name))
    .filter((law) => fc.check(law.property(subject), { numRuns: draws, seed: 7, endOnFailure: true }).failed)
    .map((law) => law.name)
}

describe('the laws are violated by', () => {
  it.each<[string, Scorer, readonly string[]]>([
    ['a plain sum', naive, ['bounded', 'order-free']],
    ['a plain sum, clamped', clamped(naive), ['order-free', 'ends']],
    ['a score rounded to four places', (items) => Math.round(weightedMean(items) * 1e4) / 1e4, ['identity']],
    ['a penalty for many criteria', (items) => weightedMean(items) * (items.length > 3 ? 0.5 : 1), ['ends']],
    [
      'a bonus for low scores',
      (items) => (items.some((item) => item.score > 0.9) ? 0.5 : weightedMean(items)),
      ['monotone'],
    ],
    [
      'an absolute floor of weights',
      (items) => weightedMean(items.filter((item) => item.weight > 1e-3)),
      ['scale-free'],
    ],
  ])('%s', (_, scorer, names) => {
    expect(new Set(broken(scoringLaws, scorer, names))).toEqual(new Set(names))
  })

  const withoutMembers = (input: Parameters<VerifyFunction>[0]): Parameters<VerifyFunction>[0] => ({
    ...input,
    criteria: JSON.parse(
      JSON.stringify(input.criteria, (key, value: unknown) => (key === 'members' ? undefined : value)),
    ),
  })
  const counting: VerifyFunction = (input) => {
    const result = verify(input)
    const items: readonly ScoredItem[] = result.criterion_runs
    return { ...result, score: taskScore(items) }
  }
  it.each<[string, VerifyFunction, readonly string[]]>([
    ['guards that always count', counting, ['idle earns nothing']],
    [
      'an idle rule for guards alone',
      ({ criteria, evidence, ...rest }) => {
        const { initial: _, ...unobserved } = evidence as EvidenceSource
        const guarded = (criteria as readonly Criterion[]).some((criterion) => criterion.guard === true)
        return verify({ criteria, evidence: guarded ? evidence : unobserved, ...rest })
      },
      ['idle earns nothing'],
    ],
    [
      'unsupported counted as passed',
      (input) => {
        const result = verify(input)
        const runs = result.criterion_runs.map((run) =>
          run.outcome === 'unsupported' ? { ...run, passed: true, score: 1 } : run,
        )
        return { ...result, criterion_runs: runs }
      },
      ['honest outcomes'],
    ],
    [
      'only the first criterion counting',
      (input) => ({ ...verify(input), score: verify(input).criterion_runs[0]?.score ?? 0 }),
      ['order-free'],
    ],
    ['members that are ignored', (input) => verify(withoutMembers(input)), ['a new record has only its members']],
    [
      'half a point for what "record-state" finds',
      (input) => {
        const result = verify(input)
        const runs = result.criterion_runs.map((run, index) => {
          const { assertion } = (input.criteria as readonly Criterion[])[index] ?? {}
          const isRecordState = JSON.stringify(assertion)?.includes('"record-state"') === true
          return isRecordState && run.passed ? { ...run, score: 0.5 } : run
        })
        return { ...result, criterion_runs: runs }
      },
      ['no part of what was there'],
    ],
  ])('%s', (_, subject, names) => {
    expect(new Set(broken(verifierLaws, subject, names))).toEqual(new Set(names))
  })

  it.each<[string, Auditor['audit']]>([
    ['an audit that finds nothing', (input) => ({ ...audit(input), ok: true })],
    ['an audit that does not read the task', ({ task_item: _, ...input }) => audit(input)],
    ['an audit that does not wait', ({ states: { waited: _, ...states }, ...input }) => audit({ ...input, states })],
  ])('%s', (_, careless) => {
    const names = ['doing nothing never earns past the audit']
    expect(broken(auditLaws, { audit: careless, verify }, names, 3000)).toEqual(names)
  })

  it('an audit that tries only one mutant', () => {
    const hasty: Auditor['audit'] = (input) => audit({ ...input, max_mutants: 1 })
    const names = ['the audit tries every mistake']
    expect(broken(auditLaws, { audit: hasty, verify }, names)).toEqual(names)
  })

  it('a redaction that deletes only the members it knows', () => {
    const redact: Redactor = (completion) => ({
      ...completion,
      checks: completion.checks.map(({ details: _, field_results: __, ...rest }) => rest),
    })
    expect(broken(redactionLaws, redact, ['redaction reveals nothing'])).toEqual(['redaction reveals nothing'])
  })
})
