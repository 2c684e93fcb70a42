import { compileSearch, type FhirResource, FhirStore } from '@carebench/fhir'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { FhirList } from './fhir-list.js'

function patient(reference: string) {
  return { subject: { reference } }
}

function order(id: string, more: object): FhirResource {
  return { resourceType: 'ServiceRequest', id, ...more }
}

/** Resources that often collide: the same ids, references in every form, and members that are not references. */
const resources = fc.array(
  fc
    .record({
      resourceType: fc.constantFrom('ServiceRequest', 'ServiceRequest', 'Task', 'Patient'),
      id: fc.option(fc.constantFrom('1', '2', '12', '22', '412'), { nil: undefined }),
      status: fc.constantFrom('active', 'completed'),
      subject: fc.option(
        fc.oneof(
          fc
            .constantFrom('Patient/1', 'Patient/2', 'Patient/1/_history/3', 'http://example.org/Patient/1', 'Group/1')
            .map((reference) => ({ reference })),
          fc.constant([{ reference: 'Patient/1' }, { reference: 'Patient/2' }]),
          fc.constant({ identifier: { system: 's', value: 'v' } }),
          fc.constantFrom('Patient/1', 'http://example.org/p|2', 7, null),
        ),
        { nil: undefined },
      ),
    })
    .map((members) => JSON.parse(JSON.stringify(members)) as FhirResource),
  { maxLength: 12 },
)

const parameters = fc.array(
  fc.constantFrom<readonly [string, string]>(
    ['subject', 'Patient/1'],
    ['subject', 'Patient/1,Patient/2'],
    ['subject', 'Patient/1/_history/3'],
    ['subject:identifier', 's|v'],
    ['subject:missing', 'true'],
    ['subject', 'http://example.org/p'],
    ['patient._id', '1,2'],
    ['patient', '1'],
    ['patient', 'Patient/2'],
    ['patient', 'Group/1'],
    ['_id', '1'],
    ['_id', '2,12'],
    ['status', 'active'],
    ['status:not', 'active'],
  ),
  { maxLength: 3 },
)
const searches = fc.array(parameters, { minLength: 1, maxLength: 8 })

const announced = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 })

describe('FhirList', () => {
  it('finds what a store of the same resources finds, whether or not the search was announced', () => {
    fc.assert(
      fc.property(resources, searches, announced, fc.constantFrom(0, 1000), (list, asked, isAnnounced, many) => {
        const store = FhirStore.fromResources(list)
        const view = new FhirList(list, '/fhir', many)
        const compiled = asked.map((pairs) => compileSearch('ServiceRequest', pairs))
        for (const [index, search] of compiled.entries()) if (isAnnounced[index] === true) view.announce(search)
        for (const search of compiled) {
          expect(view.find(search).map(({ resource }) => resource)).toEqual(
            store.find(search).map(({ resource }) => resource),
          )
        }
        expect(view.read('ServiceRequest', '1')?.resource).toEqual(store.read('ServiceRequest', '1')?.resource)
        expect([...view.resources('Task')].length).toBe([...store.resources('Task')].length)
      }),
      { numRuns: 60 * inject('scale') },
    )
  })

  it('finds what a store finds for a single text, among texts of which some are as long and end alike', () => {
    const subjects = ['Patient/1', 'Patient/11', 'Patient/21', 'Pattern/1', 'Patient/1/_history/1', 'Group/1']
    const some = fc.constantFrom(...subjects)
    fc.assert(
      fc.property(fc.array(some, { maxLength: 8 }), some, fc.constantFrom(0, 1000), (named, wanted, many) => {
        const list = named.map((subject, place) => order(String(place), patient(subject)))
        const search = compileSearch('ServiceRequest', [['subject', wanted]])
        const found = new FhirList(list, '/fhir', many).find(search).map(({ resource }) => resource.id)
        expect(found).toEqual(
          FhirStore.fromResources(list)
            .find(search)
            .map(({ resource }) => resource.id),
        )
      }),
      { numRuns: 60 * inject('scale') },
    )
  })

  it('finds what a store finds among types whose names are equally long, one or several of them asked for', () => {
    const types = ['Condition', 'Encounter', 'Procedure', 'Goal'] as const
    const record = fc.record({
      type: fc.constantFrom(...types),
      person: fc.constantFrom('1', '2'),
      id: fc.constantFrom('a', 'b', 'c'),
    })
    const asked = fc.record({ type: fc.constantFrom(...types), person: fc.constantFrom('1', '2') })
    fc.assert(
      fc.property(
        fc.array(record, { maxLength: 8 }),
        fc.array(asked, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(0, 1000),
        (records, wanted, many) => {
          const list = records.map(({ type, person, id }) => ({
            resourceType: type,
            id,
            ...patient(`Patient/${person}`),
          }))
          const view = new FhirList(list, '/fhir', many)
          const store = FhirStore.fromResources(list)
          const searches = wanted.map(({ type, person }) => compileSearch(type, [['subject', `Patient/${person}`]]))
          for (const search of searches) view.announce(search)
          for (const search of searches) {
            expect(view.find(search).map(({ resource }) => resource)).toEqual(
              store.find(search).map(({ resource }) => resource),
            )
          }
        },
      ),
      { numRuns: 60 * inject('scale') },
    )
  })

  it.each([0, 1000])(
    'keeps the later of two with the same id, at the position of the earlier, many from %d',
    (many) => {
      const list = [
        order('a1', patient('Patient/1')),
        order('a2', patient('Patient/1')),
        order('a1', { ...patient('Patient/1'), status: 'completed' }),
      ]
      const view = new FhirList(list, '/fhir', many)
      const found = view.find(compileSearch('ServiceRequest', [['subject', 'Patient/1']]))
      expect(found.map(({ resource }) => [resource.id, resource.status])).toEqual([
        ['a1', 'completed'],
        ['a2', undefined],
      ])
    },
  )

  it('finds a resource that refers to one version of another', () => {
    const view = new FhirList([order('1', patient('Patient/1/_history/2'))], '/fhir')
    expect(view.find(compileSearch('ServiceRequest', [['subject', 'Patient/1']]))).toHaveLength(1)
  })

  it('finds a canonical URL with a version, and references to versions that other searches name', () => {
    const list = [
      order('1', { instantiatesCanonical: 'http://example.org/plan|2' }),
      order('2', { subject: 'Patient/1|2' }),
      order('3', patient('Patient/1/_history/2')),
    ]
    const view = new FhirList(list, '/fhir')
    const store = FhirStore.fromResources(list)
    const searches = ['Patient/1', 'Patient/1|2', 'Patient/1/_history/2'].map((subject) =>
      compileSearch('ServiceRequest', [['subject', subject]]),
    )
    for (const search of searches) view.announce(search)
    for (const search of searches) {
      expect(view.find(search).map(({ resource }) => resource.id)).toEqual(
        store.find(search).map(({ resource }) => resource.id),
      )
    }
    const [first] = searches
    expect(first && view.find(first).map(({ resource }) => resource.id)).toEqual(['2', '3'])
  })
})
