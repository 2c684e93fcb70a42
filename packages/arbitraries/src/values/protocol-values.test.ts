import {
  findJsonOperation,
  isJsonOperationId,
  type JsonOperationId,
  operations,
  validatorFor,
} from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { answers, benchmarkDefinitions, requestBodies } from './protocol-values.js'
import { drawValues } from './schema-values.js'

const ids = Object.keys(operations).filter(isJsonOperationId)
const withBody = ids.filter((id) => findJsonOperation(id).body !== null)
const withAnswer = ids.filter((id) => findJsonOperation(id).response !== null)

function findings(schema: `${JsonOperationId}.${'body' | 'response'}` | 'benchmarkDefinition', value: unknown) {
  return validatorFor(schema)(value)
}

describe('generated protocol values', () => {
  it.each(withBody)('%s: bodies fit', (id) => {
    fc.assert(
      fc.property(requestBodies(id), (body) => {
        expect(findings(`${id}.body`, body)).toBeNull()
      }),
      { numRuns: 6 * inject('scale') },
    )
  })

  it.each(withAnswer)('%s: responses fit', (id) => {
    fc.assert(
      fc.property(answers(id), (answer) => {
        expect(findings(`${id}.response`, answer)).toBeNull()
      }),
      { numRuns: 6 * inject('scale') },
    )
  })

  it('benchmark documents fit', () => {
    fc.assert(
      fc.property(benchmarkDefinitions(), (definition) => {
        expect(findings('benchmarkDefinition', definition)).toBeNull()
      }),
      { numRuns: 6 * inject('scale') },
    )
  })

  it('are not generated for an operation without a body or without a response', () => {
    expect(() => requestBodies('listTasks')).toThrow('Expected an operation with a body such as "createTask"')
    expect(() => answers('deleteTask')).toThrow('Expected an operation with a response body such as "getTask"')
  })
})

describe('drawValues', () => {
  const sample = (schema: object) => fc.sample(drawValues(schema), { numRuns: 200, seed: 3 })

  it('sometimes omits optional members, and never required ones', () => {
    const objects = sample({
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'null' } },
      required: ['a'],
    })
    expect(
      new Set(
        objects.map((object) =>
          Object.keys(object ?? {})
            .sort()
            .join(),
        ),
      ),
    ).toEqual(new Set(['a', 'a,b']))
  })

  it('reaches the bounds of numbers, and every choice', () => {
    const numbers = new Set(sample({ type: 'integer', minimum: 1, maximum: 86_400 }))
    expect(numbers.has(1) && numbers.has(86_400)).toBe(true)
    expect(new Set(sample({ anyOf: [{ const: 1 }, { enum: ['a', 'b'] }] }))).toEqual(new Set([1, 'a', 'b']))
  })

  it('names the unsupported part of a schema', () => {
    expect(() => drawValues({ type: 'tuple' })).toThrow('Expected a JSON type, got "tuple".')
    expect(() => drawValues({ type: 'string', format: 'uri' })).toThrow(
      'Expected the format "date" or "date-time", got "uri".',
    )
  })
})
