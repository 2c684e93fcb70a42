import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Criterion, EvidenceSource } from '@carebench/verifier'
import { describe, expect, it } from 'vitest'
import { audit } from './audit.js'

interface Setting {
  readonly criteria: readonly Criterion[]
  readonly initial?: EvidenceSource
  readonly solved: EvidenceSource
  readonly task_item?: JsonValue
}

function listGains({ criteria, initial = {}, solved, task_item = null }: Setting): readonly JsonValue[] {
  const states = { initial, solutions: [{ name: 'do it', state: { ...initial, ...solved } }] }
  const { findings } = audit({ criteria, task_item, states })
  return findings.filter(({ code }) => code === 'cheap-gain').flatMap(({ evidence }) => evidence?.states ?? [])
}

const row: JsonObject = { member_id: 'M-77001', code: '72148', urgency: 'routine', diagnosis: 'M54.16' }

function request(...columns: readonly string[]): Criterion {
  return {
    label: 'The request is right',
    assertion: {
      assert: 'portal-state-match',
      correlate_by: { resource: 'requests', key: 'member_id', value: 'M-77001' },
      assertions: columns.map((path) => ({ path, expected: row[path] ?? null })),
    },
  }
}

describe('cheap-gain', () => {
  it('is paid for a record in which only the values from the task_item are right [audit.cheap-gain]', () => {
    const setting = {
      initial: { portal: { requests: [] } },
      solved: { portal: { requests: [row] } },
      task_item: 'Request it for M-77001, routine.',
    }
    expect(listGains({ ...setting, criteria: [request('urgency', 'code', 'diagnosis')] })).toMatchObject([
      { what: expect.stringContaining('portal requests row 1 of "do it", where every value is wrong'), score: 1 / 3 },
    ])
    expect(listGains({ ...setting, criteria: [request('code', 'diagnosis')] })).toEqual([])
  })

  it('is paid for an output that lists every value', () => {
    const output = { copays: [{ visit: 'office', copay: 45 }], claims: [{ id: 'AC-93011', status: 'paid' }] }
    const initial: EvidenceSource = { portal: { claims: [{ id: 'AC-93011' }] } }
    const of = (field: object): Criterion => ({
      label: 'The result is reported',
      assertion: { assert: 'output-match', fields: [field] },
    })
    const gain = (field: object) => listGains({ criteria: [of(field)], initial, solved: { output } })
    const what = 'the output of "do it" with every value listed that can be guessed'
    expect(gain({ path: 'copays', expected: { $some: { visit: 'office', copay: 45 } } })).toEqual([{ what, score: 1 }])
    expect(gain({ path: 'copays[*].copay', expected: 45 })).toEqual([{ what, score: 1 }])
    expect(gain({ path: 'claims[*].status', expected: 'paid' })).toEqual([{ what, score: 1 }])
    expect(gain({ path: 'copays', expected: [{ visit: 'office', copay: 45 }] })).toEqual([])
  })

  it('is not paid for a list of values that nobody can guess', () => {
    const output = { claims: [{ number: 'PA-2026-00417' }] }
    const criterion = {
      label: 'The result is reported',
      assertion: { assert: 'output-match', fields: [{ path: 'claims[*].number', expected: 'PA-2026-00417' }] },
    }
    expect(listGains({ criteria: [criterion], solved: { output } })).toEqual([])
  })

  it('is paid for a table that lists every value', () => {
    const file = { path: 'out/status.csv', content: 'account,status\nA1,paid\nA2,denied\n', seeded: false }
    const rowIsRight: Criterion = {
      label: 'The row is right',
      assertion: {
        assert: 'sftp-file-present',
        path: 'out/status.csv',
        fields: [
          { path: 'account', expected: 'A1' },
          { path: 'status', expected: 'paid' },
        ],
      },
    }
    const gains = listGains({
      criteria: [rowIsRight],
      initial: { files: [] },
      solved: { files: [file] },
      task_item: 'Write out/status.csv.',
    })
    expect(gains).toMatchObject([
      { what: expect.stringContaining('file out/status.csv of "do it" with every value'), score: 1 },
    ])
  })

  it('is paid for writing records again without a change only if a field is one that the server writes', () => {
    const task = { resourceType: 'Task', id: 't1', status: 'completed', meta: { versionId: '1' } }
    const done: Criterion = {
      label: 'It is finished',
      assertion: {
        assert: 'fhir-resource-state',
        resource_type: 'Task',
        search: {},
        fields: [
          { path: 'status', expected: 'completed' },
          { path: 'note[0].text', expected: 'done' },
        ],
      },
    }
    const solved = { fhir: [{ ...task, note: [{ text: 'done' }] }] }
    expect(listGains({ criteria: [done], initial: { fhir: [task] }, solved })).toEqual([])
    const versioned: Criterion = {
      label: 'It was written',
      assertion: {
        assert: 'fhir-resource-state',
        resource_type: 'Task',
        search: {},
        fields: [{ path: 'meta.versionId', expected: { $not: '1' } }],
      },
    }
    expect(listGains({ criteria: [versioned], initial: { fhir: [task] }, solved })).toEqual([
      { what: 'every record written again without a change', score: 1 },
    ])
  })

  it('is paid for writing again what solutions change and some others, where there are thousands of records', () => {
    const seeded = (type: string, id: string) => ({ resourceType: type, id, meta: { versionId: '1' } })
    const many = Array.from({ length: 2000 }, (_, index) => seeded('Basic', `b${index}`))
    const initial = { fhir: [...many, seeded('Task', 't1'), seeded('Task', 't2')] }
    const solved = { fhir: [...many, seeded('Task', 't1'), { ...seeded('Task', 't2'), status: 'completed' }] }
    const written = (type: string, id: string): Criterion => ({
      label: 'It was written',
      assertion: {
        assert: 'fhir-resource-state',
        resource_type: type,
        search: { _id: id },
        fields: [{ path: 'meta.versionId', expected: { $not: '1' } }],
      },
    })
    const criteria = [written('Task', 't2'), written('Basic', 'b20'), written('Basic', 'b21')]
    const guarded: Criterion = {
      label: 'Nothing else is changed',
      assertion: { assert: 'no-collateral', allow: [{ collection: 'fhir.Task' }] },
    }
    // Neither the other record nor the guard concerns the rewritten records.
    expect(listGains({ criteria: [...criteria, { ...guarded, guard: true }], initial, solved })).toEqual([
      { what: 'many records written again without a change', score: 2 / 3 },
    ])
  })
})
