import type { CdsRecord, FaxRecord, MessageRecord } from '@carebench/protocol'
import type { EvidenceSource } from '@carebench/verifier'
import { describe, expect, it } from 'vitest'
import { verify } from './verify.js'

function run(assertion: object, evidence: EvidenceSource) {
  return verify({ criteria: [{ label: 'x', assertion }], evidence }).criterion_runs[0]
}

function fax(to_number: string, text: string, direction: FaxRecord['direction'] = 'outbound'): FaxRecord {
  return {
    direction,
    to_number,
    from_number: '555-0100',
    document_type: 'clinical_notes',
    text,
  }
}

function message(to: string, body: string): MessageRecord {
  return {
    direction: 'outbound',
    channel: 'sms',
    to,
    from: '555-0100',
    body,
  }
}

const call: CdsRecord = {
  hook: 'order-sign',
  request: { context: { patientId: 'p1' } },
  cards: [{ summary: 'Interaction', indicator: 'warning' }],
  feedback: [{ outcome: 'accepted' }],
}

describe('fax-sent', () => {
  const assertion = {
    assert: 'fax-sent',
    correlate_by: { to_number: '555-0123' },
    fields: [{ path: 'text', expected: { $contains: 'knee MRI' } }],
  }

  it('reads faxes that were sent [kinds.sent]', () => {
    expect(run(assertion, { faxes: [fax('555-0123', 'Notes on the knee MRI.')] })).toMatchObject({
      passed: true,
      evidence: { matched: { collection: 'faxes', record: 0 } },
    })
    expect(run(assertion, { faxes: [fax('555-0123', 'Notes on the knee MRI.', 'inbound')] })).toMatchObject({
      score: 0,
    })
    expect(run(assertion, {})).toMatchObject({ outcome: 'unsupported' })
  })

  it('names the nearest miss', () => {
    const twoConditions = { ...assertion, correlate_by: { to_number: '555-0123', document_type: 'clinical_notes' } }
    expect(run(twoConditions, { faxes: [fax('555-0199', 'x')] })?.details).toContain(
      'The nearest is fax 1 ("clinical_notes" to "555-0199"), with 1 of 2 conditions. Expected "to_number" to be ' +
        '"555-0123", found "555-0199".',
    )
  })
})

describe('message-sent', () => {
  it('shares match and count with the other kinds of records [kinds.sent]', () => {
    const messages = [message('a', 'Your visit is on Monday'), message('b', 'x'), message('a', 'Monday at 9')]
    const assertion = {
      assert: 'message-sent',
      correlate_by: { to: 'a' },
      fields: [{ path: 'body', expected: { $contains: 'Monday' } }],
    }
    expect(run({ ...assertion, match: 'all' }, { messages })).toMatchObject({ passed: true })
    expect(run({ ...assertion, count: 2 }, { messages })).toMatchObject({ passed: true, evidence: { selected: 2 } })
    expect(run({ ...assertion, count: 1 }, { messages })).toMatchObject({ score: 0.5 })
    expect(run({ ...assertion, correlate_by: { to: 'c' }, count: 0 }, { messages })).toMatchObject({ passed: true })
  })

  it('correlates with the entity', () => {
    const assertion = { assert: 'message-sent', correlate_by: { to: { $entity: '/phone' } } }
    const messages = [message('555-0123', 'x')]
    const entities = { e1: { phone: '555-0123' }, e2: { phone: '555-0124' } }
    expect(run(assertion, { messages, entities, bound: ['e1'] })).toMatchObject({ passed: true })
    expect(run(assertion, { messages, entities, bound: ['e2'] })).toMatchObject({ score: 0 })
    expect(run(assertion, { messages, entities, bound: ['e1', 'e2'] })).toMatchObject({ outcome: 'unsupported' })
  })
})

describe('cds-response', () => {
  it('reads request, cards and feedback [kinds.sent]', () => {
    const assertion = {
      assert: 'cds-response',
      correlate_by: { hook: 'order-sign', 'request.context.patientId': 'p1' },
      fields: [
        { path: 'cards[*].indicator', expected: 'warning' },
        { path: 'feedback[*].outcome', expected: 'overridden' },
      ],
    }
    expect(run(assertion, { cds: [call] })).toMatchObject({ score: 0.5 })
  })

  it('errors on a malformed record, and rejects a part that is not a list', () => {
    const odd = { cds: [5] } as unknown as EvidenceSource
    expect(run({ assert: 'cds-response' }, odd)).toMatchObject({ outcome: 'errored' })
    const none = { cds: {} } as unknown as EvidenceSource
    expect(() => run({ assert: 'cds-response' }, none)).toThrow(
      'Expected /cds to be an array of objects, got an object.',
    )
  })
})
