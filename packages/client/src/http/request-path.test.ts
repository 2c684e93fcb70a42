import { expect, it } from 'vitest'
import { fillPath, pathSegment, queryString } from './request-path.js'

it('inserts parameters, by camelCase or wire name', () => {
  const template = '/environments/{id}/simulators/{simulator_id}'
  expect(fillPath(template, { id: 'env_1', simulatorId: 'sim_1' })).toBe('/environments/env_1/simulators/sim_1')
  expect(fillPath(template, { id: 'env_1', simulator_id: 'sim_1' })).toBe('/environments/env_1/simulators/sim_1')
  expect(fillPath('/benchmarks/{id}/versions/{version}', { id: 'a/b?c', version: 2 })).toBe(
    '/benchmarks/a%2Fb%3Fc/versions/2',
  )
})

it('rejects missing parameters, and those that would name another path', () => {
  expect(() => fillPath('/runs/{run_id}', {})).toThrow(/needs runId/)
  expect(() => fillPath('/runs/{run_id}', undefined)).toThrow(TypeError)
  for (const value of ['', '.', '..']) expect(() => fillPath('/tasks/{id}', { id: value })).toThrow(TypeError)
  expect(pathSegment('id', '...')).toBe('...')
})

it('formats queries', () => {
  expect(queryString({})).toBe('')
  expect(queryString(undefined)).toBe('')
  expect(queryString({ a: 'x y&z', n: 5, list: ['p', 'q'], none: undefined, nil: null })).toBe(
    '?a=x+y%26z&n=5&list=p&list=q',
  )
})
