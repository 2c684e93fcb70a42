import type { JsonObject } from '@carebench/protocol'
import type { Criterion, EvidenceSource, VerifyOptions } from '@carebench/verifier'
import { expect, it } from 'vitest'
import { audit } from './audit.js'

const initial: EvidenceSource = { portal: { requests: [] } }
const rows: readonly JsonObject[] = [
  { member_id: 'M-1', code: '72148', status: 'sent' },
  { member_id: 'M-2', code: '20610', status: 'sent' },
]
const solved: EvidenceSource = { portal: { requests: rows } }

function requested(index: number, item: string | null, more: Partial<Criterion> = {}): Criterion {
  const { member_id: value, ...fields } = rows[index] ?? {}
  return {
    id: `c${index + 1}`,
    label: `Request ${index + 1}`,
    assertion: {
      assert: 'portal-state-match',
      correlate_by: { resource: 'requests', key: 'member_id', value },
      assertions: Object.entries(fields).map(([path, expected]) => ({ path, expected })),
    },
    ...more,
    item,
  }
}

const options: VerifyOptions = { items: [{ key: 'first' }, { key: 'second' }] }
const guard: Criterion = {
  id: 'g',
  label: 'Nothing else',
  guard: true,
  assertion: {
    assert: 'no-collateral',
    allow: rows.map((where) => ({ collection: 'portal.requests', where: { ...where }, count: 1 })),
  },
}
const counter = {
  name: 'only one',
  after: 'both',
  fails: ['Request 1'],
  state: { portal: { requests: rows.slice(1) } },
}

function listCodes(criteria: readonly Criterion[], more: VerifyOptions = options, counters = [counter]) {
  const states = { initial, solutions: [{ name: 'both', state: solved }], counters }
  return audit({ criteria, options: more, states, task_item: {} })
    .findings.filter(({ code }) => code !== 'no-collateral-missing')
    .map(({ code, message }) => `${code}: ${message}`)
}

const both = [requested(0, 'first'), requested(1, 'second'), guard]

it('finds nothing in a task whose items each depend on their work', () => {
  expect(listCodes(both)).toEqual([])
})

it('names items without criteria or without work, and a task without due items', () => {
  const other = { ...options, items: [...(options.items ?? []), { key: 'third' }] }
  expect(listCodes(both, other)).toContain(
    'no-criteria: The item "third" has no criteria, so every run of it scores 0.',
  )
  expect(listCodes([requested(0, 'first'), requested(1, 'second', { weight: 0 })]).join()).toContain(
    'every run of the item "second" scores 0',
  )
  const late = { items: options.items?.map((item) => ({ ...item, due: '2026-03-03T08:00:00Z' })) ?? [] }
  expect(listCodes(both, { ...late, ends_at: '2026-03-02T17:00:00Z' }).join()).toContain('Every item is due only after')
})

it('reports a counter that does not fail its item, even if the item is not due', () => {
  const ends = {
    items: [{ key: 'first', due: '2026-03-03T08:00:00Z' }, { key: 'second' }],
    ends_at: '2026-03-02T17:00:00Z',
  }
  expect(listCodes(both, ends)).toEqual([])
  const draft = { portal: { requests: [{ ...rows[0], status: 'draft' }, ...rows.slice(1)] } }
  const lenient = listCodes(both.slice(0, 2), { ...ends, pass_threshold: 0.1 }, [{ ...counter, state: draft }])
  expect(lenient.join()).toContain('The counterexample "only one" goes unnoticed. The verdict after it is "pass".')
})

it('does not call a criterion needless because another item has the same', () => {
  const shared = { ...requested(0, 'second'), id: 'c3', label: 'Request 1 too' }
  expect(listCodes([...both, shared]).join()).not.toContain('dominated')
  expect(listCodes([...both, { ...shared, item: 'first' }]).join()).toContain('dominated')
})

it('reads the labels of items for answers', () => {
  const labelled = { items: [{ key: 'first', label: 'Request 72148 of M-1' }, { key: 'second' }] }
  expect(listCodes(both, labelled).join()).toContain('The label "Request 72148 of M-1" says "72148"')
})
