import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { StoredResource } from '../../resource/fhir-resource.js'
import { Stored } from '../../store/stored.js'
import { TermIndex } from './term-index.js'
import { TermText } from './term-text.js'

/** Short texts of few characters, line breaks among them, so that they overlap, and some that fill a piece. */
const texts = fc.oneof(
  { arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', '\n', 'é'), maxLength: 6 }), weight: 20 },
  fc.constantFrom('ab'.repeat(9000), `${'c'.repeat(17_000)}a`),
)
const parts = fc.string({ unit: fc.constantFrom('a', 'b', '\n', 'é'), maxLength: 3 })

describe('terms that contain a text', () => {
  it('are found, few or many, whenever they were added', () => {
    fc.assert(
      fc.property(fc.array(fc.array(texts, { maxLength: 150 }), { maxLength: 3 }), parts, (added, part) => {
        const [first = [], ...more] = added
        const all = new TermText(first)
        const known = [...first]
        for (const terms of [[], ...more]) {
          for (const term of terms) all.add(term)
          known.push(...terms)
          expect([...all.containing(part)].sort()).toEqual(known.filter((term) => term.includes(part)).sort())
        }
      }),
      { numRuns: 40 * inject('scale') },
    )
  })
})

describe('an index of terms', () => {
  it('finds resources that contain a text after terms were added and removed', () => {
    const stored = Array.from({ length: 6 }, (_, created): StoredResource => {
      return new Stored({ resourceType: 'Patient', id: String(created) }, created)
    })
    const change = fc.record({ adds: fc.boolean(), at: fc.nat({ max: 5 }), term: fc.nat({ max: 120 }) })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 400 }), parts, (changes, part) => {
        const index = new TermIndex()
        const model = new Map<string, Set<number>>()
        for (const [place, { adds, at, term: number }] of changes.entries()) {
          const term = number.toString(2).replaceAll('0', 'a').replaceAll('1', 'b')
          const resource = stored[at] as StoredResource
          const known = model.get(term) ?? new Set<number>()
          model.set(term, known)
          if (adds) {
            index.add(term, resource)
            known.add(at)
          } else if (known.delete(at)) index.remove(term, resource)
          if (place % 7 !== 0) continue
          const wanted = [...model].flatMap(([each, places]) => (each.includes(part) ? [...places] : []))
          expect(index.containing(part).map(({ created }) => created)).toEqual([...new Set(wanted)].sort())
        }
      }),
      { numRuns: 40 * inject('scale') },
    )
  })
})
