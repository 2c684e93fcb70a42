import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../resource/fhir-resource.js'
import { FhirStore } from '../store/store.js'

const observations: FhirResource[] = Array.from({ length: 700 }, (_, index) => ({
  resourceType: 'Observation',
  id: `o${index}`,
  status: index % 2 === 0 ? 'final' : 'amended',
  code: { coding: [{ code: `c${index % 5}`, display: `kind ${index % 5}` }] },
  subject: { reference: `Patient/p${index % 3}` },
  effectiveDateTime: `2026-01-${String(1 + (index % 28)).padStart(2, '0')}`,
  valueQuantity: { value: index, code: 'mg' },
}))
const patients: FhirResource[] = ['p0', 'p1', 'p2'].map((id) => ({
  resourceType: 'Patient',
  id,
  name: [{ family: id }],
}))

type Query = readonly (readonly [string, string])[]

const queries: readonly Query[] = [
  [['code', 'c1']],
  [['code:text', 'kind 3']],
  [['status:not', 'final']],
  [['date', 'ge2026-01-28']],
  [['value-quantity', 'lt9']],
  [['subject:Patient.name', 'p2']],
  [
    ['code:missing', 'false'],
    ['_sort', '-date'],
    ['_count', '50'],
  ],
]

function ids(matches: readonly { readonly resource: FhirResource }[]): readonly unknown[] {
  return matches.map(({ resource }) => resource.id)
}

/** Hides a resource of the base, and adds another. */
function change(store: FhirStore, number: number): void {
  const [hidden, added] = [observations[number], observations[number + 1]]
  if (hidden === undefined || added === undefined)
    throw new Error(`Expected a number below ${observations.length - 1}.`)
  const written = { ...added, id: `new-${number}`, meta: { versionId: '1', lastUpdated: '2026-02-01T00:00:00Z' } }
  store.apply({ op: 'put', resource: written, method: 'POST' })
  store.apply({ op: 'put', resource: { ...hidden, status: 'cancelled', meta: written.meta } })
}

describe('a search in steps', () => {
  const undisturbed = FhirStore.fromResources([...patients, ...observations])
  it.each(queries.map((query) => [query.map((pair) => pair.join('=')).join('&'), query] as const))(
    'finds the same while other forks of the record search and change: %s',
    (_name, query) => {
      const base = FhirStore.fromResources([...patients, ...observations])
      const expected = ids(undisturbed.search('Observation', query).matches)
      const [one, same, changing] = [base.fork(), base.fork(), base.fork()]
      const searches = [one, same].map((store) => store.searchInSteps('Observation', query))
      const found: (readonly unknown[])[] = []
      for (let number = 0; found.length < searches.length; number++) {
        for (const search of searches) {
          const step = search.next()
          if (step.done === true && step.value !== undefined) found.push(ids(step.value.matches))
        }
        if (number < 40) change(changing, 3 * number)
        if (number % 50 === 0) changing.search('Observation', query)
      }
      expect(found).toEqual([expected, expected])
      // Sharing unfinished indexes has no lasting effect either.
      expect(ids(one.search('Observation', query).matches)).toEqual(expected)
    },
  )

  it('pauses after many indexed values, even of few resources', () => {
    const many = Array.from({ length: 10 }, (_, index) => ({
      resourceType: 'Patient',
      id: `p${index}`,
      identifier: Array.from({ length: 600 }, (_, number) => ({ system: 's', value: `v${number}` })),
    }))
    const search = FhirStore.fromResources(many).searchInSteps('Patient', [['identifier', 's|none']])
    let steps = 0
    while (search.next().done !== true) steps++
    expect(steps).toBeGreaterThan(many.length)
  })
})
