import { FhirStore } from '@carebench/fhir'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { EvidenceSource } from '@carebench/verifier'
import { describe, expect, it } from 'vitest'
import { mutantsOf, mutateState } from './mutants.js'

function listNames(state: EvidenceSource, calls?: JsonValue): readonly string[] {
  return mutantsOf({ state, ...(calls !== undefined && { calls }) }).mutations.map(({ name }) => name)
}

function patient(id: string): JsonObject {
  return { resourceType: 'Patient', id }
}

const begin = [patient('p1'), patient('p2'), { resourceType: 'Task', id: 't1', status: 'draft', priority: 'routine' }]

describe('names the changed value of', () => {
  it.each<[string, EvidenceSource, readonly string[]]>([
    [
      'a resource that was added',
      {
        initial: { fhir: begin },
        fhir: [
          ...begin,
          {
            resourceType: 'Observation',
            id: 'o1',
            meta: { versionId: '1' },
            text: { status: 'generated', div: '<div>A1c 7.2</div>' },
            status: 'final',
            code: { coding: [{ system: 'http://loinc.org', code: '4548-4', display: 'A1c' }], text: 'A1c' },
            subject: { reference: 'Patient/p1', display: 'Ana' },
            effectiveDateTime: '2026-03-02T10:00:00Z',
            valueQuantity: { value: 7.2, unit: 'mg', system: 'http://unitsofmeasure.org', code: 'mg' },
            note: [{ text: 'Taken at home.' }],
            active: true,
          },
        ],
      },
      [
        'drop fhir Observation/o1',
        'duplicate fhir Observation/o1',
        'change fhir Observation/o1 status to "entered-in-error"',
        'change fhir Observation/o1 code.coding[0].system to "http://loinc.orh"',
        'change fhir Observation/o1 code.coding[0].code to "4548-5"',
        'swap fhir Observation/o1 subject.reference to Patient/p2',
        'shift fhir Observation/o1 effectiveDateTime by a day',
        'change fhir Observation/o1 valueQuantity.value to 8.2',
        'change fhir Observation/o1 valueQuantity.unit to "g"',
        'change fhir Observation/o1 note[0].text to another text',
        'change fhir Observation/o1 active to false',
        'also write fhir Basic/unasked-write',
      ],
    ],
    [
      'resources that were changed and removed',
      {
        initial: { fhir: begin },
        fhir: [begin[0] ?? {}, { resourceType: 'Task', id: 't1', status: 'completed', priority: 'routine' }],
      },
      [
        'undo the change of fhir Task/t1',
        'change fhir Task/t1 status to "entered-in-error"',
        'keep fhir Patient/p2',
        'also write fhir Basic/unasked-write',
      ],
    ],
    [
      'portal rows',
      {
        initial: { portal: { requests: [{ member_id: 'M-1', status: 'draft' }] } },
        portal: {
          requests: [
            { member_id: 'M-1', status: 'draft' },
            { member_id: 'M-2', status: 'sent', sent_at: '2026-03-02', file_name: 'a.txt' },
          ],
        },
      },
      [
        'drop portal requests row 2',
        'duplicate portal requests row 2',
        'swap portal requests row 2 member_id to "M-1"',
        'change portal requests row 2 status to "draft"',
        'also write a portal requests row',
      ],
    ],
    [
      'HL7 messages',
      {
        initial: { hl7: [] },
        hl7: [
          { direction: 'inbound', payload: 'MSH|^~\\&|A|B|C|D|20260302||ADT^A01|1|P|2.5' },
          {
            direction: 'outbound',
            payload:
              'MSH|^~\\&|A|B|C|D|20260302||ORU^R01|2|P|2.5\rPID|1||MR1^^^H~MR2||Doe^Ana||19740819\r\
OBX|1|NM|4548-4^A1c||7.2|%\rOBX|2|ST|1||"free ' + 'text"',
          },
        ],
      },
      [
        'drop hl7 outbound message 2',
        'duplicate hl7 outbound message 2',
        'swap hl7 outbound message 2 PID-3.1.1 to "MR2"',
        'swap hl7 outbound message 2 PID-3.1.4 to "I"',
        'swap hl7 outbound message 2 PID-3.2 to "MR3"',
        'change hl7 outbound message 2 PID-5.1 to "Dof"',
        'change hl7 outbound message 2 PID-5.2 to "Anb"',
        'shift hl7 outbound message 2 PID-7 by a day',
        'change hl7 outbound message 2 OBX-2 to "NN"',
        'change hl7 outbound message 2 OBX-3.1 to "4548-5"',
        'change hl7 outbound message 2 OBX-3.2 to "A1d"',
        'change hl7 outbound message 2 OBX-5 to "7.3"',
        'change hl7 outbound message 2 OBX-6 to "%x"',
        'change hl7 outbound message 2 OBX[2]-2 to "SU"',
        'change hl7 outbound message 2 OBX[2]-3 to "2"',
        'change hl7 outbound message 2 OBX[2]-5 to another text',
      ],
    ],
    [
      'files',
      {
        initial: { files: [{ path: 'in.txt', content: 'x', seeded: true }] },
        files: [
          { path: 'in.txt', content: 'x', seeded: true },
          { path: 'out/a.json', content: '{"id": "A-1", "n": 3}', seeded: false },
          { path: 'out/b.csv', content: 'id,note\nB-1,"a, b"\n', seeded: false },
          { path: 'out/c.bin', content_base64: '//4=', seeded: false },
        ],
      },
      [
        'drop file out/a.json',
        'duplicate file out/a.json',
        'change file out/a.json path to another folder',
        'change file out/a.json id to "A-2"',
        'change file out/a.json n to 4',
        'drop file out/b.csv',
        'duplicate file out/b.csv',
        'change file out/b.csv path to another folder',
        'change file out/b.csv row 1 id to "B-2"',
        'change file out/b.csv row 1 note to another text',
        'drop file out/c.bin',
        'duplicate file out/c.bin',
        'change file out/c.bin path to another folder',
        'change file out/c.bin content to another text',
        'also write file unasked-write',
      ],
    ],
    [
      'calls, faxes, messages and CDS',
      {
        initial: {},
        voice: [
          {
            call_id: 'c1',
            turns: [
              { speaker: 'agent', text: 'Hello there.' },
              { speaker: 'payer', text: 'Hi.' },
            ],
          },
        ],
        faxes: [
          { direction: 'outbound', to_number: '+15550101', from_number: '1', document_type: 'lab', text: 'A b' },
          { direction: 'inbound', to_number: '1', from_number: '2', document_type: 'x', text: 'y' },
        ],
        messages: [{ direction: 'outbound', channel: 'sms', to: '+15550102', from: '1', body: 'See you.' }],
        cds: [
          { hook: 'order-sign', request: { id: 'r1' }, cards: [{ summary: 'S' }], feedback: [{ outcome: 'accepted' }] },
        ],
      },
      [
        'drop fax 1',
        'duplicate fax 1',
        'change fax 1 to_number to "+15550102"',
        'change fax 1 document_type to "lac"',
        'change fax 1 text to another text',
        'drop message 1',
        'duplicate message 1',
        'change message 1 channel to "smt"',
        'change message 1 to to "+15550103"',
        'change message 1 body to another text',
        'drop voice call "c1"',
        'duplicate voice call "c1"',
        'change voice call "c1" turn 1 to another text',
        'change voice call "c1" turn 1 to silence',
        'drop cds call 1',
        'duplicate cds call 1',
        'change cds call 1 hook to "order-sigo"',
        'change cds call 1 request.id to "r2"',
        'change cds call 1 feedback[0].outcome to "accepted"'.replace('accepted', 'acceptee'),
      ],
    ],
    ['an output', { initial: {}, output: { a: [1] } }, ['drop output', 'change output a[0] to 2']],
    ['a plain output', { initial: {}, output: 'A1' }, ['drop output', 'change output value to "A2"']],
    ['nothing', { initial: { fhir: begin, portal: { requests: [{}] } }, fhir: begin, portal: { requests: [{}] } }, []],
  ])('%s', (_, state, expected) => {
    expect(listNames(state)).toEqual(expected)
  })
})

it('changes the values of X12 transactions, but not their envelope', () => {
  const payload = [
    'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260105*0900*^*00501*000000001*0*T*:',
    'GS*HS*S*R*20260105*0900*1*X*005010X279A1',
    'ST*270*0001*005010X279A1',
    'BHT*0022*13*1*20260105*0900',
    'HL*1**20*1',
    'NM1*IL*1*DOE*ANA****MI*M-1',
    'DMG*D8*19740819',
    'EQ*30^98',
    'SE*7*0001',
    'GE*1*1',
    'IEA*1*000000001',
    '',
  ].join('~')
  const { mutations } = mutantsOf({ state: { initial: {}, x12: [{ direction: 'sent', transaction: '270', payload }] } })
  expect(mutations.map(({ name }) => name.replace('x12 sent transaction 1 ', ''))).toEqual([
    'drop x12 sent transaction 1',
    'duplicate x12 sent transaction 1',
    'change NM1.1 to "IM"',
    'change NM1.2 to "2"',
    'change NM1.3 to "DOF"',
    'change NM1.4 to "ANB"',
    'change NM1.8 to "MJ"',
    'swap NM1.9 to "M-2"',
    'change DMG.1 to "D9"',
    'shift DMG.2 by a day',
    'change EQ.1.1 to "31"',
    'change EQ.1.2 to "99"',
  ])
  const shifted = mutations.find(({ name }) => name.includes('DMG.2'))?.record as JsonObject
  expect(shifted.payload).toBe(payload.replace('19740819', '19740820'))
})

describe('given what the solution sent', () => {
  const state: EvidenceSource = {
    initial: { fhir: begin, portal: { requests: [] } },
    fhir: [
      begin[0] ?? {},
      begin[1] ?? {},
      { resourceType: 'Task', id: 't1', status: 'completed', priority: 'routine' },
    ],
    portal: { requests: [{ number: 'PA1', code: '72148', urgency: 'standard' }] },
  }

  it('changes only that, by name and value', () => {
    const calls = [
      { method: 'POST', path: 'portal/requests', body: { code: '72148', level: 'standard' } },
      { method: 'PUT', path: 'fhir/Task/t1', body: '{"resourceType":"Task","id":"t1","priority":"routine"}' },
    ]
    expect(listNames(state, calls).filter((name) => !/^(drop|duplicate|undo|also write)/.test(name))).toEqual([
      'change fhir Task/t1 priority to "routinf"',
      'change portal requests row 1 code to "72149"',
    ])
  })

  it('changes the X12 content of calls, as JSON or as a message', () => {
    const payload =
      'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       ' +
      '*260105*0900*^*00501*000000001*0*T*:~GS*HS*S*R*20260105*0900*1*X*005010X279A1~ST*271*0001~\
NM1*IL*1*DOE*ANA****MI*M-1~DMG*D8*19740819~EB*1*IND*30~SE*5*0001~GE*1*1~IEA*1*000000001~'
    const received: EvidenceSource = { initial: {}, x12: [{ direction: 'received', transaction: '271', payload }] }
    const changedBy = (body: JsonValue) =>
      listNames(received, [{ body }])
        .filter((name) => !/^(drop|duplicate)/.test(name))
        .map((name) => name.replace(/ x12 received transaction 1/, ''))
    expect(changedBy({ member_id: 'm-1', last_name: 'Doe', dob: '1974-08-19' })).toEqual([
      'change NM1.3 to "DOF"',
      'swap NM1.9 to "M-2"',
      'shift DMG.2 by a day',
    ])
    expect(changedBy('ISA*…~ST*270*0001~NM1*IL*1*DOE*ANA****MI*M-1~EQ*30~')).toContain('change EB.3 to "31"')
    expect(changedBy({})).toEqual([])
  })

  it('changes every difference if not given', () => {
    expect(listNames(state).filter((name) => !/^(drop|duplicate|undo|also write)/.test(name))).toEqual([
      'change fhir Task/t1 status to "entered-in-error"',
      'change portal requests row 1 number to "PA2"',
      'change portal requests row 1 code to "72149"',
      'change portal requests row 1 urgency to "standare"',
    ])
  })
})

it('numbers duplicate names', () => {
  const files = [{ path: 'a.csv', content: 'code,code\nA1,A1\n', seeded: false }]
  expect(listNames({ initial: {}, files }).filter((name) => name.includes('row 1'))).toEqual([
    'change file a.csv row 1 code to "A2"',
    'change file a.csv row 1 code to "A2" (2)',
  ])
})

it('samples evenly beyond the limit, and says how many are omitted', () => {
  const state: EvidenceSource = { initial: {}, output: Array.from({ length: 9 }, (_, index) => index) }
  const all = mutantsOf({ state })
  expect(all).toMatchObject({ left_out: 0, mutations: { length: 10 } })
  const some = mutantsOf({ state, limit: 3 })
  expect(some).toEqual({ mutations: [0, 3, 6].map((at) => all.mutations[at]), left_out: 7 })
  expect(mutantsOf({ state, limit: 0 })).toEqual({ mutations: [], left_out: 10 })
})

it('gives its own writes ids that no record has', () => {
  const basic = { resourceType: 'Basic', id: 'unasked-write' }
  const fhir = [basic, { resourceType: 'Basic', id: 'unasked-write-again' }]
  expect(listNames({ initial: { fhir: [basic] }, fhir })).toContain('also write fhir Basic/unasked-write-again-again')
})

it('forks a store and leaves the original unchanged', () => {
  const fhir = FhirStore.fromResources([{ resourceType: 'Task', id: 't1', status: 'draft' }])
  const state: EvidenceSource = { initial: { fhir: [] }, fhir }
  const [drop] = mutantsOf({ state }).mutations
  if (drop === undefined) throw new Error('There is no mutation.')
  const after = mutateState(state, drop).fhir
  expect([fhir.size, after instanceof FhirStore && after.size]).toEqual([1, 0])
})
