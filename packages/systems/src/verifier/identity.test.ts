import type { JsonObject } from '@carebench/protocol'
import { type EvidencePart, listIdentifyingValues } from '@carebench/verifier'
import { describe, expect, it } from 'vitest'
import { audit } from './audit.js'
import { defaultParts } from './default-parts.js'

/** Details of an item of a collection: each value with what it says about a person. */
function listDetails(collection: string, item: JsonObject): readonly (readonly [detail: string, value: string])[] {
  for (const part of defaultParts) {
    const kind = findKind(part, collection)
    if (kind === undefined) continue
    return kind.use((shown) =>
      shown
        .read([item], { at: `/${part.name}` })
        .flatMap(({ value }) => listIdentifyingValues(shown, value))
        .map(({ detail, value }) => [detail, value] as const),
    )
  }
  throw new Error(`No part has the collection ${collection}.`)
}

/** Without the free texts: those are all texts of a record, or all segments of an exchange. */
function structured(details: ReturnType<typeof listDetails>): ReturnType<typeof listDetails> {
  return details.filter(([detail]) => detail !== 'text')
}

function findKind({ name, kinds, open }: EvidencePart, collection: string) {
  const closed = kinds.find((kind) => kind.collection === collection)
  return closed ?? (collection.startsWith(`${name}.`) ? open?.kind(collection.slice(name.length + 1)) : undefined)
}

function edi(...segments: readonly string[]): JsonObject {
  return { direction: 'sent', transaction: '837', payload: `ST*837*0001~${segments.join('~')}~SE*9*0001~` }
}

function er7(...segments: readonly string[]): JsonObject {
  const header = 'MSH|^~\\&|A|B|C|D|20260105||ADT^A01|1|P|2.5.1'
  return { direction: 'outbound', payload: [header, ...segments].join('\r') }
}

describe('a resource', () => {
  it('identifies a patient by all demographic details', () => {
    const patient = {
      resourceType: 'Patient',
      id: 'p1',
      identifier: [{ value: 'MRN-1' }, { value: 'MRN-2' }],
      name: [{ family: 'Doe', given: ['Jane', 'Q'] }, { text: 'Janie' }],
      birthDate: '1970-01-02',
      telecom: [{ value: '555-0100' }],
      address: [{ line: ['1 Elm St'], city: 'Alder' }],
      generalPractitioner: [{ reference: 'Practitioner/dr-1', display: 'Dr Who' }],
      link: [{ other: { reference: 'Patient/p2' } }],
    }
    expect(structured(listDetails('fhir.Patient', patient))).toEqual([
      ['id', 'p1'],
      ['id', 'MRN-1'],
      ['id', 'MRN-2'],
      ['reference', 'Patient/p1'],
      ['reference', 'Patient/p2'],
      ['name', 'Janie'],
      ['familyName', 'Doe'],
      ['givenName', 'Jane'],
      ['givenName', 'Q'],
      ['birthDate', '1970-01-02'],
      ['contact', '555-0100'],
      ['contact', '1 Elm St'],
    ])
  })

  it('identifies the people that it refers to, wherever the reference is', () => {
    const appointment = {
      resourceType: 'Appointment',
      id: 'a1',
      participant: [
        { actor: { reference: 'Practitioner/dr-1' } },
        { actor: { reference: 'Patient/p1', display: 'Jane', identifier: { value: 'MRN-1' } } },
      ],
      contained: [{ resourceType: 'Task', for: { reference: 'https://x.example/fhir/RelatedPerson/r1' } }],
      supportingInformation: [{ type: 'Patient', identifier: { value: 'MRN-2' } }],
      comment: 'Call Jane first',
    }
    expect(structured(listDetails('fhir.Appointment', appointment))).toEqual([
      ['id', 'MRN-1'],
      ['id', 'MRN-2'],
      ['reference', 'Patient/p1'],
      ['reference', 'https://x.example/fhir/RelatedPerson/r1'],
      ['name', 'Jane'],
    ])
    const coverage = { resourceType: 'Coverage', subscriberId: 'S-1', beneficiary: { reference: 'Patient/p1' } }
    expect(structured(listDetails('fhir.Coverage', coverage))).toEqual([
      ['id', 'S-1'],
      ['reference', 'Patient/p1'],
    ])
    expect(
      structured(listDetails('fhir.Organization', { resourceType: 'Organization', id: 'o1', name: 'Alder' })),
    ).toEqual([])
  })
})

describe('a row of the portal', () => {
  it('identifies a person by the role that a column names, and by plain names where the rows are people', () => {
    const row = { id: 'R-1', name: 'Form', auth_number: 'PA1', patient_member_id: 'M-1', patient_dob: '1970-01-02' }
    expect(structured(listDetails('portal.requests', row))).toEqual([
      ['id', 'M-1'],
      ['birthDate', '1970-01-02'],
    ])
    expect(structured(listDetails('portal.patients', { id: 'R-1', name: 'Jane Doe', member_id: 'M-1' }))).toEqual([
      ['id', 'M-1'],
      ['id', 'R-1'],
      ['name', 'Jane Doe'],
    ])
    expect(structured(listDetails('portal.providers', { npi: '1000000000', name: 'Alder' }))).toEqual([])
  })
})

describe('a message', () => {
  it('identifies people in all segments and repetitions', () => {
    const message = er7(
      'PID|1||MRN-1^^^A^MR~MRN-2||DOE^JANE||19700102',
      'NK1|1|ROE^RICHARD',
      'NK1|2|POE^ANN',
      'NTE|1||For Jane',
    )
    expect(structured(listDetails('hl7.outbound', message))).toEqual([
      ['id', 'MRN-1'],
      ['id', 'MRN-2'],
      ['familyName', 'DOE'],
      ['familyName', 'ROE'],
      ['familyName', 'POE'],
      ['givenName', 'JANE'],
      ['givenName', 'RICHARD'],
      ['givenName', 'ANN'],
      ['birthDate', '19700102'],
    ])
  })

  it('identifies nobody by details of providers', () => {
    expect(structured(listDetails('hl7.outbound', er7('PV1|1|O|||||1234^WHO^DR')))).toEqual([])
  })
})

describe('a transaction', () => {
  it('identifies the people of all loops, not payers and providers', () => {
    const claim = edi(
      'NM1*85*2*ALDER CREEK*****XX*1000000000',
      'N3*9 OAK ST',
      'NM1*IL*1*DOE*JANE****MI*M-1',
      'N3*1 ELM ST',
      'DMG*D8*19700102*F',
      'NM1*QC*1*DOE*JOHN',
      'NM1*QC*1*ROE*ANN****MI*M-2',
      'NM1*PR*2*PAYER*****PI*P-1',
      'N3*8 ASH ST',
      'REF*SY*123456789',
      'REF*G1*PA1',
    )
    expect(structured(listDetails('x12.sent', claim))).toEqual([
      ['id', 'M-1'],
      ['id', 'M-2'],
      ['id', '123456789'],
      ['familyName', 'DOE'],
      ['familyName', 'DOE'],
      ['familyName', 'ROE'],
      ['givenName', 'JANE'],
      ['givenName', 'JOHN'],
      ['givenName', 'ANN'],
      ['birthDate', '19700102'],
      ['contact', '1 ELM ST'],
    ])
  })
})

it.each([
  ['faxes', { direction: 'outbound', to_number: '555-0100', text: 'About Jane' }, ['About Jane']],
  ['messages', { direction: 'outbound', to: '555-0100', body: 'Hello Jane' }, ['Hello Jane']],
  [
    'voice.calls',
    { call_id: 'c1', to_number: '555-0100', turns: [{ text: 'Jane?' }, { text: 'Yes' }] },
    ['Jane?', 'Yes'],
  ],
  ['files', { path: 'jane.txt', content: 'Jane' }, ['jane.txt', 'Jane']],
] as const)('%s name people in free text', (collection, item, texts) => {
  expect(listDetails(collection, item)).toEqual(texts.map((text) => ['text', text]))
})

it('identifies the patient by the context of a CDS call', () => {
  const call = { hook: 'order-sign', request: { context: { patientId: 'p1', userId: 'Practitioner/dr-1' } }, cards: [] }
  expect(structured(listDetails('cds', call))).toEqual([['id', 'p1']])
})

it.each([
  ['fhir.Task', { resourceType: 'Task', id: 't1', for: { display: 'Jane' }, note: [{ text: 'Call Jane' }] }],
  ['portal.requests', { notes: 'Jane', answers: [{ value: 'M-1' }] }],
  ['cds', { hook: 'order-sign', request: { patient: { name: 'Jane' } } }],
] as const)('every text of %s is read', (collection, item) => {
  const strings: string[] = []
  JSON.stringify(item, (_, value: unknown) => {
    if (typeof value === 'string') strings.push(value)
    return value
  })
  const texts = listDetails(collection, item).flatMap(([detail, value]) => (detail === 'text' ? [value] : []))
  expect(texts).toEqual(strings)
})

describe('every kind', () => {
  const kinds = defaultParts.flatMap((part) =>
    [...part.kinds, ...(part.open === undefined ? [] : [part.open.kind(part.open.example)])].flatMap((kind) =>
      kind === undefined ? [] : [[kind.collection, part, kind] as const],
    ),
  )

  it.each(kinds)('of %s declares where people are named, by paths that can be read', (_, part, kind) => {
    kind.use((shown) => {
      expect(Object.values(shown.identifies).flat().length).toBeGreaterThan(0)
      const [record] = shown.read([kind.example('V-10000')], { at: `/${part.name}` })
      expect(record).toBeDefined()
      if (record !== undefined) expect(() => listIdentifyingValues(shown, record.value)).not.toThrow()
    })
  })
})

it.each([
  ['hl7', { direction: 'outbound', payload: 5, note: 'M-10023' }],
  ['x12', { direction: 'sent', payload: null, note: 'M-10023' }],
  ['portal', { requests: [{ member_id: { deep: 'M-10023' } }] }],
  ['fhir', { resourceType: 'Patient', name: 'M-10023' }],
])('malformed records of %s do not stop the audit', (part, item) => {
  const { findings } = audit({
    criteria: [{ label: 'the number', assertion: { assert: 'output-match', expected: 'M-10023' } }],
    task_item: 'Write M-10023.',
    states: { initial: Object.fromEntries([[part, part === 'portal' ? item : [item]]]) },
  })
  expect(findings.map(({ code }) => code)).toContain('leak')
})
