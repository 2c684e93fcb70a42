import type { RecordedBody } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { hl7Harm } from './harm.js'

function message(type: string, rest: string): string {
  return `MSH|^~\\&|A|B|C|D|20260105||${type}|MSG1|P|2.5.1\r${rest}\r`
}

function harmAfter(body: RecordedBody) {
  const call = { method: 'POST', path: 'outbound', query: '', headers: {}, body }
  return hl7Harm({ call, response: { status: 201, headers: {}, body: null } })
}

it('sends a message again under another control id', () => {
  const [again] = harmAfter({ text: message('ADT^A08', 'PID|1') })
  expect(again).toMatchObject({ kind: 'duplicate', call: { body: { text: expect.stringContaining('|MSG1-2|') } } })
})

it.each([
  ['SIU^S12^SIU_S12', 'SCH|1', '|SIU^S15^SIU_S12|'],
  ['ADT^A01', 'PID|1', '|ADT^A11|'],
  ['ORM^O01', 'ORC|NW|1', 'ORC|CA|1'],
  ['ORU^R01', 'OBX|1|ST|A||x||||||F\rOBX|2|ST|B||y||||||F', '||y||||||W'],
])('cancels %s', (type, rest, expected) => {
  const [, cancelled] = harmAfter({ json: { payload: message(type, rest) } })
  expect(cancelled).toMatchObject({ kind: 'undone' })
  expect(JSON.stringify(cancelled?.call.body)).toContain(expected)
})

it('returns no harm for messages that cannot be cancelled, and for other text', () => {
  expect(harmAfter({ text: message('ADT^A08', 'PID|1') })).toHaveLength(1)
  expect(harmAfter({ text: 'BHS|no' })).toEqual([])
  expect(harmAfter({ json: {} })).toEqual([])
})
