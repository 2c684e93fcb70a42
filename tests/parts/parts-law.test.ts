import { audit, defaultParts, mutantsOf, mutateState, verify } from '@carebench/systems/verifier'
import { type AnyRecordKind, type EvidencePart, findDifferences } from '@carebench/verifier'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { findStateDifference } from '../../packages/server/src/dashboard/task/facts/state-difference.js'

const numRuns = 8 * inject('scale')

/** The kinds that a part always has, and one whose name depends on the data. */
function listKinds({ kinds, open }: EvidencePart): readonly AnyRecordKind[] {
  const kind = open?.kind(open.example)
  return kind === undefined ? kinds : [...kinds, kind]
}

const cases = defaultParts.flatMap((part) => listKinds(part).map((kind) => [kind.collection, part, kind] as const))

/** Texts that are too unusual to be written by chance, so that the audit regards them as answers. */
function texts(): fc.Arbitrary<readonly [string, string, ...string[]]> {
  return fc
    .uniqueArray(fc.integer({ min: 10_000, max: 99_999 }), { minLength: 2, maxLength: 4 })
    .map(([first = 0, other = 0, ...more]) => [`V-${first}`, `V-${other}`, ...more.map((text) => `V-${text}`)])
}

it('covers all parts: each has a kind of record, and no two share a collection', () => {
  const collections = cases.map(([collection]) => collection)
  expect(new Set(collections).size).toBe(collections.length)
  expect(new Set(cases.map(([, part]) => part))).toEqual(new Set(defaultParts))
})

describe.each(cases)('a record of %s', (collection, part, kind) => {
  const stateOf = (...records: readonly string[]) => ({
    [part.name]: part.holding(records.map(kind.example), collection),
  })
  const [example] = [...part.items(part.holding([kind.example('V-10000')], collection))]
  const isAgents = part.isAgents(kind.example('V-10000'))
  /** Further records to have beside one: none if the kind gives its example a key, because two cannot share a key. */
  const beside = (more: readonly string[]) => (example?.key === undefined ? more : [])

  /** The states before and after one record was added, changed or removed, with the records beside it. */
  const writes = () =>
    texts().chain(([first, other, ...more]) => {
      const rest = beside(more)
      return fc.constantFrom(
        { what: 'added', before: stateOf(...rest), after: stateOf(...rest, first), text: first },
        { what: 'changed', before: stateOf(...rest, other), after: stateOf(...rest, first), text: first },
        { what: 'removed', before: stateOf(...rest, first), after: stateOf(...rest), text: first },
      )
    })

  it('is an item of its part, and a record of its collection', () => {
    expect(part.refuse(part.empty, '')).toBeUndefined()
    expect([...part.items(part.empty)]).toEqual([])
    const [item, ...more] = part.items(part.holding([kind.example('V-10000')], collection))
    expect(more).toEqual([])
    expect(JSON.stringify(item?.content)).toContain('V-10000')
    const read = kind.use(({ accepts = () => true, ...shown }) =>
      shown.read([kind.example('V-10000')], { at: `/${part.name}` }).filter((record) => accepts(record.item)),
    )
    expect(read).toHaveLength(1)
  })

  it(`that was written is ${kind.madeBy === 'agent' ? 'reported' : 'ignored'} by no-collateral`, () => {
    fc.assert(
      fc.property(writes(), ({ what, before, after }) => {
        const [run] = verify({
          criteria: [{ label: 'nothing else', assertion: { assert: 'no-collateral', allow: [] } }],
          evidence: { ...after, initial: before },
        }).criterion_runs
        const changes = kind.madeBy === 'agent' ? [{ collection, change: what }] : []
        expect(run).toMatchObject({
          outcome: changes.length > 0 ? 'failed' : 'passed',
          evidence: { changes, changed: changes.length },
        })
      }),
      { numRuns },
    )
  })

  it('that was written is in the difference of the states', () => {
    fc.assert(
      fc.property(writes(), ({ what, before, after, text }) => {
        const { collections } = findStateDifference({ version: 1, ...after, initial: before }, defaultParts)
        expect(collections).toMatchObject([{ changes: [{ what }] }])
        expect(JSON.stringify(collections)).toContain(text)
      }),
      { numRuns },
    )
  })

  it(`that was written has ${isAgents ? '' : 'no '}mutants: missing, duplicated, and with other values`, () => {
    fc.assert(
      fc.property(writes(), ({ what, before, after, text }) => {
        const state = { ...after, initial: before }
        const { mutations } = mutantsOf({ state })
        const of = mutations.filter(({ name }) => !name.startsWith('also write '))
        if (!isAgents) {
          expect(of).toEqual([])
          return
        }
        const undone = of.filter((mutation) => {
          const mutated: Readonly<Record<string, unknown>> = { ...mutateState(state, mutation) }
          return findDifferences(part, before[part.name], mutated[part.name]).length === 0
        })
        expect(undone.length).toBeGreaterThan(0)
        if (what === 'added') expect(of.filter(({ change }) => change === 'insert')).toHaveLength(1)
        const others = of.filter(({ change, record }) => change === 'replace' && !JSON.stringify(record).includes(text))
        expect(others.length > 0).toBe(what !== 'removed')
      }),
      { numRuns },
    )
  })

  it('is reported as a leak if the task states a value of it that a criterion expects', () => {
    fc.assert(
      fc.property(texts(), ([answer, other, ...more]) => {
        const leaks = (...records: readonly string[]) =>
          audit({
            criteria: [{ label: 'the number', assertion: { assert: 'output-match', expected: answer } }],
            task_item: { instruction: `Write ${answer}.` },
            states: { initial: stateOf(...records) },
          }).findings.some(({ code }) => code === 'leak')
        expect([leaks(...beside(more), answer), leaks(...beside(more), other), leaks()]).toEqual([true, false, false])
      }),
      { numRuns },
    )
  })
})
