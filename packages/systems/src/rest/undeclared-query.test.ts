import { type CallDescription, createSeededRandom, type SimulatorCall } from '@carebench/protocol'
import { expect, it } from 'vitest'
import type { System } from '../system.js'
import { defaultSystems } from '../systems.js'
import { findUndeclaredQuery } from './undeclared-query.js'

const about = { summary: 'A call', status: 200 } as const
const calls: readonly CallDescription[] = [
  { ...about, name: 'listRows', method: 'GET', path: '/rows', query: { limit: 'Rows per page.' } },
  { ...about, name: 'searchRows', method: 'GET', path: '/search', openQuery: true },
  { ...about, name: 'addRow', method: 'POST', path: '/rows' },
  { ...about, name: 'readRow', method: 'GET', path: '/rows/{id}' },
  { ...about, name: 'readFile', method: 'GET', path: '/files/{path}', takesRest: true },
]

it.each([
  ['POST', 'rows', 'limit=1'],
  ['GET', 'rows/r1', 'limit=1'],
  ['GET', 'files/a/b/c.csv', 'limit='],
])('%s %s refuses ?%s and names the parameter', (method, path, query) => {
  const message = `${method} ${path} takes no query parameters, got "limit".`
  expect(findUndeclaredQuery(calls, { method, path, query })).toBe(message)
})

it.each([
  ['a call without a query', 'POST', 'rows', ''],
  ['a call that refuses what it does not declare by itself', 'GET', 'rows', 'color=blue'],
  ['a call with any query', 'GET', 'search', 'color=blue'],
  ['an unknown call', 'GET', 'rows/r1/parts', 'color=blue'],
])('%s has nothing undeclared', (_, method, path, query) => {
  expect(findUndeclaredQuery(calls, { method, path, query })).toBeUndefined()
})

const systems: readonly System[] = defaultSystems

it.each(
  systems.flatMap((system) =>
    system.group === null || system.type === 'FHIR'
      ? []
      : system.calls
          .filter(({ query, openQuery }) => query === undefined && openQuery !== true)
          .map((call) => [system.type, call.name, system, call] as const),
  ),
)('%s refuses a query of %s, which takes none, before it does anything', (_, __, system, { method, path }) => {
  const context = { at: '2026-01-05T09:00:00.000Z', random: createSeededRandom(1) }
  const running = system.seed({}, [], context)
  const call: SimulatorCall = {
    method,
    path: path.slice(1).replaceAll(/\{\w+\}/g, 'x-1'),
    query: 'color=blue',
    headers: { 'content-type': 'application/json' },
    body: null,
  }
  const { response, effects, events } = running.handle(system.group?.name ?? '', call, context)
  expect(response.status).toBe(400)
  expect(JSON.stringify(response.body)).toContain('takes no query parameters, got \\"color\\"')
  expect([effects, events]).toEqual([[], []])
})
