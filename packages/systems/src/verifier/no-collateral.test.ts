import type { JsonObject } from '@carebench/protocol'
import type { EvidenceStateSource } from '@carebench/verifier'
import * as fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { validateAssertion, verify } from './verify.js'

function patient(id: string, more: JsonObject = {}): JsonObject {
  return { resourceType: 'Patient', id, ...more }
}

const state: EvidenceStateSource = {
  fhir: [patient('p1', { active: true, meta: { versionId: '1' } }), patient('p2')],
  portal: {
    requests: [
      { member_id: 'M-1', status: 'draft' },
      { member_id: 'M-2', status: 'draft' },
    ],
  },
  hl7: [],
}

function run(
  final: EvidenceStateSource,
  allow: readonly object[] = [],
  initial: EvidenceStateSource | undefined = state,
) {
  return verify({
    criteria: [{ label: 'x', assertion: { assert: 'no-collateral', allow } }],
    evidence: { ...final, ...(initial && { initial }) },
  }).criterion_runs[0]
}

it('ignores the parts of meta that a FHIR server writes', () => {
  expect(run(state)).toMatchObject({ passed: true })
  const touched = [patient('p1', { active: true, meta: { versionId: '2' } }), patient('p2')]
  expect(run({ ...state, fhir: touched })).toMatchObject({ passed: true })
})

it.each([{ security: [{ code: 'R' }] }, { tag: [{ code: 'reviewed' }] }, { profile: ['http://example.org/profile'] }])(
  'reports %j in meta, added or removed [kinds.no-collateral-meta]',
  (meta) => {
    const plain = { fhir: [patient('p1', { meta: { versionId: '1', lastUpdated: '2026-01-05T09:00:00Z' } })] }
    const marked = { fhir: [patient('p1', { meta: { ...meta, versionId: '2' } })] }
    for (const [before, after] of [
      [plain, marked],
      [marked, plain],
    ] as const) {
      expect(run(after, [], before)?.details).toContain('Patient/p1 was changed')
      expect(run(after, [{ collection: 'fhir.Patient', fields: ['meta'] }], before)).toMatchObject({ passed: true })
      expect(run(after, [{ collection: 'fhir.Patient', fields: ['active'] }], before)).toMatchObject({ score: 0 })
    }
    expect(run(marked, [], marked)).toMatchObject({ passed: true })
  },
)

it('reports a record that was moved from one person to another, unless an entry lets that member change', () => {
  const note = (subject: string) => ({
    resourceType: 'DocumentReference',
    id: 'd1',
    status: 'current',
    subject: { reference: subject },
  })
  const before = { fhir: [note('Patient/p1')] }
  const after = { fhir: [note('Patient/p2')] }
  const entry = { collection: 'fhir.DocumentReference', where: { id: 'd1' } }
  expect(run(after, [entry], before)).toMatchObject({ score: 0 })
  expect(run(after, [{ ...entry, fields: ['subject'] }], before)).toMatchObject({ passed: true })
})

it('lists added, changed and removed records [kinds.no-collateral]', () => {
  const fhir = [patient('p1', { active: false }), patient('p3')]
  expect(run({ ...state, fhir })).toMatchObject({
    outcome: 'failed',
    score: 0,
    details: '3 changes beyond what is allowed: Patient/p1 was changed, Patient/p3 was added, Patient/p2 was removed.',
    evidence: { changes: [{ collection: 'fhir.Patient', reference: 'Patient/p1', change: 'changed' }, {}, {}] },
  })
})

it('compares rows by content, wherever they moved', () => {
  const [first, second] = (state.portal?.requests ?? []) as readonly JsonObject[]
  const rowsTo = (...rows: readonly (JsonObject | undefined)[]) =>
    run({ ...state, portal: { requests: rows.filter((row) => row !== undefined) } })
  expect(rowsTo(second, first)).toMatchObject({ passed: true })
  expect(rowsTo(second)?.details).toContain('requests row 1 was removed')
  expect(rowsTo(first, { ...second, status: 'sent' })?.details).toContain(
    '1 change beyond what is allowed: requests row 2 was changed.',
  )
  expect(rowsTo(first, second, second)?.details).toContain('requests row 3 was added')
})

it('says why the nearest entry does not cover a change', () => {
  const fhir = [patient('p1', { active: false }), patient('p2'), patient('p3')]
  const detailsOf = (...entries: readonly object[]) =>
    run(
      { ...state, fhir },
      entries.map((entry) => ({ collection: 'fhir.Patient', ...entry })),
    )?.details
  expect(
    detailsOf(
      { where: { id: 'p9', gender: 'other' } },
      { where: { id: 'p3', 'managingOrganization.reference': 'Organization/o1' } },
    ),
  ).toBe(
    '2 changes beyond what is allowed: Patient/p1 was changed (entry 2 wants id "p3", found "p1"), Patient/p3 was ' +
      'added (entry 2 wants managingOrganization.reference "Organization/o1", found nothing there).',
  )
  expect(detailsOf({ collection: 'fhir.Task' }, { fields: ['name', 'gender'] })).toBe(
    '2 changes beyond what is allowed: Patient/p1 was changed (entry 2 allows only "name", "gender"; active ' +
      'changed from true to false), Patient/p3 was added (entry 2 allows only changes of "name", "gender").',
  )
  expect(detailsOf({ count: 1 })).toBe('1 change beyond what is allowed: Patient/p3 was added, one more than "count".')
})

it('allows the configured changes [kinds.no-collateral]', () => {
  const final = {
    ...state,
    portal: {
      requests: [
        { member_id: 'M-1', status: 'sent' },
        { member_id: 'M-2', status: 'draft' },
      ],
    },
  }
  const allowed = (member: string) => [{ collection: 'portal.requests', where: { member_id: member } }]
  expect(run(final, allowed('M-1'))).toMatchObject({ passed: true, evidence: { changed: 1 } })
  expect(run(final, allowed('M-2'))).toMatchObject({ score: 0 })
  const message = 'MSH|^~\\&|A|B|C|D|20260105||ADT^A01|1|P|2.5.1\rPID|1||77\r'
  const sent = { ...state, hl7: [{ direction: 'outbound' as const, payload: message }] }
  expect(run(sent)).toMatchObject({ score: 0 })
  expect(run(sent, [{ collection: 'hl7.outbound', where: { 'PID-3': '77' } }])).toMatchObject({ passed: true })
})

it('reports a new message that cannot be read, because no entry can cover it', () => {
  const garbage = { direction: 'outbound', payload: 'not HL7' } as const
  const anything = [{ collection: 'hl7.outbound' }]
  expect(run({ ...state, hl7: [garbage] }, anything)).toMatchObject({
    outcome: 'failed',
    details: expect.stringContaining('Item 1 of hl7 cannot be read (expected'),
    evidence: { changes: [{ collection: 'hl7.outbound', change: 'added', item: 0 }] },
  })
  const before = { ...state, hl7: [garbage] }
  expect(run(before, [], before)).toMatchObject({ outcome: 'passed' })
  const west = { ...state, systems: { west: { hl7: [garbage] } } }
  expect(run(west, [], { ...state, systems: { west: { hl7: [] } } })?.details).toContain('of systems.west.hl7')
})

it('reports a sent message that cannot be read, also if the states no longer have it', () => {
  const outward = [{ collection: 'hl7.outbound', record: { direction: 'outbound', payload: 'MSG|no header' } }]
  const events = [{ seq: 1, at: '2026-01-05T09:00:00Z', actor: 'agent', type: 'hl7.sent', data: {}, outward }] as const
  expect(run({ ...state, events }, [{ collection: 'hl7.outbound' }])).toMatchObject({
    outcome: 'failed',
    details: expect.stringContaining('an item of the outbound HL7 messages that cannot be read (expected'),
    evidence: { acts: [{ collection: 'hl7.outbound', seq: 1 }] },
  })
})

it('ends errored for a Date, whose change it could not see', () => {
  const at = (time: string) => ({ ...state, fhir: [patient('p1', { birthDate: new Date(time) as never })] })
  expect(run(at('2026-01-05'), [], at('1999-01-05'))).toMatchObject({
    outcome: 'errored',
    details: expect.stringContaining('Expected JSON in the evidence, got a Date'),
  })
})

it('ignores what simulators generate', () => {
  const inbound = {
    ...state,
    hl7: [{ direction: 'inbound' as const, payload: 'MSH|^~\\&|A|B|C|D|20260105||ACK|1|P|2.5.1\r' }],
  }
  expect(run(inbound)).toMatchObject({ passed: true })
})

it('is unsupported without both states', () => {
  const criteria = [{ label: 'x', assertion: { assert: 'no-collateral', allow: [] } }]
  expect(verify({ criteria, evidence: state }).criterion_runs[0]).toMatchObject({ outcome: 'unsupported' })
  const { hl7: _, ...without } = state
  expect(run(state, [], without)).toMatchObject({
    outcome: 'unsupported',
    details: 'Not verified: only one of the initial and the final state has the part "hl7".',
  })
})

it('rejects unknown collections and invalid paths', () => {
  const allow = [
    { collection: 'portal' },
    { collection: 'fhir.Shoe' },
    { collection: 'x12.sent', where: { 'NM1.x': '1' } },
  ]
  expect(validateAssertion({ assert: 'no-collateral', allow: allow.slice(0, 1) })).toMatchObject({
    errors: [{ path: '/allow/0/collection' }],
  })
  expect(validateAssertion({ assert: 'no-collateral', allow: allow.slice(1, 2) })).toMatchObject({
    errors: [{ path: '/allow/0/collection' }],
  })
  expect(validateAssertion({ assert: 'no-collateral', allow: allow.slice(2) })).toMatchObject({
    errors: [{ path: '/allow/0/where/NM1.x' }],
  })
})

function requests(...rows: readonly JsonObject[]): EvidenceStateSource {
  return { ...state, portal: { requests: rows } }
}

it('covers only changes at "fields" [kinds.no-collateral-fields]', () => {
  const chart = { fhir: [patient('p1', { active: true, name: [{ family: 'Diaz', given: ['Ana'] }] })] }
  const allow = (...fields: readonly string[]) => [{ collection: 'fhir.Patient', fields }]
  const renamed = { fhir: [patient('p1', { active: true, name: [{ family: 'Ruiz', given: ['Ana'] }] })] }
  expect(run(renamed, allow('name[0].family'), chart)).toMatchObject({ passed: true })
  expect(run(renamed, allow('name[*].family'), chart)).toMatchObject({ passed: true })
  expect(run(renamed, allow('/name'), chart)).toMatchObject({ passed: true })
  expect(run(renamed, allow('name[1].family', 'name[0].given', 'active'), chart)).toMatchObject({ score: 0 })
  const both = { fhir: [patient('p1', { active: false, name: [{ family: 'Ruiz', given: ['Ana'] }] })] }
  expect(run(both, allow('name[0].family'), chart)).toMatchObject({ score: 0 })
  expect(run(both, allow('name[0].family', 'active'), chart)).toMatchObject({ passed: true })
  const asObject = (given: string) => ({ fhir: [patient('p1', { name: { given } })] })
  expect(run(asObject('Eva'), allow('name[*]'), asObject('Ana'))).toMatchObject({ score: 0 })
  // Each entry by itself covers half of the change, which is not enough.
  expect(run(both, [...allow('name'), ...allow('active')], chart)).toMatchObject({ score: 0 })
})

it('an entry with "fields" covers no added and no removed record [kinds.no-collateral-fields]', () => {
  const allow = [{ collection: 'fhir.Patient', fields: [''] }]
  const changed = { fhir: [patient('p1', { active: false }), patient('p2')] }
  expect(run({ ...state, ...changed }, allow)).toMatchObject({ passed: true })
  expect(run({ ...state, fhir: [...(state.fhir as JsonObject[]), patient('p3')] }, allow)).toMatchObject({ score: 0 })
  expect(run({ ...state, fhir: [(state.fhir as JsonObject[])[0] as JsonObject] }, allow)).toMatchObject({ score: 0 })
})

it('covers at most "count" changes [kinds.no-collateral-count]', () => {
  const rows = state.portal?.requests ?? []
  const three = requests(...rows, { member_id: 'M-3' }, { member_id: 'M-3' }, { member_id: 'M-3' })
  const allow = (count: unknown) => [{ collection: 'portal.requests', where: { member_id: 'M-3' }, count }]
  expect(run(three, allow(3))).toMatchObject({ passed: true })
  expect(run(three, allow(4))).toMatchObject({ passed: true })
  expect(run(three, allow({ $lte: 3 }))).toMatchObject({ passed: true })
  expect(run(three, allow({ $oneOf: [1, 3] }))).toMatchObject({ passed: true })
  expect(run(three, allow(2))).toMatchObject({
    score: 0,
    details: '1 change beyond what is allowed: requests row 5 was added, one more than "count".',
    evidence: { changes: [{ resource: 'requests', row: 4, change: 'added', beyond: 'count' }], changed: 3 },
  })
  for (const count of [0, { $lt: 3 }, { $oneOf: [1, 2, 4] }, { $gt: 3 }]) {
    expect(run(three, allow(count))).toMatchObject({ score: 0 })
  }
  expect(run(state, allow(1))).toMatchObject({ passed: true })
})

it('matches each change with one entry, so that as many changes as possible are covered', () => {
  const two = requests(...(state.portal?.requests ?? []), { member_id: 'M-3' }, { member_id: 'M-4' })
  const any = { collection: 'portal.requests', count: 1 }
  const own = { collection: 'portal.requests', where: { member_id: 'M-3' }, count: 1 }
  for (const allow of [
    [any, own],
    [own, any],
  ]) {
    expect(run(two, allow)).toMatchObject({ passed: true })
  }
  expect(run(two, [own, own])).toMatchObject({ score: 0 })
  expect(run(two, [any])).toMatchObject({ score: 0 })
})

it('considers every entry of a collection, in any order', () => {
  const members = ['M-1', 'M-2', 'M-3'] as const
  const entry = fc.record(
    {
      collection: fc.constant('portal.requests'),
      where: fc.constantFrom(...members).map((member_id) => ({ member_id })),
      fields: fc.subarray(['status', 'note'], { minLength: 1 }),
      count: fc.oneof(
        fc.nat(3),
        fc.nat(3).map((most) => ({ $lte: most })),
      ),
    },
    { requiredKeys: ['collection'] },
  )
  const row = fc.record({ member_id: fc.constantFrom(...members), status: fc.constantFrom('draft', 'sent') })
  const entries = fc.array(entry, { maxLength: 4 }).chain((allow) =>
    fc.record({
      allow: fc.constant(allow),
      shuffled: fc.shuffledSubarray(allow, { minLength: allow.length, maxLength: allow.length }),
      more: entry,
    }),
  )
  fc.assert(
    fc.property(entries, fc.array(row, { maxLength: 5 }), ({ allow, shuffled, more }, rows) => {
      const final = requests(...rows)
      const verdict = run(final, allow)
      // The details number the entries in their order.
      const unnumbered = (judged: typeof verdict) =>
        judged && { ...judged, details: judged.details.replace(/entry \d+/g, 'entry') }
      expect(unnumbered(run(final, shuffled))).toEqual(unnumbered(verdict))
      const unwanted = (judged: typeof verdict) => (judged?.evidence?.changes as readonly unknown[] | undefined)?.length
      expect(unwanted(run(final, [...allow, more]))).toBeLessThanOrEqual(unwanted(verdict) ?? -1)
      // An entry without conditions allows everything, wherever it is.
      const whole = { collection: 'portal.requests' }
      expect(run(final, [whole, ...allow])).toMatchObject({ passed: true })
      expect(run(final, [...allow, whole])).toMatchObject({ passed: true })
    }),
    { numRuns: 60 * inject('scale') },
  )
})

it('rejects "fields" of records that never change, invalid paths and invalid counts', () => {
  const errorsOf = (entry: object) => validateAssertion({ assert: 'no-collateral', allow: [entry] })
  expect(errorsOf({ collection: 'hl7.outbound', fields: ['PID-3'] })).toMatchObject({
    errors: [{ path: '/allow/0/fields' }],
  })
  expect(errorsOf({ collection: 'fhir.Patient', fields: ['name['] })).toMatchObject({
    errors: [{ path: '/allow/0/fields/0' }],
  })
  for (const count of [-1, 1.5, { $gtt: 1 }]) {
    expect(errorsOf({ collection: 'fhir.Patient', count })).toMatchObject({ ok: false })
  }
  for (const count of ['1', true, null, [1], {}, { max: 1 }]) {
    expect(errorsOf({ collection: 'fhir.Patient', count })).toMatchObject({
      errors: [{ path: '/allow/0/count', message: expect.stringContaining('which no number of changes equals') }],
    })
  }
})

it('rejects "anyone" in a list of people, where it would be the name of a person', () => {
  const errorsOf = (about: unknown) =>
    validateAssertion({ assert: 'no-collateral', allow: [{ collection: 'fhir.Patient', about }] })
  expect(errorsOf(['Patient/p1', 'anyone'])).toMatchObject({
    errors: [{ path: '/allow/0/about/1', message: expect.stringContaining('write "about": "anyone"') }],
  })
  expect(errorsOf('anyone')).toEqual({ ok: true })
})

it('names changes outside "fields", with their values', () => {
  const observation = (value: number, more: JsonObject = {}) => ({
    fhir: [{ resourceType: 'Observation', id: 'k', valueQuantity: { value, unit: 'mmol/L' }, ...more }],
  })
  const allow = [{ collection: 'fhir.Observation', where: { id: 'k' }, fields: ['status'] }]
  const detailsOf = (final: EvidenceStateSource) => run(final, allow, observation(4.6))?.details
  expect(detailsOf(observation(6.4, { status: 'final' }))).toContain(
    '(entry 1 allows only "status"; valueQuantity.value changed from 4.6 to 6.4)',
  )
  expect(detailsOf(observation(4.6, { note: [{ text: 'a' }, { text: 'b' }], x: 1, y: 2 }))).toMatch(
    /note\[0\]\.text changed from nothing there to "a", .* and 1 more\)/,
  )
})

function er7(...patients: readonly string[]): JsonObject {
  const header = 'MSH|^~\\&|CLINIC|CLINIC|LAB|LAB|20260105090000||ORU^R01|1|P|2.5.1'
  const groups = patients.flatMap((id) => [`PID|1||${id}`, 'OBR|1', `OBX|1|ST|718-7||${id}`])
  return { direction: 'outbound', payload: [header, ...groups, ''].join('\r'), at: '2026-01-05T09:00:00Z' }
}

it('requires an entry to match every patient of an HL7 message [kinds.no-collateral-fit]', () => {
  const judge = (patients: readonly string[], where: object) =>
    run({ ...state, hl7: [er7(...patients)] as never }, [{ collection: 'hl7.outbound', where }])
  const first = { 'PID-3.1': 'A1', 'MSH-9.1': 'ORU' }
  expect(judge(['A1'], first)).toMatchObject({ passed: true })
  expect(judge(['A1', 'A1'], first)).toMatchObject({ passed: true })
  for (const patients of [
    ['A1', 'B2'],
    ['B2', 'A1'],
    ['A1', 'A1', 'B2'],
  ]) {
    expect(judge(patients, first)).toMatchObject({ outcome: 'failed' })
  }
  expect(judge(['A1', 'B2'], { 'OBX-5': 'A1' })).toMatchObject({ outcome: 'failed' })
  expect(judge(['A1', 'B2'], { 'PID-3.1': 'A1', 'PID[2]-3.1': 'B2' })).toMatchObject({ passed: true })
  expect(judge(['A1', 'C3'], { 'PID-3.1': 'A1', 'PID[2]-3.1': 'B2' })).toMatchObject({ outcome: 'failed' })
})

it('requires "where" to match before and after the change, apart from "fields" [kinds.no-collateral-fit]', () => {
  const before = { fhir: [patient('p1', { active: false, gender: 'female', maritalStatus: { text: 'single' } })] }
  const judge = (more: JsonObject, entry: object) =>
    run(
      { fhir: [patient('p1', { active: false, gender: 'female', ...more })] },
      [{ collection: 'fhir.Patient', ...entry }],
      before,
    )
  const married = { maritalStatus: { text: 'married' } }
  const single = { maritalStatus: { text: 'single' } }
  expect(judge({ ...single, gender: 'male' }, { where: { gender: 'male' } })).toMatchObject({
    outcome: 'failed',
    details: expect.stringContaining('Patient/p1 was changed, which satisfied "where" only afterwards'),
  })
  expect(judge({ ...single, gender: 'male' }, { where: { active: false } })).toMatchObject({ passed: true })
  expect(judge({ ...single, gender: 'male' }, { where: { gender: 'male' }, fields: ['gender'] })).toMatchObject({
    passed: true,
  })
  expect(judge({ ...single, gender: 'male' }, { where: { gender: 'other' }, fields: ['gender'] })).toMatchObject({
    outcome: 'failed',
  })
  for (const path of ['maritalStatus.text', '/maritalStatus/text']) {
    for (const field of ['maritalStatus', 'maritalStatus.text']) {
      expect(judge(married, { where: { [path]: 'married' }, fields: [field] })).toMatchObject({ passed: true })
    }
    expect(judge(married, { where: { [path]: 'married', active: false } })).toMatchObject({ outcome: 'failed' })
  }
  expect(judge(married, { where: { maritalStatus: { $exists: true } }, fields: ['maritalStatus.text'] })).toMatchObject(
    {
      passed: true,
    },
  )
})

it('reports a removed row without a number even if another was added [kinds.no-collateral-fit]', () => {
  const row = (member_id: string, status = 'draft') => ({ member_id, status })
  const judge = (rows: readonly JsonObject[], entry: object) =>
    run({ ...state, portal: { requests: rows } }, [{ collection: 'portal.requests', ...entry }])
  // M-2 is gone, and M-9 is in its place.
  const replaced = [row('M-1'), row('M-9')]
  expect(judge(replaced, { where: { member_id: 'M-9' } })).toMatchObject({
    outcome: 'failed',
    evidence: { changes: [{ change: 'changed' }] },
  })
  expect(judge(replaced, { count: 1 })).toMatchObject({ outcome: 'failed' })
  expect(judge(replaced, { count: 2 })).toMatchObject({ passed: true })
  expect(judge(replaced, { fields: ['member_id'], count: 1 })).toMatchObject({ passed: true })
  expect(judge([row('M-1'), row('M-2', 'sent')], { fields: ['status'], count: 1 })).toMatchObject({ passed: true })
})

it('identifies rows with a number regardless of their position', () => {
  const row = (auth_number: string, status: string) => ({ auth_number, status })
  const before = { portal: { prior_auth_requests: [row('PA1', 'pending'), row('PA2', 'pending')] } }
  const judge = (rows: readonly JsonObject[], entry: object) =>
    run({ portal: { prior_auth_requests: rows } }, [{ collection: 'portal.prior_auth_requests', ...entry }], before)
  const only = { where: { auth_number: 'PA1' }, count: 1 }
  expect(judge([row('PA2', 'pending'), row('PA1', 'approved')], only)).toMatchObject({ passed: true })
  expect(judge([row('PA1', 'approved')], only)).toMatchObject({ outcome: 'failed' })
  expect(judge([row('PA1', 'pending'), row('PA1', 'approved')], only)).toMatchObject({ outcome: 'failed' })
})

it('compares parts with those that changed without the agent, where there are some \
[kinds.no-collateral-arrivals]', () => {
  const late = { path: 'inbox/late.csv', content: 'a', seeded: true }
  const initial = { ...state, files: [], systems: { west: { files: [] } } }
  const without_agent = { files: [late], systems: { west: { files: [late] } } }
  const judged = (final: EvidenceStateSource) =>
    verify({
      criteria: [{ label: 'x', assertion: { assert: 'no-collateral', allow: [] } }],
      evidence: { ...final, initial, without_agent },
    }).criterion_runs[0]?.details
  const arrived = { ...state, ...without_agent }
  // Nothing was done, and what holds without the agent earns nothing.
  expect(judged(arrived)).toMatch(/^Only allowed changes .* so the task scores 0\.$/)
  expect(judged({ ...arrived, fhir: [] })).toMatch(/^2 changes .*Patient\/p1 was removed, Patient\/p2 was removed\.$/)
  expect(judged({ ...arrived, files: [{ ...late, content: 'b' }] })).toMatch(/^1 change .*late\.csv was changed\.$/)
  expect(judged({ ...arrived, systems: { west: { files: [] } } })).toMatch(
    /^1 change .*late\.csv of west was removed\.$/,
  )
})

it('refuses evidence whose state without the agent is malformed', () => {
  const evidence = { ...state, initial: state, without_agent: { fhir: 'none' } } as unknown as EvidenceStateSource
  expect(() => run(evidence)).toThrow('/without_agent/fhir')
})
