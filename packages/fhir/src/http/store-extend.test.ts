import { finish } from '@carebench/protocol/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../resource/fhir-resource.js'
import { FhirStore } from '../store/store.js'

const types = ['Patient', 'Observation', 'Task'] as const

/** Resources with few ids, so that many have the same. */
const someResources = fc.array(
  fc.record({
    resourceType: fc.constantFrom(...types),
    id: fc.constantFrom('a', 'b', 'c'),
    status: fc.constantFrom('draft', 'final'),
    meta: fc.record({
      versionId: fc.constant('1'),
      lastUpdated: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'),
    }),
  }),
  { maxLength: 8 },
) as fc.Arbitrary<FhirResource[]>

/** Returns everything that a client can see of a record. */
function show(store: FhirStore) {
  const listed = [...store.resources()]
  return {
    size: store.size,
    resources: listed.map(({ resource }) => resource),
    initial: listed.map((stored) => store.isInitial(stored)),
    byType: types.map((type) => store.search(type, [['_sort', '_id']]).matches.map(({ resource }) => resource)),
    history: [undefined, ...types].map((type) =>
      store.history(type).base.map(({ stored, time }) => [stored.resource, time]),
    ),
    versions: types.flatMap((type) =>
      ['a', 'b', 'c'].map((id) => [store.version(type, id, 1)?.time, store.history(type, id).base.length]),
    ),
  }
}

const change = { op: 'put', resource: { resourceType: 'Patient', id: 'a', meta: { versionId: '2' } } } as const

describe('an extended record', () => {
  it('equals a record of all resources, before and after changes, and leaves the other unchanged', () => {
    fc.assert(
      fc.property(someResources, someResources, someResources, (first, second, third) => {
        const base = FhirStore.fromResources(first)
        const before = show(base)
        const extended = base.extend(second).extend(third)
        const whole = FhirStore.fromResources([...first, ...second, ...third])
        expect(show(extended)).toEqual(show(whole))
        const [changed, other] = [extended.fork(), whole.fork()]
        changed.apply(change)
        other.apply(change)
        expect(show(changed)).toEqual(show(other))
        expect([...(changed.differencesFrom(extended) ?? [])]).toEqual([...(other.differencesFrom(whole) ?? [])])
        expect(show(base)).toEqual(before)
      }),
    )
  })

  it('lacks the removed resources, also in its history', () => {
    const base = FhirStore.fromResources([
      { resourceType: 'Patient', id: 'a' },
      { resourceType: 'Patient', id: 'b' },
    ])
    const extended = base.extend([{ resourceType: 'Task', id: 'c' }], [{ resourceType: 'Patient', id: 'a' }])
    expect([...extended.resources()].map(({ resource }) => resource.id)).toEqual(['b', 'c'])
    expect(extended.history().base.map(({ stored }) => stored.resource.id)).toEqual(['b', 'c'])
    expect([extended.read('Patient', 'a'), extended.deletion('Patient', 'a')]).toEqual([undefined, undefined])
    expect(extended.nextVersion('Patient', 'a')).toBe(1)
  })

  it('equals another record after its differences are applied', () => {
    const effects = fc.array(
      fc.oneof(
        someResources
          .chain((list) => fc.constantFrom(...list, { resourceType: 'Task', id: 'a' }))
          .map((resource) => ({ op: 'put' as const, resource: resource as FhirResource })),
        fc.record({
          op: fc.constant('delete' as const),
          resourceType: fc.constantFrom(...types),
          id: fc.constantFrom('a', 'b', 'c'),
          version: fc.constant(2),
          at: fc.constant('2026-01-03T00:00:00Z'),
        }),
      ),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(someResources, someResources, effects, (first, second, changes) => {
        const base = FhirStore.fromResources(first).extend(second)
        const changed = base.fork()
        for (const effect of changes) changed.apply(effect)
        const differences = changed.changesFrom(base)
        if (differences === undefined) throw new Error('They have one base.')
        const again = finish(base.withChanges(JSON.parse(JSON.stringify(differences))))
        const listed = (store: FhirStore) => [...store.resources()].map(({ resource }) => resource)
        expect(listed(again)).toEqual(listed(changed))
        expect(again.changesFrom(base)).toEqual(differences)
      }),
    )
    expect(FhirStore.fromResources([]).changesFrom(FhirStore.fromResources([]))).toBeUndefined()
  })

  it('applies one change in each step', () => {
    const put = Array.from({ length: 50 }, (_, n) => ({ resourceType: 'Task', id: `t${n}` }))
    for (const steps of [
      FhirStore.fromResources([]).withChanges({ put, removed: [] }),
      FhirStore.fromResources(put).withChanges({ put: [], removed: put }),
    ]) {
      let count = 0
      while (steps.next().done !== true) count++
      expect(count).toBe(50)
    }
  })

  it('cannot be built on a record that has changed', () => {
    const base = FhirStore.fromResources([])
    base.apply(change)
    expect(() => base.extend([])).toThrow('Expected an unchanged store to extend, got one with 1 later versions.')
  })
})
