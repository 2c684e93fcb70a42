import type { EvidenceSource } from '@carebench/verifier'
import { expect, it } from 'vitest'
import { audit } from './audit.js'

function message(id: string): string {
  return `MSH|^~\\&|A|B|C|D|20260302||ORU^R01|${id}|P|2.5\rPID|||MR1\rOBX|1|NM|4548-4||7.2`
}

const inquiry =
  'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       ' +
  '*260105*0900*^*00501*000000001*0*T*:~GS*HS*S*R*20260105*0900*1*X*005010X279A1~ST*270*0001~NM1*IL*1*DOE~EQ*30~\
SE*4*0001~GE*1*1~IEA*1*000000001~'

const task = { resourceType: 'Task', id: 't1', status: 'draft', description: 'Some text.' }

/** Every kind of record that an agent can create, each with a member that no criterion checks. */
const state: EvidenceSource = {
  fhir: [task, { ...task, id: 't2' }],
  portal: { requests: [{ member_id: 'M-1', note: 'Some text.' }] },
  hl7: [
    { direction: 'outbound', payload: message('1') },
    { direction: 'outbound', payload: message('2') },
  ],
  x12: [{ direction: 'sent', transaction: '270', payload: inquiry }],
  files: [
    { path: 'a.json', content: '{"a":"x","b":"y"}', seeded: false },
    { path: 'b.txt', content: 'b', seeded: false },
  ],
  faxes: [{ direction: 'outbound', to_number: '1', from_number: '2', document_type: 'lab', text: 'Some text.' }],
  messages: [{ direction: 'outbound', channel: 'sms', to: '1', from: '2', body: 'Some text.' }],
  cds: [{ hook: 'order-sign', request: { a: 'x' }, cards: [], feedback: [] }],
  voice: [{ call_id: 'c', turns: [{ speaker: 'agent', text: 'Hello there.' }] }],
  output: { a: 'x', b: 'y' },
}

it.each<[object, number, number]>([
  // Of the first Task: its absence, its status and its text; with all checked, also the status of the second one.
  [{ assert: 'fhir-resource-state', resource_type: 'Task', search: { _id: 't1' } }, 3, 1],
  [
    {
      assert: 'fhir-resource-state',
      resource_type: 'Task',
      fields: [{ path: 'status', expected: 'draft' }],
      match: 'all',
    },
    4,
    2,
  ],
  [
    {
      assert: 'portal-state-match',
      correlate_by: { resource: 'requests', key: 'member_id', value: 'M-1' },
      assertions: [],
    },
    3,
    2,
  ],
  [{ assert: 'hl7-structural', correlate_by: { 'MSH-10': '2' } }, 5, 1],
  [{ assert: 'x12-response', transaction: '270', direction: 'sent' }, 6, 1],
  [{ assert: 'sftp-file-present', path: 'a.json' }, 4, 2],
  [{ assert: 'fax-sent' }, 4, 1],
  [{ assert: 'message-sent', fields: [{ path: 'to', expected: '1' }] }, 4, 2],
  [{ assert: 'cds-response' }, 3, 1],
  [{ assert: 'voice-transcript', speaker: 'agent', contains: ['hello'] }, 3, 3],
  [{ assert: 'output-match', fields: [{ path: 'a', expected: 'x' }] }, 3, 2],
])('counts the mutants that touch the values read by %j', (assertion, mutants, noticed) => {
  const states = { initial: { fhir: [] }, solutions: [{ name: 's', state }] }
  expect(audit({ criteria: [{ label: 'x', assertion }], states }).criteria).toMatchObject([{ mutants, noticed }])
})

it('counts nothing if a solution scores nothing', () => {
  const assertion = { assert: 'output-match', fields: [{ path: 'a', expected: 'z' }] }
  const states = { initial: {}, solutions: [{ name: 's', state }] }
  expect(audit({ criteria: [{ label: 'x', assertion }], states }).criteria).toMatchObject([{ mutants: 0, noticed: 0 }])
})
