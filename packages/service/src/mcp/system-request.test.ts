import { defaultSystems } from '@carebench/systems'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { InvalidArgumentsError, toSystemRequest } from './system-request.js'
import { createSystemTools } from './system-tools.js'

const tools = createSystemTools(
  defaultSystems.map((system) => ({ system })),
  [],
)

/** Returns the errors of arguments; none if a request is made of them. */
function listErrors(name: string, args: Readonly<Record<string, unknown>>) {
  const tool = tools.get(name)
  if (tool === undefined) throw new Error(`There is no tool ${name}.`)
  try {
    toSystemRequest(tool, args, '/v1/benchmark-runs/1')
    return []
  } catch (error) {
    if (error instanceof InvalidArgumentsError) return error.faults
    throw error
  }
}

it('reports the first 20 errors of arguments, however many there are', () => {
  const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 60, size: 'max' })
  const values = fc.array(fc.constantFrom<unknown>([], {}, 'a'), { maxLength: 60, size: 'max' })
  fc.assert(
    fc.property(names, values, (unknown, list) => {
      const query = { a: list }
      const args = { type: 'Patient', query, ...Object.fromEntries(unknown.map((name) => [`x${name}`, 0])) }
      const wrong = list.filter((one) => one !== 'a').length
      expect(listErrors('fhir_search_type', args)).toHaveLength(Math.min(20, unknown.length + wrong))
    }),
    { numRuns: 50 * inject('scale') },
  )
})

it('reads as a query every text that fits into the head of an HTTP request, and rejects longer ones', () => {
  expect(listErrors('fhir_search_type', { type: 'Patient', query: 'a&'.repeat(8192) })).toEqual([])
  for (const [name, args] of [
    ['query', { type: 'Patient', query: `${'a&'.repeat(8192)}a` }],
    ['resource_id', { type: 'Patient', resource_id: '/'.repeat(16_385) }],
  ] as const) {
    expect(listErrors(name === 'query' ? 'fhir_search_type' : 'fhir_read_resource', args)).toEqual([
      { path: `/${name}`, message: 'must have at most 16384 characters, got 16385' },
    ])
  }
})
