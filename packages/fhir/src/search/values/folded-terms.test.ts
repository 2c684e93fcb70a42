import { expect, it } from 'vitest'
import { handleFhir } from '../../http/interactions.js'
import { FhirStore } from '../../store/store.js'

const long = `ann ${'a'.repeat(600_000)} `
const store = FhirStore.fromResources([
  { resourceType: 'Patient', id: 'short', name: [{ text: 'Ann end' }] },
  { resourceType: 'Patient', id: 'long', name: [{ text: `${long}End` }] },
  { resourceType: 'Patient', id: 'other', name: [{ text: `${long}other` }] },
])
const context = { now: '2026-01-05T09:00:00.000Z', newId: () => 'new' }

it.each([
  ['name=ann', ['short', 'long', 'other']],
  ['name=ann%20a', ['long', 'other']],
  ['name:contains=a%20end', ['long']],
  ['name:contains=end', ['short', 'long']],
  ['name:contains=end,other', ['short', 'long', 'other']],
  ['name:contains=missing', []],
])('finds a text that is longer than its indexed part: %s', (query, ids) => {
  const { body } = handleFhir(
    store,
    { method: 'GET', path: 'Patient', query: `${query}&_elements=id`, headers: {} },
    context,
  )
  const { entry = [] }: { entry?: { resource: { id: string } }[] } = JSON.parse(body ?? '{}')
  expect(entry.map(({ resource }) => resource.id)).toEqual(ids)
})

it('finds a long text that was written, changed or deleted after a search', () => {
  const own = FhirStore.fromResources([{ resourceType: 'Patient', id: 'short', name: [{ text: 'Ann end' }] }])
  const send = (method: string, path: string, query = '', resource?: object) => {
    const body = resource && JSON.stringify(resource)
    const headers = { 'content-type': 'application/fhir+json' }
    const response = handleFhir(own, { method, path, query, headers, ...(body && { body }) }, context)
    for (const effect of response.effects) own.apply(effect)
    return response
  }
  const find = (value: string) => JSON.parse(send('GET', 'Patient', `name:contains=${value}`).body ?? '').total
  const put = (end: string) =>
    send('PUT', 'Patient/p', '', { resourceType: 'Patient', id: 'p', name: [{ text: `${long}${end}` }] })
  expect(find('end')).toBe(1)
  put('end')
  expect(find('end')).toBe(2)
  put('other')
  put('third')
  expect(['end', 'other', 'third'].map(find)).toEqual([1, 0, 1])
  put('end')
  send('DELETE', 'Patient/p')
  expect(['end', 'third'].map(find)).toEqual([1, 0])
})

it('indexes long texts in steps, for any search', () => {
  const texts = Array.from({ length: 3 }, (_, place) => `${place} ${'a '.repeat(50_000)}`)
  const steps = (resourceType: string, query: string) => {
    const own = FhirStore.fromResources([
      { resourceType: 'Patient', id: 'p', name: texts.map((text) => ({ text })) },
      {
        resourceType: 'Observation',
        id: 'o',
        status: 'final',
        code: { coding: texts.map((display) => ({ display })) },
      },
    ])
    const search = own.searchInSteps(resourceType, [...new URLSearchParams(query)])
    let count = 0
    while (search.next().done !== true) count++
    return count
  }
  expect(steps('Patient', 'name:contains=b')).toBeGreaterThan(3)
  expect(steps('Patient', 'name:contains=b,c')).toBeGreaterThan(3)
  expect(steps('Observation', 'code:text=b')).toBeGreaterThan(3)
})
