/// <reference types="node" />
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { FhirResource } from '../../resource/fhir-resource.js'
import { FhirStore } from '../../store/store.js'
import { SearchEffort } from './search-effort.js'

// The same search spends the same effort, whatever was searched for before: in a store, or in another that shares its
// base.

/** The oldest sixth has the code `rare`, every fourth of the others the code `common`. */
const observations: readonly FhirResource[] = Array.from({ length: 600 }, (_, index) => ({
  resourceType: 'Observation',
  id: `o${index}`,
  status: index % 30 === 0 ? 'amended' : 'final',
  code: {
    coding: [{ code: index < 100 ? 'rare' : index % 4 === 0 ? 'common' : 'other', display: `Kind ${index % 7}` }],
  },
  subject: { reference: `Patient/p${index % 40}` },
  effectiveDateTime: new Date(Date.UTC(2020, 0, 1 + index)).toISOString(),
  valueString: `value ${index % 11}`,
}))

class CountedEffort extends SearchEffort {
  spent = 0

  override spend(looks: number): void {
    this.spent += looks
    super.spend(looks)
  }
}

/** Creates a record, some of whose resources may be written again. */
function createRecord(written: number): FhirStore {
  const store = FhirStore.fromResources([...observations]).fork()
  for (const resource of observations.slice(0, written)) store.apply({ op: 'put', resource })
  return store
}

function measureEffort(store: FhirStore, query: string): number {
  const effort = new CountedEffort(1_000_000)
  store.trial(effort).search('Observation', [...new URLSearchParams(query)])
  return effort.spent
}

const conditions = fc.constantFrom(
  ...[
    'code=rare',
    'code=common',
    'status=final',
    'status:not=final',
    'patient=Patient/p3',
    'patient=Patient/p3,Patient/p4',
  ],
  ...['date=ge2022', 'date=lt2020-05', 'code:text=kind 3', 'value-string=value 7', 'value-string:contains=e 1'],
)
const sorts = fc.constantFrom(
  '',
  '_sort=date',
  '_sort=-date',
  '_sort=-date',
  '_sort=status,-date',
  '_sort=-_lastUpdated',
)
const shapes = fc.constantFrom('_count=1', '_count=20', '_count=20&_total=none', '_count=300')
const queries = fc
  .tuple(fc.uniqueArray(conditions, { maxLength: 2 }), sorts, shapes)
  .map(([asked, sort, shape]) => [...asked, sort, shape].filter((part) => part !== '').join('&'))

describe('a search spends the same effort', () => {
  it('if the sort order exists, and its end has all matches', () => {
    const store = createRecord(0)
    const spent = [1, 2, 3].map(() => measureEffort(store, 'code=rare&_sort=-date&_count=20'))
    expect(new Set(spent).size).toBe(1)
    expect(spent[0]).toBeLessThan(700)
  })

  it('after any earlier search', () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 5, 60), fc.array(queries, { minLength: 3, maxLength: 5 }), (written, drawn) => {
        const store = createRecord(written)
        const fresh = drawn.map((query) => measureEffort(createRecord(written), query))
        expect([...drawn, ...drawn].map((query) => measureEffort(store, query))).toEqual([...fresh, ...fresh])
      }),
      { numRuns: 12 * inject('scale') },
    )
  })
})
