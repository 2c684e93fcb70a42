/// <reference types="node" />
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { formatIncluded, formatMatch, Stored } from './stored.js'

const ids = fc.oneof(fc.stringMatching(/^[A-Za-z0-9.-]{1,64}$/), fc.string({ unit: 'grapheme' }), fc.string())

it('the text of a resource is its JSON, before and after its entry is written', () => {
  fc.assert(
    fc.property(ids, fc.constantFrom('Patient', 'Observation'), fc.jsonValue(), (id, resourceType, value) => {
      const resource = { resourceType, id, value: JSON.parse(JSON.stringify(value)) }
      const text = JSON.stringify(resource)
      const stored = new Stored(resource, 0)
      const read = new Stored(resource, 0)
      expect(read.text).toBe(text)
      for (const one of [stored, read]) {
        const fullUrl = `${resourceType}/${id}`
        expect(JSON.parse(formatMatch(one).slice(1))).toEqual({
          fullUrl,
          resource: JSON.parse(text),
          search: { mode: 'match' },
        })
        expect(JSON.parse(formatIncluded(one).slice(1))).toEqual({
          fullUrl,
          resource: JSON.parse(text),
          search: { mode: 'include' },
        })
        expect(one.text).toBe(text)
      }
      // Resources that the store did not create can be written too.
      expect(formatMatch({ resource, text, created: 0 })).toBe(formatMatch(stored))
    }),
    { numRuns: 100 * inject('scale') },
  )
})
