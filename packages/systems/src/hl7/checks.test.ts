import { parseMessage } from '@carebench/hl7v2'
import type { Hl7Record } from '@carebench/protocol'
import type { EvidenceSource } from '@carebench/verifier'
import { expect, it } from 'vitest'
import { validateAssertion, verify } from '../verifier/verify.js'
import { hl7Identity } from './view/identity.js'

function order(id: string, patient: string, code = '718-7'): Hl7Record {
  return {
    direction: 'outbound',
    payload:
      `MSH|^~\\&|EHR|CLINIC|LAB|LAB|20260105||ORM^O01|${id}|P|2.5.1\rPID|1||${patient}` +
      `^^^CLINIC^MR||DOE^JANE||""\rOBX|1|NM|${code}^Hemoglobin^LN||13.5|g/dL\r`,
  }
}

function run(more: object, hl7: readonly Hl7Record[], rest: EvidenceSource = {}) {
  return verify({
    criteria: [{ label: 'x', assertion: { assert: 'hl7-structural', ...more } }],
    evidence: { hl7, ...rest },
  }).criterion_runs[0]
}

const ofPatient = { correlate_by: { 'PID-3.1': '77' } }

it('judges the fields of the messages that correlate \
[kinds.hl7-structural, paths.hl7-by-value, paths.hl7-empty]', () => {
  const fields = [
    { path: 'MSH-9', expected: 'ORM^O01' },
    { path: 'OBX[3.1=718-7].5', expected: { $gt: 13 } },
    { path: 'PID-7', expected: null },
    { path: 'PID-8', expected: { $exists: false } },
  ]
  expect(run({ ...ofPatient, fields }, [order('1', '76'), order('2', '77')])).toMatchObject({
    passed: true,
    details: 'All 4 checks passed: HL7 message 2 (ORM^O01, control id "2").',
    evidence: {
      matched: { collection: 'hl7.outbound', message: 1, message_type: 'ORM^O01', control_id: '2' },
      field_results: [{}, { actual: '13.5' }, { actual: null }, { actual: null, missing: true }],
    },
  })
  expect(run({ ...ofPatient, fields: [...fields, { path: 'MSH-10', expected: 2 }] }, [order('2', '77')])).toMatchObject(
    {
      score: 0.8,
    },
  )
})

it('says what was found instead, and names the nearest match', () => {
  expect(run(ofPatient, [order('1', '76')])?.details).toBe(
    'There are no outbound HL7 messages whose PID-3.1 is "77". There is 1 other of the outbound HL7 messages: HL7 ' +
      'message 1 (ORM^O01, control id "1"). The nearest is HL7 message 1 (ORM^O01, control id "1"), with 0 of 1 ' +
      'condition. Expected "PID-3.1" to be "77", found "76".',
  )
  expect(run(ofPatient, [])?.details).toContain('There are no outbound HL7 messages at all.')
})

it('prefers a message of the right patient to one of another, and names the wrong patient first', () => {
  const wanted = { correlate_by: { 'MSH-9': 'ORM^O02', 'MSH-10': '1', 'PID-3.1': '77' } }
  expect(run(wanted, [order('1', '76'), order('2', '77')])?.details).toContain(
    'The nearest is HL7 message 2 (ORM^O01, control id "2"), with 1 of 3 conditions. Expected "MSH-9"',
  )
  expect(run(wanted, [order('1', '76')])?.details).toContain(
    'The nearest is HL7 message 1 (ORM^O01, control id "1"), with 1 of 3 conditions. Expected "PID-3.1" to be ' +
      '"77", found "76".',
  )
})

it('separates the directions', () => {
  const inbound: Hl7Record = { ...order('1', '77'), direction: 'inbound' }
  expect(run(ofPatient, [inbound])).toMatchObject({ outcome: 'failed', score: 0 })
  expect(run({ ...ofPatient, direction: 'inbound' }, [inbound])).toMatchObject({ passed: true })
})

it('leaves a pass that an unreadable message could break undecided, and says why it cannot be read', () => {
  const garbage: Hl7Record = { direction: 'outbound', payload: 'not HL7' }
  const why = 'Item 1 of hl7 cannot be read (expected'
  expect(run({ count: 0 }, [garbage])).toMatchObject({ outcome: 'undecided', details: expect.stringContaining(why) })
  expect(run({ ...ofPatient, match: 'all' }, [garbage, order('1', '77')])).toMatchObject({ outcome: 'undecided' })
  expect(run(ofPatient, [garbage, order('1', '77')])).toMatchObject({ outcome: 'passed' })
  expect(run(ofPatient, [garbage])).toMatchObject({ outcome: 'failed', details: expect.stringContaining(why) })
  expect(run({ count: 0, direction: 'inbound' }, [garbage])).toMatchObject({ outcome: 'passed' })
})

it('distinguishes a message that is sent twice from an initial one', () => {
  const message = order('1', '77')
  const fields = [
    { path: 'PID-3.1', expected: '77' },
    { path: 'MSH-10', expected: '9' },
  ]
  const initial = { hl7: [message] }
  expect(run({ fields }, [message], { initial })).toMatchObject({ score: 0, evidence: { unchanged: true } })
  expect(run({ fields, match: 'first' }, [message, message], { initial })).toMatchObject({ score: 0 })
  expect(run({ fields }, [message, message], { initial })).toMatchObject({ score: 0, evidence: { before: 1 } })
  // A message that is sent again is new, so it can contradict; an initial one cannot.
  const exclusive = { fields: [{ path: 'MSH-10', expected: '9' }], exclusive: { by: ['PID-3.1'] } }
  const right = order('9', '77')
  expect(run(exclusive, [message, right], { initial })).toMatchObject({ passed: true })
  expect(run(exclusive, [message, message, right], { initial })).toMatchObject({ passed: false })
})

it('is unsupported without the part, and rejected with an invalid path', () => {
  const assertion = {
    assert: 'hl7-structural',
    correlate_by: { 'PID..3': 'x' },
    fields: [{ path: 'pid-3', expected: 1 }],
  }
  expect(
    verify({ criteria: [{ label: 'x', assertion: { assert: 'hl7-structural' } }], evidence: {} }).criterion_runs[0],
  ).toMatchObject({
    outcome: 'unsupported',
    details: 'Not verified: the evidence has no part "hl7".',
  })
  expect(validateAssertion(assertion)).toMatchObject({
    ok: false,
    errors: [{ path: '/correlate_by/PID..3' }, { path: '/fields/0/path' }],
  })
})

it('finds people in more repetitions of a field than paths can number', () => {
  const ids = Array.from({ length: 100_001 }, (_, index) => index)
  const message = parseMessage(`MSH|^~\\&|A\rPID|1||${ids.map((id) => `${id}^^^H^MR`).join('~')}`)
  const numbers = hl7Identity.id?.find((one) => typeof one === 'object' && one.path === 'PID-3.1')
  expect(typeof numbers === 'object' && numbers.readAll(message)).toEqual(ids.map(String))
})
