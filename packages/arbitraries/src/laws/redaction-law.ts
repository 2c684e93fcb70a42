import type { Completion, RedactedCompletion } from '@carebench/verifier'
import fc from 'fast-check'
import { jsonValue } from '../values/json-values.js'
import { scores } from '../values/weights.js'
import type { Law } from './scoring-laws.js'

/** A function that removes the hidden parts from a completion. */
export type Redactor = (completion: Completion) => RedactedCompletion

function check() {
  return fc.record({
    criterion_id: fc.uuid(),
    label: fc.string(),
    result: fc.constantFrom('pass' as const, 'partial' as const, 'fail' as const),
    score: scores(),
    axis: fc.constantFrom('__default__', 'correctness'),
  })
}

/** Generates the item of a check; most checks have none. */
function item() {
  return fc.constantFrom({}, {}, { item: 'a' })
}

function itemScores() {
  const verdict = fc.constantFrom('pass' as const, 'partial' as const, 'fail' as const)
  return fc.dictionary(
    fc.constantFrom('a', 'b', '__proto__'),
    fc.record({ verdict, score: scores(), due: fc.boolean() }),
  )
}

function fieldResult() {
  return fc.record({ path: fc.string(), expected: jsonValue(), actual: jsonValue(), passed: fc.boolean() })
}

function hidden() {
  return fc.record({ details: fc.string(), field_results: fc.array(fieldResult(), { maxLength: 3 }) })
}

function head() {
  return fc.record({
    task_run_id: fc.uuid(),
    phase: fc.constant('completed' as const),
    verdict: fc.constantFrom('pass' as const, 'partial' as const, 'fail' as const),
    score: scores(),
    raw_score: scores(),
    capped_by: fc.array(fc.uuid(), { maxLength: 2 }),
    axes: fc.dictionary(
      fc.constantFrom('__default__', 'correctness'),
      fc.record({ score: scores(), weight: scores() }),
    ),
  })
}

/** Two completions that differ only in hidden parts are equal once redacted, and all visible parts remain. */
const revealsNothing: Law<Redactor> = {
  name: 'redaction reveals nothing',
  property: (redact) =>
    fc.property(
      head(),
      fc.option(itemScores(), { nil: undefined }),
      fc.array(fc.tuple(check(), item(), hidden(), hidden(), jsonValue()), { maxLength: 4 }),
      (top, items, checks) => {
        const redacted = [
          {
            ...top,
            ...(items && { items }),
            checks: checks.map(([seen, of, details]) => ({ ...seen, ...of, ...details })),
          },
          // An unknown member is hidden too.
          {
            ...top,
            ...(items && {
              items: Object.fromEntries(
                Object.entries(items).map(([key, one]) => [key, { ...one, details: 'answer' }]),
              ),
            }),
            checks: checks.map(([seen, of, , other, unknown]) => ({ ...seen, ...of, ...other, unknown })),
          },
        ].map((completion) => JSON.stringify(redact(completion)))
        if (redacted[0] !== redacted[1]) throw new Error(`expected one text, got ${redacted.join(' and ')}`)
        const visible = JSON.stringify({
          ...top,
          ...(items && { items }),
          checks: checks.map(([seen, of]) => ({ ...seen, ...of })),
        })
        if (redacted[0] !== visible) throw new Error(`expected ${visible}, got ${redacted[0]}`)
      },
    ),
}

/** The laws of redaction. */
export const redactionLaws: readonly Law<Redactor>[] = [revealsNothing]
