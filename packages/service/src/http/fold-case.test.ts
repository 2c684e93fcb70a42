import { findJsonOperation, listSystemNames, simulatorTypes, withSystemNames } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import { expect, it } from 'vitest'
import { createCaseFolder } from './fold-case.js'

const body = findJsonOperation('createSimulator').body
if (body === null) throw new Error('createSimulator takes a body.')
const foldCase = createCaseFolder(withSystemNames(body, listSystemNames(defaultSystems)))

it('writes a type in the spelling of the schema, whatever its case', () => {
  for (const type of simulatorTypes) {
    for (const written of [type, type.toLowerCase(), type.toUpperCase()]) {
      expect(foldCase({ type: written, name: 'X' })).toEqual({ type, name: 'X' })
    }
  }
})

it('changes nothing else, and not its argument', () => {
  const original = Object.freeze({ type: 'fhir', name: 'FHIR', config: { type: 'fhir' } })
  expect(foldCase(original)).toEqual({ type: 'FHIR', name: 'FHIR', config: { type: 'fhir' } })
  for (const value of [null, 5, 'fhir', ['fhir'], {}, { type: 5 }, { type: 'fhi' }, { type: ['fhir'] }]) {
    expect(foldCase(value)).toBe(value)
  }
})
