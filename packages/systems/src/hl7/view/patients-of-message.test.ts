import { parseMessage } from '@carebench/hl7v2'
import { describe, expect, it } from 'vitest'
import { verify } from '../../verifier/verify.js'
import { joinMessages } from './joined-message.js'
import { hasTooManyPeople, messagesOfPatients } from './patients-of-message.js'

function er7(...segments: readonly string[]): string {
  return ['MSH|^~\\&|A|B|C|D|20260105||ADT^A01|1|P|2.5.1', ...segments].join('\r')
}

function listTexts(message: string, ...paths: readonly string[]): readonly string[] {
  return messagesOfPatients(parseMessage(message), paths).map(({ text }) => text)
}

const jane = 'PID|1||M-1||DOE^JANE'
const john = 'PID|2||M-2||ROE^JOHN'
function kin(name: string) {
  return `NK1|1|${name}`
}

function plan(number: string) {
  return [`IN1|1|${number}`, `IN2||${number}`]
}

describe('a message once for each of its people', () => {
  it('has one patient, with the segments before the first', () => {
    expect(listTexts(er7('EVN|A01', jane, 'PV1|1', john, 'PV1|2'))).toEqual([
      er7('EVN|A01', jane, 'PV1|1'),
      er7('EVN|A01', john, 'PV1|2'),
    ])
    expect(listTexts(er7(jane, john), 'PID[2].3')).toHaveLength(1)
  })

  it('has one next of kin, guarantor or insurance, if a path reads any', () => {
    const message = er7(jane, kin('DOE^ANN'), kin('ROE^BEN'), ...plan('A'), ...plan('B'), 'OBX|1')
    expect(listTexts(message, 'PID-3')).toEqual([message])
    expect(listTexts(message, 'PID-3', 'NK1[2].2')).toEqual([message])
    expect(listTexts(message, 'NK1-2.1')).toEqual([
      er7(jane, kin('DOE^ANN'), ...plan('A'), ...plan('B'), 'OBX|1'),
      er7(jane, kin('ROE^BEN'), ...plan('A'), ...plan('B'), 'OBX|1'),
    ])
    expect(listTexts(message, 'IN2-2')).toEqual([
      er7(jane, kin('DOE^ANN'), kin('ROE^BEN'), ...plan('A'), 'OBX|1'),
      er7(jane, kin('DOE^ANN'), kin('ROE^BEN'), ...plan('B'), 'OBX|1'),
    ])
    expect(listTexts(message, 'IN1.2', 'NK1.2')).toHaveLength(4)
  })
})

it('a message is not divided if that takes much more text than it has', () => {
  const many = (count: number, ...segments: readonly string[]) => Array.from({ length: count }, () => segments).flat()
  const patients = er7(...many(9000, 'SFT|A'), ...many(9000, jane))
  const product = er7(jane, ...many(200, kin('DOE^ANN')), ...many(200, 'GT1|1'), ...many(200, ...plan('A')))
  for (const message of [patients, product]) {
    expect(hasTooManyPeople(message)).toBe(true)
    expect(listTexts(message, 'NK1-2', 'GT1-3', 'IN1-2')).toEqual([message])
  }
  const fits = er7(...many(90, 'SFT|A'), ...many(900, jane, kin('DOE^ANN'), ...plan('A')))
  expect(hasTooManyPeople(fits)).toBe(false)
  expect(hasTooManyPeople(many(5, fits).join('\r'))).toBe(true)
  expect(listTexts(fits, 'PID-3')).toHaveLength(900)
})

it('a message must match an entry with each of its people [kinds.no-collateral-exchanges]', () => {
  const judge = (where: object, ...segments: readonly string[]) => {
    const assertion = { assert: 'no-collateral', allow: [{ collection: 'hl7.outbound', where, count: 1 }] }
    const hl7 = [{ direction: 'outbound', payload: er7(...segments) }] as const
    return verify({ criteria: [{ label: 'x', assertion }], evidence: { hl7, initial: { hl7: [] } } }).criterion_runs[0]
  }
  const where = { 'PID-3': 'M-1', 'IN1-2': 'A' }
  expect(judge(where, jane, ...plan('A'))).toMatchObject({ passed: true })
  expect(judge(where, jane, ...plan('A'), ...plan('B'))).toMatchObject({ score: 0 })
  expect(judge({ 'PID-3': 'M-1' }, jane, ...plan('A'), ...plan('B'))).toMatchObject({ passed: true })
  expect(judge({ 'IN1-2': { $oneOf: ['A', 'B'] } }, jane, ...plan('A'), ...plan('B'))).toMatchObject({ passed: true })
  expect(judge({ 'PID-3': 'M-1' }, jane, john)).toMatchObject({ score: 0 })
  expect(judge({ 'MSH-9.1': 'ADT' }, jane, john)).toMatchObject({ score: 0 })
})

it('the audit joins the people of two messages in one', () => {
  const row = (...segments: readonly string[]) => ({ direction: 'outbound', payload: `${er7(...segments)}\r` })
  expect(joinMessages(row('EVN|A08', jane, 'PV1|1'), row('EVN|A08', john, 'PV1|2'))).toEqual(
    row('EVN|A08', jane, 'PV1|1', john, 'PV1|2'),
  )
  expect(joinMessages(row(jane), row('EVN|A08'))).toBeUndefined()
  expect(joinMessages(row('EVN|A08'), row(john))).toBeUndefined()
})
