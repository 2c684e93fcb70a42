import { expect, it } from 'vitest'
import { describeMessage, readMessageContent } from './read-message.js'

const payload = [
  'MSH|^~\\&|LAB|NORTHLAB|EHR|ALDERCREEK|20260302131000+0000||ORU^R01^ORU_R01|NL1|P|2.5.1',
  'PID|1||MRN1^^^ALDERCREEK^MR||SAMPLE^ADA||19700131|F',
  'ORC|RE|PLC-1|F1',
  'OBX|1|NM|2823-3^Potassium^LN||2.6|mmol/L|3.5-5.1|LL|||F|||20260302114900-0600',
  'OBX|2|NM|2951-2^Sodium^LN||140|mmol/L|||||F',
].join('\r')
const row = { id: 'msg_1', message_type: 'ORU^R01', control_id: 'NL1', payload, received_at: '2026-03-02T14:00:00Z' }

it('describes a message by patient, order, test and value', () => {
  expect(describeMessage(row)).toMatchObject({
    title: 'Result NL1',
    columns: { Patient: 'SAMPLE, ADA', MRN: 'MRN1', Order: 'PLC-1', Value: '2.6 mmol/L', Flag: 'LL' },
  })
  expect(describeMessage({ ...row, payload: 'no message' }).title).toBe('Result NL1')
})

it('reads every result, with its time and the offset of that', () => {
  const parts = readMessageContent(row)?.parts ?? []
  expect(parts.find(({ kind }) => kind === 'table')).toMatchObject({
    rows: [
      { LOINC: '2823-3', Value: '2.6', Unit: 'mmol/L', Collected: '2026-03-02T11:49:00-06:00' },
      { LOINC: '2951-2', Value: '140' },
    ],
  })
  expect(readMessageContent({ ...row, payload: 'no message' })).toBeNull()
})
