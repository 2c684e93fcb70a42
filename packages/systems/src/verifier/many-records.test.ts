import type { EvidenceState } from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verify } from './verify.js'

/** Every record has one of two values right, so that each has to be compared with the initial records. */
const many = 8000

function run(assertion: object, final: EvidenceState, initial: EvidenceState) {
  return verify({ criteria: [{ label: 'x', assertion }], evidence: { ...final, initial } }).criterion_runs[0]
}

function makeRows(count: number) {
  return Array.from({ length: count }, (_, number) => ({ key: 1, number, kind: 'a' }))
}

function makeMessages(count: number) {
  return Array.from({ length: count }, (_, number) => ({
    direction: 'outbound' as const,
    channel: 'sms' as const,
    to: '555-0123',
    from: '555-0100',
    body: `Message ${number}`,
  }))
}

describe('of many partially matching records, untouched ones score nothing', () => {
  it('rows of the portal', () => {
    const assertion = {
      assert: 'portal-state-match',
      correlate_by: { resource: 'r', key: 'key', value: 1 },
      assertions: [
        { path: 'kind', expected: 'a' },
        { path: 'number', expected: 'none' },
      ],
    }
    const state = (count: number) => ({ portal: { r: makeRows(count) } })
    expect(run(assertion, state(many), state(many))).toMatchObject({ score: 0, evidence: { unchanged: true } })
    expect(run(assertion, state(many), state(many - 1))).toMatchObject({ score: 0, evidence: { before: 1 } })
    expect(run(assertion, state(many), { portal: { r: [] } })).toMatchObject({ score: 0.5, evidence: { before: 0 } })
  })

  it('messages', () => {
    const fields = [
      { path: 'to', expected: '555-0123' },
      { path: 'body', expected: 'none' },
    ]
    const assertion = { assert: 'message-sent', fields }
    const state = (count: number) => ({ messages: makeMessages(count) })
    expect(run(assertion, state(many), state(many))).toMatchObject({ score: 0, evidence: { unchanged: true } })
    expect(run(assertion, state(many), state(many - 1))).toMatchObject({ score: 0, evidence: { before: 1 } })
    expect(run(assertion, state(many), state(0))).toMatchObject({ score: 0.5, evidence: { before: 0 } })
  })
})

/** A small set of contents, so that duplicates occur before and after. */
const few = fc.array(fc.constantFrom<string>('a', 'b', 'c'), { maxLength: 12 })

it('a record is new if its content occurs more often than before, however often that is', () => {
  fc.assert(
    fc.property(few, few, (before, after) => {
      const stateOf = (bodies: readonly string[]) => ({
        messages: bodies.map((body) => ({ ...(makeMessages(1)[0] as ReturnType<typeof makeMessages>[number]), body })),
      })
      // A new record with another body contradicts the one that is right; one that was there before does not.
      const assertion = {
        assert: 'message-sent',
        correlate_by: { body: 'a' },
        fields: [{ path: 'body', expected: 'a' }],
        exclusive: { by: ['to'] },
      }
      const left: string[] = [...before]
      const fresh = after.filter((body) => {
        const at = left.indexOf(body)
        if (at >= 0) left.splice(at, 1)
        return at < 0
      })
      const right = after.includes('a') && fresh.every((body) => body === 'a')
      expect(run(assertion, stateOf(after), stateOf(before))).toMatchObject({ passed: right })
    }),
  )
})
