import { describe, expect, it } from 'vitest'
import { criteria, drain, makeEvidence, says } from '../testing/text-work.js'

// Tests that take seconds are in work-budget.nightly.test.ts.

describe('the work on texts', () => {
  it('pauses within a long text and between short ones', () => {
    const idle = drain(makeEvidence([])).count
    expect(drain(makeEvidence(['x '.repeat(40_000)])).count).toBeGreaterThan(idle + 20)
    expect(
      drain(makeEvidence(Array.from({ length: 60 }, (_, n) => `${n} ${'x '.repeat(1500)}`))).count,
    ).toBeGreaterThan(idle + 20)
  })

  it('pauses between the evaluations with other answers for undecided texts', () => {
    const said = (count: number) => Array.from({ length: count }, (_, n) => `${n} may possibly not be approved, 6.7 mg`)
    const fields = [{ path: 'body', expected: says }]
    const assertion = { assert: 'message-sent', fields, count: { $gte: 0 } }
    // One for each combination after the first, and one for the initial state; 64 evaluations are the most.
    const steps = [1, 2, 3, 30].map((count) => drain(makeEvidence(said(count)), [{ label: 'said', assertion }]).count)
    expect(steps).toEqual([2, 4, 8, 63])
  })

  it('pauses between texts of a few characters, which take longer to look up than to read', () => {
    const bodies = Array.from({ length: 2000 }, (_, n) => `${n}`)
    expect(drain(makeEvidence(bodies), criteria.slice(0, 1)).count).toBeGreaterThanOrEqual(3)
  })

  it('pauses while many short texts for one recipient are read together', () => {
    const bodies = Array.from({ length: 2500 }, (_, n) => `${n} is for the desk`)
    // 7 without those between the texts of one recipient.
    expect(drain(makeEvidence(bodies), criteria.slice(3)).count).toBeGreaterThanOrEqual(9)
  })

  it('pauses while it describes which entry would nearly have allowed a text', () => {
    const allow = [{ collection: 'messages', where: { channel: 'fax', body: says } }]
    const criterion = { label: 'nothing else', assertion: { assert: 'no-collateral', allow } }
    const bodies = Array.from({ length: 40 }, (_, n) => `${n} ${'x '.repeat(1500)}`)
    expect(drain(makeEvidence(bodies), [criterion]).count).toBeGreaterThan(8)
  })

  describe('beyond the budget of a criterion', () => {
    const bodies = Array.from({ length: 9 }, (_, n) => `${n} ${'x'.repeat(90_000)}`)
    const evidence = makeEvidence([...bodies, 'Approved'])
    const { verification } = drain(evidence)

    it('leaves the criterion undecided, and does not affect the others', () => {
      const [said, pattern, folded, nobody] = verification.criterion_runs
      expect([said?.outcome, nobody?.outcome]).toEqual(['undecided', 'undecided'])
      expect(said?.details).toContain('reading them for this criterion takes more than 1,000,000 characters')
      expect(nobody?.details).toContain('reading them for this criterion takes more than 1,000,000 characters')
      expect([pattern?.outcome, folded?.outcome]).toEqual(['passed', 'passed'])
      expect(verification.verdict).not.toBe('pass')
    })

    it('caps the score by a guard that cannot be judged, so that harm cannot be hidden behind long texts', () => {
      expect(verification).toMatchObject({ verdict: 'partial', score: 0.5, capped_by: ['nobody else'] })
    })
  })

  it('leaves a text of more than 100,000 characters undecided for a pattern and for a folded text', () => {
    const { verification } = drain(makeEvidence(['x'.repeat(100_001)]))
    expect(verification.criterion_runs.slice(1, 3).map(({ outcome }) => outcome)).toEqual(['undecided', 'undecided'])
  })
})
