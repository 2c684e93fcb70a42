import type { EvidenceSnapshot } from '@carebench/protocol'
import { defaultParts } from '@carebench/systems/verifier'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { findStateDifference, findStateDifferenceInSteps } from './state-difference.js'

function difference(initial: unknown, final: unknown) {
  return findStateDifference({ version: 1, ...(final as object), initial } as EvidenceSnapshot, defaultParts)
}

describe('the difference of two states', () => {
  it('describes at most 1,000 changes in a step', () => {
    const fhir = Array.from({ length: 5000 }, (_, n) => ({ resourceType: 'Basic', id: `b${n}` }))
    const steps = findStateDifferenceInSteps({ version: 1, fhir, initial: { fhir: [] } }, defaultParts)
    let count = 0
    while (steps.next().done !== true) count++
    expect(count).toBeGreaterThanOrEqual(5)
  })

  it('lists added, removed and changed members, and distinguishes missing from null', () => {
    const before = {
      resourceType: 'Task',
      id: 't',
      meta: { versionId: '1' },
      status: 'requested',
      owner: null,
      note: ['a'],
    }
    const after = {
      resourceType: 'Task',
      id: 't',
      meta: { versionId: '2' },
      status: 'completed',
      note: ['a', 'b'],
      'a/b': null,
    }
    expect(difference({ fhir: [before] }, { fhir: [after] }).collections).toEqual([
      {
        collection: 'fhir.Task',
        count: 1,
        changes: [
          {
            what: 'changed',
            name: 'Task/t',
            fields: [
              { path: '/status', from: 'requested', to: 'completed' },
              { path: '/owner', from: null },
              { path: '/note/1', to: 'b' },
              { path: '/a~1b', to: null },
            ],
          },
        ],
      },
    ])
  })

  it('lists added and removed records', () => {
    const rows = [{ id: 'r1' }, { id: 'r2' }]
    const { collections } = difference(
      { portal: { requests: rows }, files: [{ path: 'old', seeded: true }] },
      { portal: { requests: [...rows, { id: 'r3' }] }, files: [] },
    )
    expect(
      collections.map(({ collection, changes }) => [collection, changes.map(({ what, name }) => [what, name])]),
    ).toEqual([
      ['portal.requests', [['added', 'number 3: r3']]],
      ['files', [['removed', 'old']]],
    ])
  })

  it('does not claim that nothing changed if the changes are unknown', () => {
    expect(findStateDifference({ version: 1, fhir: [] }, defaultParts)).toMatchObject({ known: false })
    expect(difference({}, { faxes: [{}] })).toEqual({
      known: true,
      unknownParts: ['faxes'],
      unreadMembers: [],
      collections: [],
    })
  })

  it('names the members that no part reads, also in systems with a key, whether they changed or not', () => {
    const before = { faxes: [], pharmacy: [], systems: { west: { faxes: [], ward: [] }, east: { ward: [] } } }
    const after = { faxes: [], pharmacy: [{ id: 'rx-1' }], events: [], systems: { west: { faxes: [], ward: [{}] } } }
    for (const final of [before, after]) {
      expect(difference(before, final)).toEqual({
        known: true,
        unknownParts: [],
        unreadMembers: ['pharmacy', 'ward of west', 'ward of east'],
        collections: [],
      })
    }
    expect(difference({ faxes: [] }, { faxes: [], output: {}, entities: {} }).unreadMembers).toEqual([])
  })

  it('is empty if and only if the states are the same, whatever their order of members', () => {
    const row = fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'meta'), fc.jsonValue({ maxDepth: 2 }), {
      maxKeys: 3,
    })
    const state = fc.record({ portal: fc.record({ rows: fc.array(row, { maxLength: 4 }) }) })
    fc.assert(
      fc.property(state, state, (first, other) => {
        const copies = [first, other].map((value) => JSON.parse(JSON.stringify(value)))
        const sorted = copies.map(({ portal }) => portal.rows.map(writeText).sort())
        const { collections } = difference(copies[0], copies[1])
        expect(collections.length === 0).toBe(writeText(sorted[0]) === writeText(sorted[1]))
      }),
      { numRuns: 40 * inject('scale') },
    )
  })
})

/** JSON with sorted members. */
function writeText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeText).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([first], [other]) => (first < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeText(member)}`).join()}}`
}
