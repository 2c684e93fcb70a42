import type { JsonObject, MessageRecord } from '@carebench/protocol'
import type { PreparedEvidence } from '@carebench/verifier'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { defaultVerifier } from './verify.js'

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

interface Criterion {
  readonly label: string
  readonly guard?: boolean
  readonly assertion: JsonObject
}

const says = { $says: { all: [['approved', 'granted'], { quantity: 6.7, unit: 'mg' }], none: [['denied']] } }

const criteria = [
  { label: 'said', assertion: { assert: 'message-sent', fields: [{ path: 'body', expected: says }] } },
  {
    label: 'pattern',
    assertion: { assert: 'message-sent', fields: [{ path: 'body', expected: { $regex: '(?s).*' } }] },
  },
  {
    label: 'folded',
    assertion: { assert: 'message-sent', fields: [{ path: 'body', expected: { $text: 'Approved' } }] },
  },
  {
    label: 'nobody else',
    guard: true,
    assertion: {
      assert: 'no-collateral',
      allow: [{ collection: 'messages', where: { channel: 'sms' }, about: ['Patient/p1'] }],
    },
  },
]

const patients = ['p1', 'p2'].map((id) => ({
  resourceType: 'Patient',
  id,
  name: [{ given: ['Ada'], family: `Family${id}` }],
  birthDate: '1980-02-03',
}))

function evidenceOf(bodies: readonly string[]) {
  const messages = bodies.map(
    (body): MessageRecord => ({ direction: 'outbound', channel: 'sms', to: '555-0123', from: '555-0100', body }),
  )
  const events = messages.map((record, seq) => ({
    seq,
    at: '2026-03-02T09:00:00.000Z',
    actor: 'agent' as const,
    type: 'message.sent',
    data: {},
    outward: [{ collection: 'messages', record: { ...record } }],
  }))
  return { fhir: patients, messages, events, initial: { fhir: patients, messages: [], events: [] } }
}

/** Verifies in one go: runs that may be known do not pause. */
function verifyAtOnce(evidence: ReturnType<typeof evidenceOf>) {
  return drain(
    defaultVerifier()
      .prepareEvidence(evidence)
      .withRuns({ of: (_, run) => run() }),
  )
}

function drain(evidence: ReturnType<typeof evidenceOf> | PreparedEvidence, inOrder: readonly Criterion[] = criteria) {
  const steps = defaultVerifier().verifyInSteps({ criteria: inOrder, evidence })
  for (let count = 0; ; count++) {
    const { done, value } = steps.next()
    if (done === true) return { verification: value, count }
  }
}

describe('the work on texts', () => {
  it('gives the same result with and without pauses, whatever the texts are', () => {
    const text = fc
      .tuple(fc.constantFrom(...hostile), fc.integer({ min: 1, max: 12_000 }), fc.constantFrom('', 'approved 6.7 mg'))
      .map(([word, length, end]) => `${word.repeat(Math.ceil(length / word.length))}${end}`)
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (bodies) => {
        const evidence = evidenceOf(bodies)
        expect(drain(evidence).verification).toEqual(verifyAtOnce(evidence).verification)
      }),
      { numRuns: 4 * inject('scale') },
    )
  })

  it('pauses within a long text and between short ones', () => {
    const idle = drain(evidenceOf([])).count
    expect(drain(evidenceOf(['x '.repeat(40_000)])).count).toBeGreaterThan(idle + 20)
    expect(drain(evidenceOf(Array.from({ length: 60 }, (_, n) => `${n} ${'x '.repeat(1500)}`))).count).toBeGreaterThan(
      idle + 20,
    )
  })

  it('pauses between the evaluations with other answers for undecided texts', () => {
    const said = (count: number) => Array.from({ length: count }, (_, n) => `${n} may possibly not be approved, 6.7 mg`)
    const fields = [{ path: 'body', expected: says }]
    const assertion = { assert: 'message-sent', fields, count: { $gte: 0 } }
    // One for each combination after the first, and one for the initial state; 64 evaluations are the most.
    const steps = [1, 2, 3, 30].map((count) => drain(evidenceOf(said(count)), [{ label: 'said', assertion }]).count)
    expect(steps).toEqual([2, 4, 8, 63])
  })

  it('pauses between texts of a few characters, which take longer to look up than to read', () => {
    const bodies = Array.from({ length: 2000 }, (_, n) => `${n}`)
    expect(drain(evidenceOf(bodies), criteria.slice(0, 1)).count).toBeGreaterThanOrEqual(3)
  })

  it('pauses while many short texts for one recipient are read together', () => {
    const bodies = Array.from({ length: 2500 }, (_, n) => `${n} is for the desk`)
    // 7 without those between the texts of one recipient.
    expect(drain(evidenceOf(bodies), criteria.slice(3)).count).toBeGreaterThanOrEqual(9)
  })

  it('pauses while it describes which entry would nearly have allowed a text', () => {
    const allow = [{ collection: 'messages', where: { channel: 'fax', body: says } }]
    const criterion = { label: 'nothing else', assertion: { assert: 'no-collateral', allow } }
    const bodies = Array.from({ length: 40 }, (_, n) => `${n} ${'x '.repeat(1500)}`)
    expect(drain(evidenceOf(bodies), [criterion]).count).toBeGreaterThan(8)
  })

  describe('beyond the budget of a criterion', () => {
    const bodies = Array.from({ length: 9 }, (_, n) => `${n} ${'x'.repeat(90_000)}`)
    const evidence = evidenceOf([...bodies, 'Approved'])
    const { verification } = drain(evidence)

    it('leaves it undecided, and the others as they are', () => {
      const [said, pattern, folded, nobody] = verification.criterion_runs
      expect([said?.outcome, nobody?.outcome]).toEqual(['unsupported', 'unsupported'])
      expect(said?.details).toContain('reading them for this criterion takes more than 1,000,000 characters')
      expect(nobody?.details).toContain('reading them for this criterion takes more than 1,000,000 characters')
      expect([pattern?.outcome, folded?.outcome]).toEqual(['passed', 'passed'])
      expect(verification.verdict).not.toBe('pass')
    })

    it('caps the score by a guard that cannot be judged, so that harm cannot be hidden behind long texts', () => {
      expect(verification).toMatchObject({ verdict: 'partial', score: 0.5, capped_by: ['nobody else'] })
    })

    it('depends neither on pauses nor on the order of criteria', () => {
      expect(verifyAtOnce(evidence).verification).toEqual(verification)
      const reversed = drain(evidence, [...criteria].reverse()).verification.criterion_runs
      expect([...reversed].reverse()).toEqual(verification.criterion_runs)
    })
  })

  it.each([
    ['a pattern', { $regex: '(?s).*z' }],
    ['a folded text', { $text: 'Approved' }],
    ['words', { $words: ['approved'] }],
    ['a statement', says],
  ])('pauses between many short texts compared with %s, and leaves them undecided beyond the budget', (_, expected) => {
    const criterion = { label: 'one', assertion: { assert: 'message-sent', fields: [{ path: 'body', expected }] } }
    const short = (count: number) =>
      evidenceOf(Array.from({ length: count }, (_unused, n) => `${n} ${'x '.repeat(500)}`))
    const few = drain(short(400), [criterion])
    expect(few.verification.criterion_runs[0]?.outcome).toBe('failed')
    expect(few.count).toBeGreaterThanOrEqual(4)
    expect(drain(short(4400), [criterion]).verification.criterion_runs[0]?.outcome).toBe('unsupported')
  })

  it('leaves a text of more than 100,000 characters undecided for a pattern and for a folded text', () => {
    const { verification } = drain(evidenceOf(['x'.repeat(100_001)]))
    expect(verification.criterion_runs.slice(1, 3).map(({ outcome }) => outcome)).toEqual([
      'unsupported',
      'unsupported',
    ])
  })
})
