import { listSystemOperations } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOperationRouter } from './router.js'

const route = createOperationRouter(defaultSystems, { testing: true })

describe('a path', () => {
  it.each([...listSystemOperations(defaultSystems)])('of the service is routed to its operation: %s', (id, row) => {
    const path = row.path.replaceAll(/\{(\w+)\}/g, 'x-$1').replace('*', 'a/b')
    const params = Object.fromEntries(Object.keys(row.params.properties).map((name) => [name, `x-${name}`]))
    const method = row.method === 'ALL' ? 'DELETE' : row.method
    const rest = row.path.endsWith('*') ? 'a/b' : ''
    expect(route(method, path)).toEqual({ kind: 'found', operation: id, params, rest })
  })

  it('for tests only is not routed by default', () => {
    const rows = [...listSystemOperations(defaultSystems).values()].filter(({ testing }) => testing)
    expect(rows).not.toEqual([])
    for (const { method, path } of rows) {
      for (const any of [method, 'GET', 'BREW']) {
        expect(createOperationRouter(defaultSystems)(any, path)).toEqual({ kind: 'unknown-path' })
      }
      expect(route('BREW', path)).toEqual({ kind: 'wrong-method', allow: method })
    }
  })

  it('is percent-decoded once, including encoded slashes', () => {
    expect(route('GET', '/tasks/a%2Fb%20%25%41')).toMatchObject({ params: { id: 'a/b %A' } })
    expect(route('GET', '/tasks/%E2%82%AC')).toMatchObject({ params: { id: '€' } })
    expect(route('GET', '/%74asks')).toEqual({ kind: 'unknown-path' })
  })

  it.each([
    '',
    '/',
    '*',
    'tasks',
    '//tasks',
    '/tasks/',
    '/tasks//',
    '/tasks//entities',
    '/tasks/a/entities/',
    '/tasks/a/entities/b/c/d/e',
    '/Tasks',
    '/tasks;x=1',
    '/tasks/%',
    '/tasks/%zz',
    '/tasks/%ff',
    '/tasks/%c0%af',
    '/tasks/../benchmarks/x/y',
    '/v1/benchmark-runs//fhir/x',
    '/v1/benchmark-runs/r/fhirx',
    '/v1/benchmark-runs/%/fhir/x',
    '//v1/benchmark-runs/r/fhir/x',
    '/__proto__',
    '/constructor',
    'https://example.org/tasks',
  ])('that is not in the table is not routed: %s', (path) => {
    expect(route('GET', path)).toEqual({ kind: 'unknown-path' })
  })

  it('treats dots and names of prototype members as ordinary names', () => {
    for (const id of ['.', '..', '__proto__', 'constructor', ':id', '**', '{id}']) {
      expect(route('GET', `/tasks/${id}`)).toMatchObject({ operation: 'getTask', params: { id } })
    }
  })
})

describe('a proxy', () => {
  const rests = [
    '',
    'Patient',
    'Patient/',
    '/Patient',
    'Patient//1',
    'a%2Fb',
    '..',
    '../../x',
    '%',
    '%zz',
    'a;b=1',
    '$x',
  ]

  it.each(rests)('passes on the rest unchanged: %j', (rest) => {
    expect(route('PATCH', `/v1/benchmark-runs/r%31/fhir/${rest}`)).toEqual({
      kind: 'found',
      operation: 'proxyFhir',
      params: { id: 'r1' },
      rest,
    })
  })

  it('answers at its base, with or without a slash', () => {
    expect(route('POST', '/v1/benchmark-runs/r/fhir')).toMatchObject({ operation: 'proxyFhir', rest: '' })
    expect(route('POST', '/v1/benchmark-runs/r/fhir/')).toMatchObject({ operation: 'proxyFhir', rest: '' })
  })

  it('keeps any rest unchanged', () => {
    fc.assert(
      fc.property(fc.string(), (rest) => {
        expect(route('GET', `/v1/benchmark-runs/r/portal/${rest}`)).toMatchObject({ operation: 'proxyPortal', rest })
      }),
    )
  })
})

describe('a method', () => {
  it('that the path does not support is rejected with the allowed methods', () => {
    expect(route('DELETE', '/benchmarks')).toEqual({ kind: 'wrong-method', allow: 'GET, HEAD, POST' })
    expect(route('GET', '/v1/benchmark-runs')).toEqual({ kind: 'wrong-method', allow: 'POST' })
    for (const method of ['get', 'ALL', '', '__proto__', 'constructor', 'OPTIONS', 'TRACE', 'CONNECT']) {
      expect(route(method, '/benchmarks').kind).toBe('wrong-method')
    }
  })

  it('HEAD is supported wherever GET is', () => {
    expect(route('HEAD', '/tasks/x')).toMatchObject({ operation: 'getTask' })
    expect(route('HEAD', '/v1/benchmark-runs').kind).toBe('wrong-method')
    expect(route('HEAD', '/v1/benchmark-runs/r/fhir/x')).toMatchObject({ operation: 'proxyFhir' })
  })
})

it('routes any target without failing', () => {
  const parts = fc.constantFrom('/', '//', 'tasks', 'v1', 'benchmark-runs', 'x', 'fhir', '%', '%2F', '..', 'é', '\0')
  fc.assert(
    fc.property(fc.string(), fc.array(parts), (method, segments) => {
      expect(['found', 'unknown-path', 'wrong-method']).toContain(route(method, segments.join('')).kind)
    }),
  )
})
