import type { JsonValue } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { createVerifier } from '../verify/verifier.js'
import { verify } from '../verify/verify.js'
import { outputMatch } from './output-match.js'

const verifier = createVerifier({ checks: [outputMatch], parts: [] })

function run(assertion: object, output?: JsonValue) {
  return verify({
    verifier,
    criteria: [{ label: 'x', assertion: { assert: 'output-match', ...assertion } }],
    evidence: output === undefined ? {} : { output },
  }).criterion_runs[0]
}

it('compares fields, or the whole output [kinds.output-match]', () => {
  const fields = [
    { path: 'answer', expected: { $text: 'yes' } },
    { path: 'count', expected: 2 },
  ]
  expect(run({ fields }, { answer: 'Yes.', count: 2 })).toMatchObject({ passed: true })
  expect(run({ fields }, { answer: 'Yes.' })).toMatchObject({
    score: 0.5,
    details:
      '1 of 2 checks passed on the output. Expected "count" to be 2, found nothing there: the record has answer.',
  })
  expect(run({ expected: [1, 2] }, [1, 2])).toMatchObject({ passed: true })
  expect(run({ expected: [1, 2] }, [2, 1])).toMatchObject({ outcome: 'failed', score: 0 })
  expect(run({ expected: null }, null)).toMatchObject({ passed: true })
})

it('fails without an output, so that leaving it out evades no cap [kinds.output-match-missing]', () => {
  const details = expect.stringContaining('The completion has no output.')
  for (const assertion of [{ expected: 'done' }, { expected: { $exists: false } }, { expected: { $entity: '/x' } }]) {
    expect(run(assertion)).toMatchObject({ outcome: 'failed', score: 0, details, evidence: null })
  }
  const reported = {
    label: 'reported',
    severity: 'critical',
    assertion: { assert: 'output-match', expected: 'done' },
  } as const
  const done = { label: 'done', assertion: { assert: 'output-match', expected: 'done' } }
  expect(verify({ verifier, criteria: [reported, done], evidence: {} })).toMatchObject({
    score: 0,
    capped_by: ['reported'],
  })
})

it('requires either fields or expected, not both', () => {
  for (const assertion of [{}, { fields: [{ path: 'a', expected: 1 }], expected: 1 }]) {
    expect(verifier.validateAssertion({ assert: 'output-match', ...assertion })).toMatchObject({
      ok: false,
      errors: [{ path: '/fields' }],
    })
  }
})

it('names the invalid member', () => {
  expect(verifier.validateAssertion({ assert: 'output-match', expected: { $x: 1 } })).toMatchObject({
    ok: false,
    errors: [{ path: '/expected/$x' }],
  })
})
