import { redactCompletion, toCompletion } from '@carebench/verifier'
import { expect, it } from 'vitest'
import { verify } from './verify.js'

const criteria = [
  {
    id: 'crit_1',
    label: 'Approved',
    axis: 'correctness',
    assertion: {
      assert: 'portal-state-match',
      correlate_by: { resource: 'r', key: 'k', value: 1 },
      assertions: [
        { path: 'status', expected: 'secret answer' },
        { path: 'k', expected: 1 },
      ],
    },
  },
]

it('answers a completion, and hides explanations of a scored one', () => {
  const verification = verify({ criteria, evidence: { portal: { r: [{ k: 1, status: 'secret value' }] } } })
  const full = toCompletion('tr_1', verification)
  if (full === undefined) throw new Error('expected a completion')
  expect(full.checks[0]).toMatchObject({
    result: 'partial',
    score: 0.5,
    field_results: [{ path: 'status' }, { path: 'k' }],
  })
  expect(redactCompletion(full)).toEqual({
    task_run_id: 'tr_1',
    phase: 'completed',
    verdict: 'partial',
    score: 0.5,
    raw_score: 0.5,
    capped_by: [],
    axes: { correctness: { score: 0.5, weight: 1 } },
    checks: [{ criterion_id: 'crit_1', label: 'Approved', result: 'partial', score: 0.5, axis: 'correctness' }],
  })
  expect(JSON.stringify(redactCompletion(full))).not.toContain('secret')
})

it('has no field results if nothing was evaluated [checks.field-results-absent]', () => {
  const silent = { id: 'crit_2', label: 'Told', assertion: { assert: 'output-match', expected: 'done' } }
  const evidence = { portal: { r: [{ k: 1, status: 'secret value' }] } }
  const verification = verify({ criteria: [...criteria, silent], evidence })
  expect(verification.criterion_runs[1]).toMatchObject({ outcome: 'failed', score: 0, evidence: null })
  const [judged, unjudged] = toCompletion('tr_1', verification)?.checks ?? []
  expect(judged?.field_results).toHaveLength(2)
  expect(unjudged).toEqual({
    criterion_id: 'crit_2',
    label: 'Told',
    result: 'fail',
    score: 0,
    axis: '__default__',
    details: 'The completion has no output.',
  })
})

it('has no answer if a check errored', () => {
  expect(
    toCompletion('tr_1', { score: null, raw_score: null, capped_by: [], verdict: null, axes: {}, criterion_runs: [] }),
  ).toBeUndefined()
})
