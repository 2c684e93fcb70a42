import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FhirResource } from '../resource/fhir-resource.js'
import { FhirStore } from '../store/store.js'

/*
 * FHIR R4 3.1.1.4.8, string: "a field matches a string query if the value of the field equals or starts with the
 * supplied parameter value, after both have been normalized by case and combining characters … punctuation and
 * non-significant whitespace (e.g. repeated space characters, tab vs space) SHOULD also be ignored."
 */

function patient(id: string, family: string, given = 'Mary-Ann'): FhirResource {
  return { resourceType: 'Patient', id, name: [{ family, given: [given] }] }
}

const store = FhirStore.fromResources([
  patient('brien', "O'Brien"),
  patient('angelo', 'D’Angelo'),
  patient('jones', 'Smith-Jones'),
  patient('john', 'St. John'),
  patient('both', "O'Hara-Smith"),
  { resourceType: 'Patient', id: 'drew', name: [{ family: 'Poe', given: ['Anndrea'] }] },
  {
    resourceType: 'Observation',
    id: 'k',
    code: { coding: [{ code: '1', display: 'Creatinine, serum/plasma (CKD-EPI)' }] },
  },
])

it.each([
  ['Patient', 'family', 'OBrien', ['brien']],
  ['Patient', 'family', "o'brien", ['brien']],
  ['Patient', 'family', 'o brien', ['brien']],
  ['Patient', 'family', 'DAngelo', ['angelo']],
  ['Patient', 'family', "d'angelo", ['angelo']],
  ['Patient', 'family', 'SmithJones', ['jones']],
  ['Patient', 'family', 'smith jones', ['jones']],
  ['Patient', 'family', 'Smith_J', ['jones']],
  ['Patient', 'family', 'StJohn', ['john']],
  ['Patient', 'family', 'St John', ['john']],
  ['Patient', 'family', 'OHara Smith', ['both']],
  ['Patient', 'name', 'Mary Ann OBrien', ['brien']],
  ['Patient', 'name', 'OHara-Smith\\, Mary Ann', ['both']],
  ['Patient', 'family:contains', 'Hara-smith', ['both']],
  ['Patient', 'family:contains', 'briEn', ['brien']],
  ['Patient', 'family:exact', 'OBrien', []],
  ['Patient', 'family:exact', "O'Brien", ['brien']],
  // Spaces that are not repeated count.
  ['Patient', 'given', 'Ann D', []],
  ['Patient', 'given', 'Annd', ['drew']],
  ['Observation', 'code:text', 'creatinine serum plasma ckdepi', []],
  ['Observation', 'code:text', 'creatinine serum plasma ckd epi', ['k']],
])('%s?%s=%s finds %j', (type, name, value, ids) => {
  expect(store.search(type, [[name, value]]).matches.map(({ resource }) => resource.id)).toEqual(ids)
})

it('finds a name without its punctuation, or with any other, and a part of it', () => {
  const word = fc.constantFrom('o', 'brien', 'Ann', 'é', '9')
  const name = fc.array(fc.tuple(word, fc.constantFrom("'", '-', '. ', '’', '/', ' ')), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), fc.nat(), fc.nat(), (names, which, length) => {
      const families = names.map((parts) => parts.flat().join('').trim())
      const parts = names[which % names.length] ?? []
      const wanted = [
        parts.map(([first, between]) => first + (between === ' ' ? ' ' : '')).join(''),
        parts.map(([first]) => `${first}·`).join(''),
        parts.map(([first]) => first).join(' '),
      ]
      const searched = FhirStore.fromResources(families.map((family, place) => patient(String(place), family)))
      for (const value of wanted.flatMap((text) => [text, text.slice(0, 1 + (length % text.length))])) {
        const found = searched.search('Patient', [['family', value]]).matches.map(({ resource }) => resource.id)
        expect(found, value).toContain(String(which % names.length))
      }
    }),
  )
})

it('finds a part of a long text without its punctuation', () => {
  const description = `${'word '.repeat(30_000)} an O'Brien-Smith`
  const long = FhirStore.fromResources([{ resourceType: 'ActivityDefinition', id: 'a', status: 'draft', description }])
  for (const value of ['OBrienSmith', 'OBrien Smith', "o'brien smith", 'o brien smith']) {
    expect(long.search('ActivityDefinition', [['description:contains', value]]).total, value).toBe(1)
  }
  expect(long.search('ActivityDefinition', [['description:contains', 'anobrien']]).total).toBe(0)
})
