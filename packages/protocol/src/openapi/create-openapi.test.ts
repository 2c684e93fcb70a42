import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { errorStatus } from '../error-code.js'
import { findJsonOperation } from '../operations/table.js'
import { jsonContent } from '../system-description.js'
import { listSystemOperations } from '../system-operations.js'
import { sampleSystems } from '../testing/sample-systems.js'
import { isJsonOperationId } from '../validation/schema-names.js'
import { validatorFor } from '../validators.js'
import { createOpenApi } from './create-openapi.js'
import { answerExamples, bodyExamples } from './examples.js'
import { type Described, describedCalls } from './testing/described-calls.js'

const calls = describedCalls(createOpenApi(sampleSystems))
const byId = new Map(calls.map((call) => [call.operationId, call]))

it('is the same each time, and shares no objects', () => {
  expect(JSON.stringify(createOpenApi(sampleSystems))).toBe(JSON.stringify(createOpenApi(sampleSystems)))
  expect(createOpenApi(sampleSystems)).not.toBe(createOpenApi(sampleSystems))
})

it('names every call once', () => {
  expect(byId.size).toBe(calls.length)
})

const documented = [...listSystemOperations(sampleSystems)].filter(([, row]) => !row.testing)

describe.each(documented)('%s', (id, row) => {
  if (row.kind === 'json') {
    it('has its path, its token, its status and its errors', () => {
      const call = byId.get(id) as Described
      expect(call).toMatchObject({ path: row.path, method: row.method, summary: row.summary })
      const scheme = {
        organization: 'organizationKey',
        solver: 'solverKey',
        run: 'runToken',
        operator: 'operatorKey',
        none: null,
      }[row.auth]
      expect(call.security).toEqual(scheme === null ? [] : [{ [scheme]: [] }])
      const statuses = Object.keys(call.responses).map(Number)
      expect(statuses).toContain(row.status)
      for (const code of row.errors) expect(statuses).toContain(errorStatus[code])
      if (row.auth !== 'none') expect(statuses).toContain(401)
      if (row.body !== null) expect(statuses).toEqual(expect.arrayContaining([400, 413, 415]))
      expect(call['x-idempotent'] ?? false).toBe(row.idempotent)
    })
  } else if (row.kind === 'document') {
    it('has its media types', () => {
      const call = byId.get(id) as Described
      expect(call).toMatchObject({ path: row.path.replace('*', '{page}'), method: 'GET', security: [] })
      expect(call.responses[200]).toMatchObject({ content: { 'text/html': {} } })
    })
  } else if (row.kind === 'raw') {
    it('has its path and its statuses', () => {
      const call = byId.get(id) as Described
      const security = row.auth === 'none' ? [] : [{ [row.auth === 'run' ? 'runToken' : 'organizationKey']: [] }]
      expect(call).toMatchObject({ path: row.path, method: row.method, summary: row.summary, security })
      expect(Object.keys(call.responses).map(Number)).toEqual(expect.arrayContaining([...row.statuses]))
      if (row.method === 'POST') expect(Object.keys(call.responses)).toEqual(expect.arrayContaining(['413', '415']))
    })
  } else {
    it('has its calls', () => {
      const prefix = row.path.slice(0, -2)
      const isOther = (path: string) => documented.some(([, other]) => other.kind !== 'proxy' && other.path === path)
      const own = calls.filter(({ path }) => path === prefix || (path.startsWith(`${prefix}/`) && !isOther(path)))
      expect(own.length).toBeGreaterThan(0)
      for (const { security } of own) {
        const more = row.accessTokens ? [{ accessToken: [] }] : []
        expect(security).toEqual([{ [row.auth === 'run' ? 'runToken' : 'organizationKey']: [] }, ...more])
      }
    })
  }
})

it('omits operations for tests', () => {
  expect([...listSystemOperations(sampleSystems).values()].some(({ testing }) => testing)).toBe(true)
  for (const { path } of calls) expect(path).not.toContain('testing')
})

it('describes the body of a call by its schema, if it has one', () => {
  const [pharmacy] = sampleSystems.filter(({ type }) => type === 'Pharmacy')
  const [call] = pharmacy?.calls ?? []
  if (pharmacy === undefined || call === undefined) throw new Error('The pharmacy has a call.')
  const body = jsonContent({ quantity: 30 }, Type.Object({ quantity: Type.Integer() }))
  const described = describedCalls(createOpenApi([{ ...pharmacy, calls: [{ ...call, body }] }]))
  expect(described.find(({ operationId }) => operationId === 'runRefillQueueFillRefill')).toMatchObject({
    path: '/v1/benchmark-runs/{id}/refill-queue/refills/{refill_id}/fill',
    requestBody: {
      required: false,
      content: { 'application/json': { example: { quantity: 30 }, schema: { required: ['quantity'] } } },
    },
  })
})

it('rejects a path parameter without a description', () => {
  const calls = [{ method: 'GET', path: '/{x}', name: 'read', summary: 'Read', status: 200 }] as const
  const system = { type: 'A', group: { name: 'a', summary: 'Call it', jsonMediaTypes: [] }, calls, dataset: null }
  expect(() => createOpenApi([system])).toThrow('The parameter x of sandboxes needs a description.')
})

describe('an example', () => {
  const jsonIds = documented.map(([id]) => id).filter(isJsonOperationId)

  it.each(jsonIds)('matches its schema: %s', (id) => {
    const { body, response } = findJsonOperation(id)
    if (body !== null) expect(validatorFor(`${id}.body`)(bodyExamples[id as keyof typeof bodyExamples])).toBe(null)
    const answer = answerExamples[id as keyof typeof answerExamples]
    if (response === null) expect(answer).toBe(undefined)
    else expect(validatorFor(`${id}.response`)(answer)).toBe(null)
  })

  it('belongs to an operation with a body', () => {
    const taking = jsonIds.filter((id) => findJsonOperation(id).body !== null)
    expect(Object.keys(bodyExamples).sort()).toEqual(taking.sort())
  })
})
