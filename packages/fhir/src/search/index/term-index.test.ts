/// <reference types="node" />

import { finish, type Steps } from '@carebench/protocol/wire'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { FhirResource } from '../../resource/fhir-resource.js'
import { FhirStore } from '../../store/store.js'
import { Stored } from '../../store/stored.js'
import { TermIndex } from './term-index.js'

const resources = Array.from({ length: 4 }, (_, created) => new Stored({ resourceType: 'Patient' }, created))
/** More terms than a tester keeps of one resource. */
const allTerms = Array.from({ length: 68 }, (_, index) => `t${index}`)

interface Change {
  readonly op: 'add' | 'remove'
  readonly place: number
  readonly terms: readonly string[]
}

const changes: fc.Arbitrary<Change> = fc.record({
  op: fc.constantFrom('add', 'add', 'remove'),
  place: fc.nat({ max: resources.length - 1 }),
  terms: fc.oneof(
    { arbitrary: fc.subarray(allTerms, { minLength: 1, maxLength: 3 }), weight: 6 },
    fc.subarray(allTerms, { minLength: 60 }),
  ),
})

function prepare(index: TermIndex): void {
  for (const steps of [index.prepareTester(), index.prepareOrder()]) if (steps !== undefined) finish(steps)
}

function apply(index: TermIndex, { op, place, terms }: Change): void {
  for (const stored of resources.slice(place, place + 1)) for (const term of terms) index[op](term, stored)
}

describe('the tester of an index of terms', () => {
  it('finds the resources that have a term, after any additions and removals', () => {
    fc.assert(
      fc.property(
        fc.array(changes, { minLength: 1, maxLength: 12 }),
        fc.nat({ max: 6 }),
        fc.boolean(),
        (drawn, prepared, removesAll) => {
          const index = new TermIndex()
          const model = resources.map(() => new Set<string>())
          let hadMany = false
          const countResources = (prefix: string): number =>
            model.flatMap((terms) => [...terms]).filter((term) => term.startsWith(prefix)).length
          const check = (): void => {
            for (const prefix of ['t', 't1', 't35', 'u']) {
              expect(index.countPrefix(prefix, 1000)).toBe(countResources(prefix))
              const found = resources.filter((_, place) =>
                [...(model[place] ?? [])].some((term) => term.startsWith(prefix)),
              )
              expect(index.withPrefix(prefix)).toEqual(found)
            }
            for (const term of allTerms) {
              const isMatch = index.tester((own) => own === term)
              if (isMatch === undefined) expect(hadMany).toBe(true)
              else expect(resources.map(isMatch)).toEqual(model.map((terms) => terms.has(term)))
            }
          }
          for (const [number, change] of drawn.entries()) {
            apply(index, change)
            for (const term of change.terms) model[change.place]?.[change.op === 'add' ? 'add' : 'delete'](term)
            hadMany ||= model.some(({ size }) => size > 64)
            if (number === prepared) prepare(index)
            if (number >= prepared) check()
          }
          if (!removesAll) return
          prepare(index)
          for (const place of resources.keys()) apply(index, { op: 'remove', place, terms: allTerms })
          for (const terms of model) terms.clear()
          // A resource without terms has few of them.
          hadMany = false
          check()
        },
      ),
      { numRuns: 60 * inject('scale') },
    )
  })

  it('does not exist while a resource has too many terms', () => {
    const index = new TermIndex()
    const one = new Stored({ resourceType: 'Patient' }, 0)
    for (const term of allTerms.slice(0, 64)) index.add(term, one)
    prepare(index)
    expect(index.tester(() => true)).toBeDefined()
    for (const term of allTerms.slice(64)) index.add(term, one)
    for (const [place, term] of allTerms.entries()) {
      expect(index.tester(() => true)?.(one) ?? true).toBe(true)
      if (place < 4) expect(index.tester(() => true)).toBeUndefined()
      index.remove(term, one)
    }
    expect(index.tester(() => true)?.(one)).toBe(false)
  })
})

type Query = readonly (readonly [string, string])[]

function patient(number: number, family: string): FhirResource {
  return { resourceType: 'Patient', id: `p${number}`, name: [{ family }] }
}

/** Returns the ids that a search finds, and its number of steps. */
function search(store: FhirStore, query: Query): { readonly ids: readonly unknown[]; readonly steps: number } {
  const work: Steps<{ matches: readonly { resource: FhirResource }[] }> = store.searchInSteps('Patient', query)
  for (let steps = 0; ; steps++) {
    const step = work.next()
    if (step.done === true) return { ids: step.value.matches.map(({ resource }) => resource.id), steps }
  }
}

it('finds patients by their current names, without scanning all again', () => {
  const store = FhirStore.fromResources([])
  for (let number = 0; number < 5000; number++) {
    store.apply({ op: 'put', resource: patient(number, `fam${number % 1000}`) })
  }
  search(store, [['name', 'fam']])
  const query: Query = [
    ['_id', 'p5,p6,p7'],
    ['name', 'fam5'],
  ]
  const first = search(store, query)
  expect(first.ids).toEqual(['p5'])
  expect(first.steps).toBeGreaterThanOrEqual(5)
  store.apply({ op: 'put', resource: patient(5, 'other') })
  store.apply({ op: 'put', resource: patient(7, 'fam57') })
  const second = search(store, query)
  expect(second.ids).toEqual(['p7'])
  expect(second.steps).toBeLessThan(5)
})

it('estimates the number of resources with a term that begins with a prefix, and finds them in order', () => {
  const index = new TermIndex()
  const many = Array.from({ length: 6000 }, (_, created) => new Stored({ resourceType: 'Basic' }, created))
  for (const stored of many)
    index.add(`${stored.created % 2 === 0 ? 't' : 'u'}${(stored.created * 7919) % 4000}`, stored)
  const steps = index.prepareOrder()
  expect(steps).toBeDefined()
  if (steps !== undefined) finish(steps)
  expect(index.prepareOrder()).toBeUndefined()
  const found = index.withPrefix('t')
  expect(found).toEqual(many.filter(({ created }) => created % 2 === 0))
  expect(index.countPrefix('t', 6000)).toBeGreaterThan(found.length / 1.5)
  expect(index.countPrefix('t', 6000)).toBeLessThan(found.length * 1.5)
})
