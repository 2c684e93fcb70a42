import { defaultSystems } from '@carebench/systems'
import { expect, it } from 'vitest'
import { parametersOf, pathOfRecord, readingsBelow, readingsOf } from './readings.js'

it('finds what systems declare, by their lists', () => {
  expect(pathOfRecord('Fax', '', { id: 'fax_1' })).toBe('/fax_1')
  expect(readingsBelow('Fax', '/fax_1').map(({ path }) => path)).toEqual(['/fax_1/content'])
  expect(pathOfRecord('FHIR', '/Patient?name=a', { resourceType: 'Patient', id: 'p/1' })).toBe('/Patient/p%2F1')
  expect(parametersOf('Fax', '?direction=inbound').map(([name]) => name)).toContain('to_number')
})

it('names nothing that a system does not declare', () => {
  for (const { type } of defaultSystems) {
    for (const record of [null, {}, { id: 1 }, [], 'x']) expect(pathOfRecord(type, '', record)).toBeNull()
    expect(readingsBelow(type, '')).toEqual([])
    for (const { path } of readingsOf(type)) expect(path).not.toContain('{')
  }
  expect([readingsOf('None'), parametersOf('None', '/x'), pathOfRecord('None', '', { id: 'a' })]).toEqual([
    [],
    [],
    null,
  ])
})
