import { defaultSystems } from '@carebench/systems'
import { expect, it } from 'vitest'
import { listParameters, listReadings, pathOfRecord, readingsBelow } from './readings.js'

const fax = defaultSystems.find(({ type }) => type === 'Fax')
const fhir = defaultSystems.find(({ type }) => type === 'FHIR')

it('finds the readings that systems declare', () => {
  expect(pathOfRecord(fax, '', { id: 'fax_1' })).toBe('/fax_1')
  expect(readingsBelow(fax, '/fax_1').map(({ path }) => path)).toEqual(['/fax_1/content'])
  expect(pathOfRecord(fhir, '/Patient?name=a', { resourceType: 'Patient', id: 'p/1' })).toBe('/Patient/p%2F1')
  expect(listParameters(fax, '?direction=inbound').map(([name]) => name)).toContain('to_number')
})

it('returns no reading that a system does not declare', () => {
  for (const system of defaultSystems) {
    for (const record of [null, {}, { id: 1 }, [], 'x']) expect(pathOfRecord(system, '', record)).toBeNull()
    expect(readingsBelow(system, '')).toEqual([])
    for (const { path } of listReadings(system)) expect(path).not.toContain('{')
  }
  expect([listReadings(undefined), listParameters(undefined, '/x'), pathOfRecord(undefined, '', { id: 'a' })]).toEqual([
    [],
    [],
    null,
  ])
})
