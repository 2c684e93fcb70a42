import { findJsonOperation, listSystemNames, validatorFor } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import { describe, expect, it } from 'vitest'
import { withNameCheck } from './name-check.js'

const names = listSystemNames([...defaultSystems, { type: 'Pharmacy', dataset: { type: 'Refills' } }])

function makeCheck(id: 'createSimulator' | 'createDataset' | 'updateEnvironment' | 'createTask') {
  const { body } = findJsonOperation(id)
  if (body === null) throw new Error(`${id} takes a body.`)
  return withNameCheck(validatorFor(`${id}.body`), body, names)
}

describe('the types of the systems', () => {
  it('are validated for simulators', () => {
    const check = makeCheck('createSimulator')
    for (const type of ['FHIR', 'CDSHooks', 'Pharmacy']) expect(check({ type, name: 'x' })).toBeNull()
    expect(check({ type: 'Refills', name: 'x' })).toEqual([
      {
        path: '/type',
        message:
          'must be one of "FHIR", "Voice", "Patient", "HL7", "X12", "Fax", "Payer", "Files", "Message", ' +
          '"CDSHooks", "Pharmacy"',
      },
    ])
  })

  it('are validated for datasets', () => {
    const check = makeCheck('createDataset')
    for (const type of ['Portal', 'Refills']) expect(check({ type, name: 'x', config: {} })).toBeNull()
    expect(check({ type: 'Voice', name: 'x', config: {} })).toEqual([
      { path: '/type', message: 'must be one of "FHIR", "Files", "HL7", "X12", "Portal", "Refills"' },
    ])
  })

  it('are reported with other errors, one per member', () => {
    const check = makeCheck('createSimulator')
    expect(
      check({ type: 'Fox', extra: 1 })
        ?.map(({ path }) => path)
        .sort(),
    ).toEqual(['/extra', '/name', '/type'])
    expect(check({ type: 5, name: 'x' })).toEqual([{ path: '/type', message: 'must be string' }])
    for (const none of [null, [], 'x', {}]) expect(check(none)).not.toBeNull()
  })
})

it('accepts changes of as many simulators as an environment may have', () => {
  const check = makeCheck('updateEnvironment')
  const simulators = (count: number) => ({ simulators: Array(count).fill({ id: 'sim_1', config: {} }) })
  expect(check(simulators(100))).toBeNull()
  expect(check(simulators(101))).toEqual([{ path: '/simulators', message: 'must have at most 100 items' }])
})

it('returns the validator unchanged if no names are open', () => {
  const { body } = findJsonOperation('createTask')
  const validate = validatorFor('createTask.body')
  expect(withNameCheck(validate, body ?? {}, names)).toBe(validate)
})
