import { expect, it } from 'vitest'
import { importChart } from './fhir-import.js'

function importTwo(first: string, second: string) {
  const values = [first, second].map((city, index) => {
    const resource = { resourceType: 'Location', address: { city } }
    const entry = [{ fullUrl: 'urn:uuid:0b6d4bd1-4a1c-4b0f-9c7e-6a1d2f3e4b5c', resource }]
    return { place: `${index}.json`, value: { resourceType: 'Bundle', type: 'collection', entry } }
  })
  return importChart(values).report
}

it('counts a resource without an id that recurs at the same address as repeated', () => {
  expect(importTwo('Bonn', 'Bonn')).toMatchObject({ types: new Map([['Location', 1]]), ids: 1, repeated: 1 })
})

it('keeps both of two resources without an id that share an address', () => {
  expect(importTwo('Bonn', 'Kiel')).toMatchObject({ types: new Map([['Location', 2]]), ids: 2, repeated: 0 })
})
