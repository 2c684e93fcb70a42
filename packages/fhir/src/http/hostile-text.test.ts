import { expect, it, vi } from 'vitest'
import { FhirStore } from '../store/store.js'
import { handleFhir } from './interactions.js'
import { parsePath, parseQuery, type QueryParameters } from './request/fhir-url.js'

/*
 * Texts on which a quadratic pattern restarts at many places and reads to the end from each, which would take hours.
 */

const context = { now: '2026-01-05T09:00:00.000Z', newId: () => 'new' }

function call(store: FhirStore, method: string, path: string, query: string, body?: object) {
  return handleFhir(store, { method, path, query, headers: {}, ...(body && { body: body as never }) }, context)
}

it('a path may have any number of slashes', () => {
  expect(parsePath(`/Patient${'/'.repeat(1_000_000)}1`)).toHaveLength(1_000_001)
  expect(parsePath('//Patient/1//')).toEqual(['Patient', '1'])
  expect(parsePath('///')).toEqual([])
})

/** Returns the parameters of a query, and how many of its characters were searched for others in order to parse it. */
function parseCounted(query: string): { readonly parameters: QueryParameters; readonly characters: number } {
  const search = String.prototype.indexOf
  let characters = 0
  const spy = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, text, from = 0) {
    const place = search.call(this, text, from)
    characters += (place < 0 ? this.length : place + 1) - from
    return place
  })
  try {
    return { parameters: parseQuery(query), characters }
  } finally {
    spy.mockRestore()
  }
}

it.each([
  ['separators', '&'.repeat(131_072)],
  ['names without values', 'a&'.repeat(65_536)],
  ['names after the last value', `a=1&${'a&'.repeat(65_000)}`],
  ['values with separators in them', 'a==&'.repeat(32_768)],
])('a query may have any number of %s', (_, query) => {
  const { parameters, characters } = parseCounted(query)
  expect(JSON.stringify(parameters)).toBe(JSON.stringify([...new URLSearchParams(query)]))
  expect(characters).toBeGreaterThan(0)
  expect(characters).toBeLessThan(3 * query.length)
})

it('a reference may name any number of versions', () => {
  const reference = `x${'/Patient/1/_history/2'.repeat(40_000)}\n`
  const patient = { resourceType: 'Patient', id: 'p', generalPractitioner: [{ reference }] }
  const store = FhirStore.fromResources([patient])
  expect(call(store, 'GET', 'Patient', 'general-practitioner=Practitioner/1').status).toBe(200)
})

it('a reference that is searched for may be long', () => {
  const store = FhirStore.fromResources([{ resourceType: 'Patient', id: 'p' }])
  expect(call(store, 'GET', 'Patient', `general-practitioner=${'A'.repeat(120_000)}`).status).toBe(200)
})

it('the name of an element may be long', () => {
  const store = FhirStore.fromResources([{ resourceType: 'Patient', id: 'p' }])
  expect(call(store, 'GET', 'Patient', `_elements=${'-'.repeat(60_000)}%0A`).status).toBeLessThan(500)
})
