import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { criteria, drain, makeEvidence, says, verifyAtOnce } from '../testing/text-work.js'

// These tests take 5 s because they exceed the budget; work-budget.test.ts tests the same rules with less work.

// The budget of a criterion is a million characters, and each test here reads several of them: seconds.

/** Words that each reader of texts treats in a way of its own, and that are cheap to send. */
const hostile = [
  'x ',
  'not ',
  'a\n',
  'no a, ',
  '1 ',
  '6.7 mg ',
  '1/2 ',
  'March 2, ',
  'did approve ',
  'Dr. e.g. ',
  'Ada ',
]

describe('the work on texts', () => {
  it('gives the same result with and without pauses, whatever the texts are', () => {
    const text = fc
      .tuple(fc.constantFrom(...hostile), fc.integer({ min: 1, max: 12_000 }), fc.constantFrom('', 'approved 6.7 mg'))
      .map(([word, length, end]) => `${word.repeat(Math.ceil(length / word.length))}${end}`)
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (bodies) => {
        const evidence = makeEvidence(bodies)
        expect(drain(evidence).verification).toEqual(verifyAtOnce(evidence).verification)
      }),
      { numRuns: 4 * inject('scale') },
    )
  })

  it('depends neither on pauses nor on the order of criteria beyond the budget of a criterion', () => {
    const evidence = makeEvidence([...Array.from({ length: 9 }, (_, n) => `${n} ${'x'.repeat(90_000)}`), 'Approved'])
    const { verification } = drain(evidence)
    expect(verifyAtOnce(evidence).verification).toEqual(verification)
    const reversed = drain(evidence, [...criteria].reverse()).verification.criterion_runs
    expect([...reversed].reverse()).toEqual(verification.criterion_runs)
  })

  it.each([
    ['a pattern', { $regex: '(?s).*z' }],
    ['a folded text', { $text: 'Approved' }],
    ['words', { $words: ['approved'] }],
    ['a statement', says],
  ])('pauses between many short texts compared with %s, and leaves them undecided beyond the budget', (_, expected) => {
    const criterion = { label: 'one', assertion: { assert: 'message-sent', fields: [{ path: 'body', expected }] } }
    const short = (count: number) =>
      makeEvidence(Array.from({ length: count }, (_unused, n) => `${n} ${'x '.repeat(500)}`))
    const few = drain(short(400), [criterion])
    expect(few.verification.criterion_runs[0]?.outcome).toBe('failed')
    expect(few.count).toBeGreaterThanOrEqual(4)
    expect(drain(short(4400), [criterion]).verification.criterion_runs[0]?.outcome).toBe('undecided')
  })
})
