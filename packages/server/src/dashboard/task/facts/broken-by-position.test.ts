import { expect, it } from 'vitest'
import { placeByPosition } from './broken-by-position.js'
import type { ReportedCriterion } from './reported-task.js'
import type { CollectionChanges, RecordChange } from './state-difference.js'

function change(name: string, what: RecordChange['what'] = 'added'): RecordChange {
  return { what, name, fields: [] }
}

function changes(...entries: readonly (readonly [number, string, ...RecordChange[]])[]) {
  const differences = entries.map(([seq, collection, ...list]) => {
    const collections: CollectionChanges[] = [{ collection, count: 1, changes: list }]
    return [seq, { known: true, unknownParts: [], unreadMembers: [], collections }] as const
  })
  return { unknown: null, bySeq: new Map(differences) }
}

function makeSteps(evidence: unknown, known: ReturnType<typeof changes>) {
  const criterion = { outcome: 'failed', evidence, brokenIn: { steps: [], neverDone: false } }
  return placeByPosition(criterion as unknown as ReportedCriterion, known).brokenIn.steps
}

const known = changes(
  [2, 'portal.prior_auth_requests', change('number 3: PA-1')],
  [4, 'faxes', change('number 1: from +15550100')],
  [5, 'portal.prior_auth_requests', change('number 3: PA-1', 'changed'), change('number 30')],
)

it.each([
  ['a row of the portal', { matched: { resource: 'prior_auth_requests', row: 2 } }, [5]],
  ['unwanted changes', { changes: [{ collection: 'faxes', fax: 0, change: 'added' }] }, [4]],
  ['a record that no entry changed', { matched: { collection: 'faxes', fax: 7 } }, []],
  ['no position', { matched: { collection: 'files', path: 'a.txt' } }, []],
  ['nothing', null, []],
])('finds %s', (_, evidence, steps) => {
  expect(makeSteps(evidence, known)).toEqual(steps)
})

it('names no step if a record was removed from the collection', () => {
  const removed = changes([1, 'faxes', change('number 2')], [2, 'faxes', change('number 1', 'removed')])
  expect(makeSteps({ matched: { collection: 'faxes', fax: 1 } }, removed)).toEqual([])
})

it('changes no criterion that passed or has known steps', () => {
  const matched = { resource: 'prior_auth_requests', row: 2 }
  const passed = { outcome: 'passed', evidence: { matched }, brokenIn: { steps: [], neverDone: false } }
  const placed = { outcome: 'failed', evidence: { matched }, brokenIn: { steps: [1], neverDone: false } }
  for (const criterion of [passed, placed] as unknown as ReportedCriterion[]) {
    expect(placeByPosition(criterion, known)).toBe(criterion)
  }
})
