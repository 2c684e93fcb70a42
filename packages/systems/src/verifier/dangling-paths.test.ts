import type { FaxRecord, JsonObject } from '@carebench/protocol'
import type { Criterion, EvidenceSource, NamedCounter } from '@carebench/verifier'
import { expect, it } from 'vitest'
import { audit } from './audit.js'

const row: JsonObject = { member_id: 'M-77001', code: '72148', status: 'sent' }
const task: JsonObject = {
  resourceType: 'Task',
  id: 't1',
  status: 'completed',
  for: { reference: 'Patient/p1' },
  code: { coding: [{ code: 'call' }] },
}
const fax: FaxRecord = {
  direction: 'outbound',
  to_number: '555-0123',
  from_number: '555-0100',
  document_type: 'letter',
  text: 'Sent.',
}
const initial: EvidenceSource = { portal: { requests: [] }, fhir: [], faxes: [], files: [] }
const solved: EvidenceSource = {
  ...initial,
  portal: { requests: [row] },
  fhir: [task],
  faxes: [fax],
  files: [{ path: 'outbox/a.csv', content: 'claim,amount\nC-1,12\n', seeded: false }],
  systems: { west: { faxes: [fax] } },
}

/** The dangling paths: for each its JSON Pointer, the path, and the nearest existing path. */
function dangling(assertion: JsonObject, counters: readonly NamedCounter[] = []) {
  const criteria: readonly Criterion[] = [{ label: 'It', assertion, guard: true }]
  const states = { initial, solutions: [{ name: 'send', state: solved }], counters }
  return audit({ criteria, states })
    .findings.filter(({ code }) => code === 'dangling-selector')
    .flatMap(({ evidence }) => evidence?.missing as readonly JsonObject[])
    .map(({ path, value, nearest }) => [path, value, nearest])
}

const task1 = { assert: 'fhir-resource-state', resource_type: 'Task', search: { status: 'completed' } }
const file = { assert: 'sftp-file-present', path: 'outbox/*.csv', fields: [{ path: 'amount', expected: '12' }] }
const request = { assert: 'portal-state-match', assertions: [{ path: 'code', expected: '72148' }] }
function allow(entry: JsonObject) {
  return { assert: 'no-collateral', allow: [entry] }
}

it.each<[string, JsonObject, readonly unknown[]]>([
  [
    'exclusive of resources',
    {
      ...task1,
      fields: [{ path: 'status', expected: 'completed' }],
      exclusive: { by: ['for.reference', 'code.coding.code'] },
    },
    [['/exclusive/by/1', 'code.coding.code', 'code.coding[*].code']],
  ],
  ['exclusive of rows of files', { ...file, exclusive: { by: ['claimm'] } }, [['/exclusive/by/0', 'claimm', 'claim']]],
  [
    'the key of rows',
    { ...request, correlate_by: { resource: 'requests', key: 'memberid', value: 'M-77001' } },
    [['/correlate_by/key', 'memberid', 'member_id']],
  ],
  [
    'correlate_by',
    { assert: 'fax-sent', correlate_by: { to_number: '555-0123', subject: 'x' } },
    [['/correlate_by/subject', 'subject', undefined]],
  ],
  [
    'correlate_by behind a key',
    { assert: 'fax-sent', system: 'west', correlate_by: { to_numbr: '555-0123' } },
    [['/correlate_by/to_numbr', 'to_numbr', 'to_number']],
  ],
  [
    'where of allow',
    allow({ collection: 'fhir.Task', where: { 'for.refrence': 'Patient/p1', status: 'completed' } }),
    [['/allow/0/where/for.refrence', 'for.refrence', 'for.reference']],
  ],
  [
    'members of allow',
    allow({
      collection: 'fhir.Task',
      where: { status: 'completed' },
      members: ['stauts', 'for', 'code.codng', 'note'],
    }),
    [
      ['/allow/0/members/0', 'stauts', 'status'],
      ['/allow/0/members/2', 'code.codng', 'code.coding'],
    ],
  ],
  [
    'columns',
    allow({ collection: 'files', members: ['claim', 'amuont'] }),
    [['/allow/0/members/1', 'amuont', 'amount']],
  ],
])('a path of %s that no record has dangles, with the nearest', (_, assertion, expected) => {
  expect(dangling(assertion)).toEqual(expected)
})

it.each<[string, JsonObject]>([
  [
    'leads to a value',
    allow({ collection: 'fhir.Task', where: { 'code.coding[*].code': 'call' }, members: ['code', 'status', 'for'] }),
  ],
  [
    'is one of records that there are none of',
    allow({ collection: 'fhir.Appointment', where: { 'for.refrence': 'Patient/p1' } }),
  ],
  [
    'is there to be absent',
    allow({ collection: 'fhir.Task', where: { 'for.refrence': 'x', output: { $exists: false } }, members: ['note'] }),
  ],
])('a path that %s does not dangle', (_, assertion) => {
  expect(dangling(assertion).filter(([path]) => path !== '/allow/0/where/for.refrence')).toEqual([])
})

it('considers the records after a counter', () => {
  const assertion = allow({ collection: 'fhir.Task', where: { 'reasonCode.text': 'x' } })
  const state = { ...solved, fhir: [task, { ...task, id: 't2', reasonCode: { text: 'y' } }] }
  expect(dangling(assertion)).toHaveLength(1)
  expect(dangling(assertion, [{ name: 'another', fails: ['It'], state }])).toEqual([])
})

it('names the path, the records and the nearest path in the message', () => {
  const criteria = [{ label: 'It', assertion: { ...request, correlate_by: { resource: 'requests', key: 'memberid' } } }]
  const [finding] = audit({
    criteria,
    states: { initial, solutions: [{ name: 'send', state: solved }] },
  }).findings.filter(({ code }) => code === 'dangling-selector')
  expect(finding).toMatchObject({
    severity: 'warning',
    message:
      '/correlate_by/key reads "memberid", which none of the requests rows has, neither before nor after a ' +
      'solution or a counterexample. The nearest is "member_id".',
  })
})

it('examines the same members once for all criteria, but in each collection and system', () => {
  const entry = { collection: 'fhir.Task', members: ['status', 'code.codng'] }
  const entries = [entry, entry, { ...entry, collection: 'fhir.Order' }, { ...entry, system: 'west' }]
  const order = { ...task, resourceType: 'Order', code: { other: 'x' } }
  const states = { initial, solutions: [{ name: 'send', state: { ...solved, fhir: [task, order] } }] }
  const criteria = entries.map((one, index) => ({ label: `${index}`, assertion: allow(one), guard: true }))
  const found = audit({ criteria, states }).findings.filter(({ message }) => message.includes('members'))
  const missing = [{ path: '/allow/0/members/1', value: 'code.codng', nearest: 'code.coding' }]
  expect(found.map(({ label, evidence }) => [label, evidence?.missing])).toEqual([
    ['0', missing],
    ['1', missing],
  ])
})
