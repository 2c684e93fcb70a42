import type { EventRecord, JsonObject } from '@carebench/protocol'
import type { EvidenceStateSource } from '@carebench/verifier'
import { describe, expect, it } from 'vitest'
import { validateAssertion, verify } from './verify.js'

const observation: JsonObject = {
  resourceType: 'Observation',
  id: 'o1',
  meta: { versionId: '1', lastUpdated: '2026-01-05T09:00:00Z' },
  status: 'final',
  subject: { reference: 'Patient/p1' },
  code: { coding: [{ code: '2160-0' }], text: 'Creatinine' },
  valueQuantity: { value: 1.4, unit: 'mg/dL' },
}

const members = ['status', 'subject', 'code', 'valueQuantity']

function run(
  final: EvidenceStateSource,
  entry: JsonObject,
  { initial = {}, events }: { readonly initial?: EvidenceStateSource; readonly events?: readonly EventRecord[] } = {},
) {
  const empty = Object.fromEntries(Object.entries(final).map(([part, whole]) => [part, Array.isArray(whole) ? [] : {}]))
  const [result] = verify({
    criteria: [{ label: 'x', assertion: { assert: 'no-collateral', allow: [entry] } }],
    evidence: { ...final, initial: { ...empty, ...initial }, ...(events && { events }) },
  }).criterion_runs
  return result
}

function filed(more: JsonObject, entry: JsonObject = {}) {
  return run({ fhir: [{ ...observation, ...more }] }, { collection: 'fhir.Observation', members, ...entry })
}

function written(path: string, content: string, listed: readonly string[] = ['account', 'status']) {
  return run({ files: [{ path, content, seeded: false }] }, { collection: 'files', where: { path }, members: listed })
}

describe('members of an entry', () => {
  it('are all that a new record may have, apart from what the server writes [kinds.no-collateral-members]', () => {
    expect(filed({})).toMatchObject({ passed: true })
    expect(filed({ code: { coding: [{ code: '2160-0', display: 'Creatinine' }] } })).toMatchObject({ passed: true })
    for (const more of [
      { note: [{ text: 'Normal.' }] },
      { text: { status: 'generated', div: '<div>Normal</div>' } },
      { contained: [{ resourceType: 'Observation', subject: { reference: 'Patient/p2' } }] },
      { identifier: [{ value: 'X' }] },
      { meta: { versionId: '1', tag: [{ code: 'reviewed' }] } },
      { _status: { extension: [{ url: 'http://example.org', valueString: 'not' }] } },
    ]) {
      expect(filed(more)).toMatchObject({ outcome: 'failed', score: 0 })
    }
  })

  it('are listed, with the value of a member that is not allowed', () => {
    const result = filed({ note: [{ text: 'Normal.' }], identifier: [{ value: 'X' }] })
    expect(result?.details).toBe(
      '1 change beyond what is allowed: Observation/o1 was added (entry 1 allows no note[0].text "Normal.", ' +
        'identifier[0].value "X").',
    )
    expect(result?.evidence?.changes).toEqual([
      {
        collection: 'fhir.Observation',
        reference: 'Observation/o1',
        change: 'added',
        extra: [
          { path: 'note[0].text', value: 'Normal.' },
          { path: 'identifier[0].value', value: 'X' },
        ],
      },
    ])
  })

  it('may be paths, and are not implied by "where"', () => {
    const paths = ['status', '/subject', 'code.coding[*].code', 'valueQuantity.value', 'valueQuantity.unit']
    expect(filed({ code: { coding: [{ code: '2160-0' }] } }, { members: paths })).toMatchObject({ passed: true })
    expect(filed({}, { members: paths })?.details).toContain('allows no code.text "Creatinine"')
    const where = { status: 'final' }
    expect(filed({}, { where, members: members.slice(1) })?.details).toContain('allows no status "final"')
  })

  it('do not forbid members without information', () => {
    expect(filed({ note: [], text: null, extension: [{}], comment: ' ' })).toMatchObject({ passed: true })
    expect(filed({ active: false })).toMatchObject({ passed: false })
  })

  it('do not cover changed or removed records, unless "fields" cover the change', () => {
    const before = { initial: { fhir: [{ ...observation, status: 'preliminary' }] } }
    const entry = { collection: 'fhir.Observation', members }
    expect(run({ fhir: [observation] }, entry, before)?.details).toContain('entry 1 allows only new records')
    expect(run({ fhir: [] }, entry, before)).toMatchObject({ passed: false })
    const both = { ...entry, fields: ['status'] }
    expect(run({ fhir: [observation] }, both, before)).toMatchObject({ passed: true })
    expect(run({ fhir: [observation] }, both)).toMatchObject({ passed: true })
    expect(run({ fhir: [{ ...observation, note: [{ text: 'Normal.' }] }] }, both)).toMatchObject({ passed: false })
    expect(run({ fhir: [] }, both, before)).toMatchObject({ passed: false })
  })

  it('are the columns of a CSV file, by its header', () => {
    expect(written('out/a.csv', 'status,account\r\npaid,A-1\r\n')).toMatchObject({ passed: true })
    expect(written('out/a.csv', '\uFEFF"account", status\n"A-1",paid\n')).toMatchObject({ passed: true })
    expect(written('out/a.csv', 'account,status,note\nA-1,paid,\nA-2,paid,not really\n')?.evidence?.changes).toEqual([
      {
        collection: 'files',
        path: 'out/a.csv',
        change: 'added',
        extra: [{ path: 'note', value: 'not really', row: 1 }],
      },
    ])
    // A name without values, a field without a name, and a name that occurs twice.
    expect(written('out/a.csv', 'account,status,denied\nA-1,paid,\n')?.details).toContain(
      'allows no denied in the header',
    )
    expect(written('out/a.csv', 'account,status\nA-1,paid,denied\n')?.details).toContain(
      'allows no field 3 "denied" in row 1',
    )
    expect(written('out/a.csv', 'account,status,\nA-1,paid,\n')).toMatchObject({ passed: true })
    expect(written('out/a.csv', 'account,status,status\nA-1,paid,denied\n')).toMatchObject({ passed: false })
  })

  it('are the members of the rows of a JSON file, or of its object', () => {
    expect(written('out/a.json', '[{"account":"A-1","status":"paid"}]')).toMatchObject({ passed: true })
    expect(written('out/a.json', '[{"account":"A-1"},{"account":"A-2","note":"no"}]')?.details).toContain(
      'allows no note "no" in row 2',
    )
    expect(written('out/a.json', '{"account":"A-1","rows":[]}')).toMatchObject({ passed: true })
    expect(written('out/a.json', '{"rows":[{"note":"no"}]}')?.details).toContain('allows no rows[0].note "no"')
    expect(written('out/a.json', '"denied"')).toMatchObject({ passed: false })
    expect(written('out/a.json', '["denied"]')).toMatchObject({ passed: false })
  })

  it('are the content of any other file', () => {
    expect(written('out/a.txt', 'A-1 is paid.')?.details).toContain('allows no content "A-1 is paid."')
    expect(written('out/a.txt', 'A-1 is paid.', ['content'])).toMatchObject({ passed: true })
    expect(written('out/a.csv', '')).toMatchObject({ passed: true })
  })

  it('include only what the agent writes in rows and messages', () => {
    const row = { auth_number: 'PA1', status: 'pending', procedure_code: '72148', history: [{ at: 'x', event: 'y' }] }
    const portal = { prior_auth_requests: [row] }
    const asked = { collection: 'portal.prior_auth_requests', members: ['procedure_code'] }
    expect(run({ portal }, asked)).toMatchObject({ passed: true })
    const noted = { prior_auth_requests: [{ ...row, clinical_notes: 'Denied before.' }] }
    expect(run({ portal: noted }, asked)?.details).toContain('allows no clinical_notes "Denied before."')
    const message = {
      id: 'm1',
      direction: 'outbound' as const,
      channel: 'sms' as const,
      to: '555-0100',
      from: '555-0101',
      body: 'Hello',
      status: 'sent' as const,
    }
    const said = { collection: 'messages', members: ['channel', 'to', 'body'] }
    expect(run({ messages: [message] }, said)).toMatchObject({ passed: true })
    expect(run({ messages: [{ ...message, in_reply_to: 'm0' } as never] }, said)).toMatchObject({ passed: false })
  })

  it('are the segments of HL7 and X12, and their fields', () => {
    const hl7 = (...segments: string[]) => [
      {
        direction: 'outbound' as const,
        payload: ['MSH|^~\\&|A|B|C|D|20260105||ORU^R01|1|P|2.5.1', 'PID|1||MRN1', ...segments].join('\r'),
        at: '2026-01-05T09:00:00.000Z',
      },
    ]
    const sent = { collection: 'hl7.outbound', members: ['MSH', 'PID', 'OBX-3', 'OBX-5'] }
    expect(run({ hl7: hl7('OBX|||718-7||9.3') }, sent)).toMatchObject({ passed: true })
    expect(run({ hl7: hl7('OBX|||718-7||9.3|g/dL', 'NTE|1||Normal.') }, sent)?.evidence?.changes).toMatchObject([
      {
        extra: [
          { path: 'OBX-6', value: 'g/dL', segment: 3 },
          { path: 'NTE-1', value: '1', segment: 4 },
          { path: 'NTE-3', value: 'Normal.', segment: 4 },
        ],
      },
    ])
    const parts = { collection: 'hl7.outbound', members: ['MSH', 'PID-1', 'PID-3.1', 'OBX-3.1', 'OBX-3.2', 'OBX-5'] }
    const extraIn = (...segments: string[]) => run({ hl7: hl7(...segments) }, parts)?.evidence?.changes
    expect(run({ hl7: hl7('OBX|||718-7^Hb^~2^Second||9^3') }, parts)).toMatchObject({ passed: true })
    expect(extraIn('OBX|||718-7^Hb^LN~2^Second^L^Note')).toMatchObject([
      {
        extra: [
          { path: 'OBX-3.3', value: 'LN~L', segment: 3 },
          { path: 'OBX-3.4', value: 'Note', segment: 3 },
        ],
      },
    ])
    const x12 = (more: string) => [
      {
        direction: 'sent' as const,
        transaction: '270',
        payload: `ST*270*0001*005010X279A1~NM1*IL*1*Doe~${more}SE*3*0001~`,
        at: '2026-01-05T09:00:00.000Z',
      },
    ]
    const asked = { collection: 'x12.sent', members: ['NM1.1', 'NM1.2', 'NM1.3'] }
    expect(run({ x12: x12('') }, asked)).toMatchObject({ passed: true })
    expect(run({ x12: x12('NTE*ADD*Denied~') }, asked)?.details).toContain('allows no NTE.1 "ADD" in segment 3')
  })

  it('are all that may be sent, whatever happens to the record later', () => {
    const act = (record: JsonObject, omitted?: Readonly<Record<string, string>>): EventRecord => ({
      seq: 1,
      at: '2026-01-05T09:00:00Z',
      actor: 'agent',
      type: 'file.written',
      data: {},
      outward: [{ collection: 'files', record, key: 'f', ...(omitted && { omitted }) }],
    })
    const file = { path: 'out/a.csv', content: 'account,status\nA-1,paid\n', seeded: false }
    const entry = { collection: 'files', members: ['account', 'status'] }
    const sent = (...events: EventRecord[]) => run({ files: [file] }, entry, { events })
    expect(sent(act(file))).toMatchObject({ passed: true })
    const noted = { ...file, content: 'account,status,note\nA-1,paid,no\n' }
    expect(sent(act(noted))?.evidence?.acts).toMatchObject([{ extra: [{ path: 'note', value: 'no', row: 0 }] }])
    const { content: _, ...rest } = file
    expect(sent(act(rest, { content: 'unknown' }))).toMatchObject({ outcome: 'unsupported' })
  })

  it('are reported if they are not paths, or if records have no such members', () => {
    const faults = (entry: JsonObject) => {
      const validity = validateAssertion({ assert: 'no-collateral', allow: [entry] })
      return validity.ok ? [] : validity.errors.map(({ path, message }) => `${path}: ${message}`)
    }
    expect(faults({ collection: 'fhir.Task', members: ['note'] })).toEqual([])
    expect(faults({ collection: 'fhir.Task', members: ['note['] })).toEqual([
      expect.stringContaining('/allow/0/members/0: expected an index or "*"'),
    ])
    expect(faults({ collection: 'hl7.outbound', members: ['OBX-5.1.1'] })).toEqual([
      '/allow/0/members/0: expected a segment, one of its fields or a component of one, such as "OBX", "OBX-5" or ' +
        '"PID-5.1"; found "OBX-5.1.1"',
    ])
    expect(faults({ collection: 'x12.sent', members: ['NM1[1=IL].9'] })).toHaveLength(1)
    expect(faults({ collection: 'fhir.Task', members: [] })).toHaveLength(1)
    expect(faults({ collection: 'fhir.Task', members: [''] })).toHaveLength(1)
  })
})
