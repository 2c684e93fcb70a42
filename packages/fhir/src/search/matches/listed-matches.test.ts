import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { FhirResource } from '../../resource/fhir-resource.js'
import { FhirStore } from '../../store/store.js'
import { compileSearch } from '../resource-search.js'
import { findListedClause } from './listed-matches.js'

const resources = fc.record({
  resourceType: fc.constant('Observation'),
  id: fc.constantFrom('1', '2', '3', '4', '5', '6'),
  status: fc.constantFrom('final', 'amended'),
  subject: fc.constantFrom('1', '2').map((id) => ({ reference: `Patient/${id}` })),
})

/** One change each: a layer begun from more resources, a fork, a put or a deletion. */
const changes = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('extend' as const), more: fc.array(resources, { maxLength: 4 }) }),
    fc.record({ kind: fc.constant('fork' as const) }),
    fc.record({ kind: fc.constant('put' as const), resource: resources }),
    fc.record({ kind: fc.constant('delete' as const), id: fc.constantFrom('1', '2', '3', '4', '5', '6') }),
  ),
  { maxLength: 12 },
)

const listed = [['status', 'final'] as const, ['subject', 'Patient/1'] as const, ['_tag', 'none'] as const]
const others = [['status', 'final,amended'] as const, ['status:not', 'final'] as const, ['_id', '3'] as const]

function resourcesIn(store: FhirStore, resourceType: string): readonly FhirResource[] {
  return [...store.resources(resourceType)].map(({ resource }) => resource)
}

describe('a search for one condition', () => {
  it.each(listed)('looks %s=%s up in lists', (name, value) => {
    expect(findListedClause(compileSearch('Observation', [[name, value]]).clauses)).toBeDefined()
  })

  it.each(others)('does not look %s=%s up in lists, nor several conditions', (name, value) => {
    expect(findListedClause(compileSearch('Observation', [[name, value]]).clauses)).toBeUndefined()
    expect(findListedClause(compileSearch('Observation', listed).clauses)).toBeUndefined()
  })

  it('finds what a scan finds: in a base, in its extensions and forks, and after changes', () => {
    fc.assert(
      fc.property(fc.array(resources, { maxLength: 8 }), changes, (base, steps) => {
        let store = FhirStore.fromResources(base)
        let hasChanged = false
        const compare = () => {
          for (const condition of [...listed, ...others]) {
            const search = compileSearch('Observation', [condition])
            const scanned = resourcesIn(store, 'Observation').filter((resource) => search.test(resource))
            expect(store.find(search).map(({ resource }) => resource)).toEqual(scanned)
          }
          expect(store.find(compileSearch('Task', [['status', 'draft']]))).toEqual([])
        }
        compare()
        for (const step of steps) {
          if (step.kind === 'extend' && !hasChanged) store = store.extend(step.more)
          if (step.kind === 'fork') store = store.fork()
          if (step.kind === 'put') store.apply({ op: 'put', resource: step.resource })
          if (step.kind === 'delete' && store.read('Observation', step.id) !== undefined) {
            store.apply({
              op: 'delete',
              resourceType: 'Observation',
              id: step.id,
              version: store.nextVersion('Observation', step.id),
              at: '2026-01-05T09:00:00Z',
            })
          }
          hasChanged ||= step.kind === 'put' || step.kind === 'delete'
          compare()
        }
      }),
      { numRuns: 60 * inject('scale') },
    )
  })
})
