import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../resource/fhir-resource.js'
import { SearchEffort } from '../search/matches/search-effort.js'
import { FhirStore } from './store.js'

function patient(id: string, more: object = {}): FhirResource {
  return { resourceType: 'Patient', id, ...more }
}

function listIds(store: FhirStore): readonly unknown[] {
  return [...store.resources()].map((stored) => stored.resource.id)
}

describe('FhirStore', () => {
  it('keeps the initial resources in order, with their ids and meta', () => {
    const resource = patient('a', { meta: { versionId: '7' } })
    const store = FhirStore.fromResources([resource, patient('b')])
    expect(store.read('Patient', 'a')?.resource).toBe(resource)
    expect(store.read('Patient', 'a')?.text).toBe('{"resourceType":"Patient","id":"a","meta":{"versionId":"7"}}')
    expect(store.read('Observation', 'a')).toBeUndefined()
    expect(listIds(store)).toEqual(['a', 'b'])
    expect(store.size).toBe(2)
  })

  it('keeps the later of two resources with the same id, in the position of the earlier', () => {
    const store = FhirStore.fromResources([patient('a'), patient('b'), patient('a', { active: true })])
    expect(listIds(store)).toEqual(['a', 'b'])
    expect(store.read('Patient', 'a')?.resource.active).toBe(true)
  })

  it('finds resources without an id by search', () => {
    const store = FhirStore.fromResources([{ resourceType: 'Patient', gender: 'female' }])
    expect(store.search('Patient', [['gender', 'female']]).matches).toHaveLength(1)
  })

  it('keeps the position of an updated resource, and assigns a new one to a recreated resource', () => {
    const store = FhirStore.fromResources([patient('a'), patient('b'), patient('c')])
    store.apply({ op: 'put', resource: patient('a', { active: true }) })
    expect(listIds(store)).toEqual(['a', 'b', 'c'])
    store.apply({ op: 'delete', resourceType: 'Patient', id: 'b', version: 2, at: '2026-01-05T09:00:00.000Z' })
    expect(listIds(store)).toEqual(['a', 'c'])
    expect(store.deletion('Patient', 'b')).toEqual({ version: 2, at: '2026-01-05T09:00:00.000Z' })
    expect(store.nextVersion('Patient', 'b')).toBe(3)
    store.apply({ op: 'put', resource: patient('b') })
    expect(listIds(store)).toEqual(['a', 'c', 'b'])
    expect(store.deletion('Patient', 'b')).toBeUndefined()
  })

  it('behaves like a plain list, and forks do not see one another', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const genders = fc.constantFrom('female', 'male', 'other')
    const command = fc.oneof(
      fc.record({ op: fc.constant('put' as const), id: ids, gender: genders }),
      fc.record({ op: fc.constant('delete' as const), id: ids }),
      fc.record({ op: fc.constantFrom('fork' as const, 'trial' as const) }),
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(ids, genders), { maxLength: 6 }),
        fc.array(command, { maxLength: 40 }),
        (seeded, commands) => {
          const model = new Map(seeded)
          // Deletion removes the id from the list, so a new put goes to the end; other positions are unchanged.
          let store = FhirStore.fromResources(seeded.map(([id, gender]) => patient(id, { gender })))
          const left: { store: FhirStore; expected: [string, string][] }[] = []
          for (const step of commands) {
            if (step.op === 'put') {
              model.set(step.id, step.gender)
              store.apply({ op: 'put', resource: patient(step.id, { gender: step.gender }) })
            } else if (step.op === 'delete') {
              model.delete(step.id)
              store.apply({
                op: 'delete',
                resourceType: 'Patient',
                id: step.id,
                version: 2,
                at: '2026-01-05T09:00:00Z',
              })
            } else {
              left.push({ store, expected: [...model] })
              store = step.op === 'fork' ? store.fork() : store.trial(new SearchEffort(1000))
            }
          }
          left.push({ store, expected: [...model] })
          for (const { store: each, expected } of left) {
            expect([...each.resources('Patient')].map(({ resource }) => [resource.id, resource.gender])).toEqual(
              expected,
            )
            expect(each.size).toBe(expected.length)
            for (const gender of ['female', 'male']) {
              const { total, matches } = each.search('Patient', [['gender', gender]])
              const wanted = expected.filter(([, value]) => value === gender).map(([id]) => id)
              expect(matches.map((match) => match.resource.id)).toEqual(wanted)
              expect(total).toBe(wanted.length)
            }
          }
        },
      ),
    )
  })

  it('returns the resources that may differ between forks, and no others, in the order of the record', () => {
    const types = fc.constantFrom('Patient', 'Observation', 'Task')
    const ids = fc.constantFrom('a', 'b', 'c')
    const command = fc.record({
      store: fc.nat({ max: 1 }),
      type: types,
      id: ids,
      isPut: fc.boolean(),
      tag: fc.nat({ max: 2 }),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(types, ids), { selector: String, maxLength: 7 }),
        fc.array(command, { maxLength: 12 }),
        (seeded, commands) => {
          const earlier = FhirStore.fromResources(seeded.map(([resourceType, id]) => ({ resourceType, id }))).fork()
          const later = earlier.fork()
          const at = '2026-01-05T09:00:00Z'
          for (const { store, type, id, isPut, tag } of commands) {
            const resource = { resourceType: type, id, language: `l${tag}` }
            const changed = store === 0 ? earlier : later
            changed.apply(isPut ? { op: 'put', resource } : { op: 'delete', resourceType: type, id, version: 2, at })
          }
          for (const store of [earlier, later]) {
            const each = [...store.resources()].map(({ resource }) => resource.resourceType)
            expect(store.types()).toEqual([...new Set(each)])
          }
          const found = later.differencesFrom(earlier)
          const listed = (store: FhirStore, type: string) => [...store.resources(type)].map(({ resource }) => resource)
          const inOrder = [
            ...new Set(
              [earlier, later].flatMap((store) => [...store.resources()]).map(({ resource }) => resource.resourceType),
            ),
          ]
          expect([...(found?.keys() ?? [])].filter((type) => inOrder.includes(type))).toEqual(
            inOrder.filter((type) => found?.has(type)),
          )
          for (const type of ['Patient', 'Observation', 'Task']) {
            const { before = [], after = [] } = found?.get(type) ?? {}
            const [all, now] = [listed(earlier, type), listed(later, type)]
            // All other resources are the same objects in both records.
            expect(all.filter((one) => !before.includes(one))).toEqual(now.filter((one) => !after.includes(one)))
            expect(all.filter((one) => before.includes(one))).toEqual(before)
            expect(now.filter((one) => after.includes(one))).toEqual(after)
            const touched: string[] = commands.filter((one) => one.type === type).map(({ id }) => id)
            expect([...before, ...after].filter(({ id }) => !touched.includes(String(id)))).toEqual([])
          }
        },
      ),
    )
    const other = FhirStore.fromResources([patient('a')])
    expect(other.differencesFrom(FhirStore.fromResources([patient('a')]))).toBeUndefined()
    expect(other.trial(new SearchEffort(10)).differencesFrom(other)).toBeUndefined()
  })
})

describe('searches in steps, however the matches are found and sorted', () => {
  const observations = Array.from({ length: 600 }, (_, index) => ({
    resourceType: 'Observation',
    id: `o${index}`,
    status: 'final',
    code: { coding: [{ code: `c${index % 7}`, display: `kind ${index % 7}` }] },
    subject: { reference: `Patient/p${index % 3}` },
    effectiveDateTime: `2026-01-${String(1 + (index % 28)).padStart(2, '0')}`,
    valueQuantity: { value: index, code: 'mg' },
  }))
  const patients = ['p0', 'p1', 'p2'].map((id) => ({ resourceType: 'Patient', id, name: [{ family: `F${id}` }] }))
  const numbers = observations.map((_, index) => index)
  it.each<[string, (index: number) => boolean]>([
    ['code=c1', (index) => index % 7 === 1],
    ['code:not=c1&code:not=c2', (index) => ![1, 2].includes(index % 7)],
    ['code:text=kind 3,kind 3,kind', () => true],
    ['code:text=kind 3,kin d,kind 5', (index) => [3, 5].includes(index % 7)],
    ['date=2026-01-03,ge2026-01-28', (index) => [2, 27].includes(index % 28)],
    ['value-quantity=lt9', (index) => index < 9],
    ['code-value-quantity=c1$lt99', (index) => index % 7 === 1 && index < 99],
    ['subject:Patient.name=fp2', (index) => index % 3 === 2],
  ])('pause and find all matches: %s', (query, isWanted) => {
    const parameters = query.split('&').map((one) => one.split(/=(.*)/).slice(0, 2) as [string, string])
    for (const sort of [[], [['_sort', '-value-quantity'] as const]]) {
      const search = FhirStore.fromResources([...patients, ...observations]).searchInSteps('Observation', [
        ...parameters,
        ...sort,
      ])
      let steps = 0
      let step = search.next()
      for (; step.done !== true; step = search.next()) steps++
      const wanted = numbers.filter(isWanted).map((index) => `o${index}`)
      expect(step.value.matches.map(({ resource }) => resource.id)).toEqual(sort.length > 0 ? wanted.reverse() : wanted)
      // Each search indexes 600 resources, or compares them one by one.
      expect(steps).toBeGreaterThan(1)
    }
  })
})
