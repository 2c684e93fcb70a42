import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scenarioStepTypes } from '../schema/step-types.js'
import { validatorFor } from '../validators.js'
import { createAjv } from './ajv.js'
import { isJsonOperationId, namedSchemas, responseSchemas } from './schema-names.js'
import { describeFindings } from './validator.js'

function findErrors(name: string, value: unknown) {
  return Object.fromEntries((validatorFor(name)(value) ?? []).map(({ path, message }) => [path, message]))
}

describe('an invalid value', () => {
  it('is reported with a pointer to the member, also for missing and unknown ones', () => {
    expect(findErrors('createBenchmark.body', { 'a/b~c': 1 })).toEqual({
      '/name': 'is required',
      '/a~1b~0c': 'is not a known field',
    })
    expect(findErrors('createBenchmark.body', { name: 'x', overrides: { pass_threshold: 0, extra: 1 } })).toEqual({
      '/overrides/pass_threshold': 'must be > 0',
      '/overrides/extra': 'is not a known field',
    })
    expect(findErrors('createBenchmark.body', null)).toEqual({ '': 'must be object' })
  })

  it('is named with the type that was found in a document', () => {
    const evidence = { version: 1, faxes: 5, 'a/b': 'x', hl7: [{ direction: 'inbound', payload: null }] }
    expect(findErrors('evidenceSnapshot', evidence)).toEqual({
      '/faxes': 'must be array; got a number',
      '/a~1b': 'must be array or object; got a string',
      '/hl7/0/payload': 'must be string; got null',
    })
    expect(findErrors('evidenceSnapshot', [])).toEqual({ '': 'must be object; got an array' })
  })

  it('is described in words for a pattern or a list of values', () => {
    expect(findErrors('createBenchmark.body', { name: 'a@b', visibility: 'x' })).toEqual({
      '/name': 'must have a visible character and no "@", "/" or control characters; for example "prior-auth"',
      '/visibility': 'must be one of "Public", "Private"',
    })
    expect(findErrors('createCriterion.body', { task_id: 'x', label: 'x', assertion: {}, axis: 'A' })['/axis']).toMatch(
      /^must consist of lower-case letters.* for example "safety"$/,
    )
  })

  it('is reported for the intended branch of a nullable member', () => {
    expect(findErrors('createBenchmark.body', { name: 'x', description: 5 })).toEqual({
      '/description': 'must be string or null',
    })
    expect(findErrors('createBenchmark.body', { name: 'x', description: 'x'.repeat(1001) })).toEqual({
      '/description': 'must have at most 1000 characters',
    })
    expect(findErrors('createTask.body', { benchmark_id: 'x', name: 'x', scenario: { steps: 5, more: 1 } })).toEqual({
      '/scenario/steps': 'must be array',
      '/scenario/more': 'is not a known field',
    })
    expect(findErrors('createTask.body', { benchmark_id: 'x', name: 'x', scenario: 'x' })).toEqual({
      '/scenario': 'must be object or null',
    })
  })

  it('is reported for the type of a scenario step', () => {
    const step = (value: unknown) =>
      findErrors('createTask.body', { benchmark_id: 'x', name: 'x', scenario: { steps: [value] } })
    expect(step({ type: 'dance' })).toEqual({
      '/scenario/steps/0/type':
        'must be one of "drop_file_inbox", "receive_hl7", "receive_fax", "receive_message", "upsert_fhir", ' +
        '"set_portal_row", "advance_clock"; got "dance"',
    })
    for (const type of scenarioStepTypes) expect(step({ type })['/scenario/steps/0/type']).toBe(undefined)
    expect(step({ type: 'receive_hl7' })).toEqual({ '/scenario/steps/0/payload': 'is required' })
  })

  it('is reported with each type of a union once', () => {
    const type = (message: string, branch: number) => ({
      keyword: 'type',
      instancePath: '',
      schemaPath: `#/anyOf/${branch}/type`,
      params: { type: message.replace('must be ', '') },
    })
    const union = { keyword: 'anyOf', instancePath: '', schemaPath: '#/anyOf', params: {} }
    const findings = [type('must be object', 0), type('must be object', 1), type('must be null', 2), union]
    expect(describeFindings(findings)).toEqual([{ path: '', message: 'must be object or null' }])
  })

  it('is reported for at most 20 members', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x${index}`, 1]))
    expect(validatorFor('createBenchmark.body')(many)).toHaveLength(20)
  })
})

describe('keys that are data', () => {
  it('are validated whatever characters they contain, including line breaks', () => {
    for (const key of ['a', '', 'a\nb', '\u2028', '\r']) {
      const path = `/overrides/axis_weights/${key}`
      expect(findErrors('createBenchmark.body', { name: 'x', overrides: { axis_weights: { [key]: 'x' } } })).toEqual({
        [path]: 'must be number',
      })
      expect(findErrors('createBenchmark.body', { name: 'x', overrides: { axis_weights: { [key]: 1 } } })).toEqual({})
    }
  })
})

describe('the names of schemas', () => {
  it('have a validator that never throws', () => {
    const names = [...namedSchemas().keys(), ...responseSchemas().keys()]
    expect(names).toContain('benchmarkDefinition')
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.anything(), (name, value) => {
        const errors = validatorFor(name)(value)
        if (errors !== null) expect(errors.length).toBeGreaterThan(0)
      }),
    )
  })

  it('belong to valid schemas', () => {
    const ajv = createAjv()
    for (const [name, schema] of [...namedSchemas(), ...responseSchemas()]) {
      expect([name, ajv.validateSchema(schema), ajv.errors ?? null]).toEqual([name, true, null])
    }
  })

  it('are rejected if they are unknown', () => {
    expect(() => validatorFor('toString')).toThrow(RangeError)
    expect(isJsonOperationId('toString')).toBe(false)
    expect(isJsonOperationId('proxyFhir')).toBe(false)
    expect(isJsonOperationId('listTasks')).toBe(true)
  })
})

it('lists the schemas for a name that has none', () => {
  expect(() => validatorFor('evidence')).toThrow(
    'There is no schema named "evidence". Documents have benchmarkDefinition, evidenceSnapshot, criteriaFile, ',
  )
  expect(() => validatorFor('evidence')).toThrow('; operations have <operation>.query and <operation>.body.')
  expect(() => validatorFor('createTask')).toThrow(/, such as createTask\.query, createTask\.body\.$/)
})
