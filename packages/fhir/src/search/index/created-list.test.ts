/// <reference types="node" />
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import type { StoredResource } from '../../resource/fhir-resource.js'
import { Stored } from '../../store/stored.js'
import { createFinder, hasCreated, insertCreated, uniteCreated } from './created-list.js'

const places = fc.nat({ max: 60 })

it('a finder finds the resources of the list, looked up in any order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(places), fc.array(places, { minLength: 1, maxLength: 40 }), (listed, asked) => {
      const all = Array.from({ length: 61 }, (_, created) => new Stored({ resourceType: 'Basic' }, created))
      const list: StoredResource[] = []
      for (const place of listed) list.push(...all.slice(place, place + 1))
      list.sort((left, right) => left.created - right.created)
      const isIn = createFinder(list)
      for (const place of asked) {
        for (const stored of all.slice(place, place + 1)) {
          expect(isIn(stored)).toBe(listed.includes(place))
          expect(hasCreated(list, stored)).toBe(listed.includes(place))
        }
      }
    }),
    { numRuns: 200 * inject('scale') },
  )
})

it('keeps inserted resources once, in creation order', () => {
  fc.assert(
    fc.property(fc.array(places), (drawn) => {
      const all = Array.from({ length: 61 }, (_, created) => new Stored({ resourceType: 'Basic' }, created))
      const list: StoredResource[] = []
      const known = new Set<number>()
      for (const place of drawn) {
        for (const stored of all.slice(place, place + 1)) expect(insertCreated(list, stored)).toBe(!known.has(place))
        known.add(place)
      }
      expect(list.map(({ created }) => created)).toEqual([...known].sort((left, right) => left - right))
    }),
    { numRuns: 100 * inject('scale') },
  )
})

it('keeps two versions of a resource, which have the same place', () => {
  const many = Array.from({ length: 100 }, (_, created) => new Stored({ resourceType: 'Basic' }, created))
  const later = new Stored({ resourceType: 'Basic', id: 'later' }, 50)
  const united = uniteCreated([many, [later]])
  expect(united).toHaveLength(101)
  expect(united.slice(50, 52).sort()).toEqual([many[50], later].sort())
})

it('unites lists to one in creation order, each resource once', () => {
  const createds = fc.oneof(fc.nat({ max: 60 }), fc.nat({ max: 3000 }))
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(createds, { maxLength: 60 }), { maxLength: 9 }), (drawn) => {
      const all = new Map(drawn.flat().map((created) => [created, new Stored({ resourceType: 'Basic' }, created)]))
      const sorted = (list: readonly number[]) => [...new Set(list)].sort((left, right) => left - right)
      const lists = drawn.map((list) => sorted(list).flatMap((created) => all.get(created) ?? []))
      expect(uniteCreated(lists)).toEqual(sorted(drawn.flat()).flatMap((created) => all.get(created) ?? []))
    }),
    { numRuns: 100 * inject('scale') },
  )
})
