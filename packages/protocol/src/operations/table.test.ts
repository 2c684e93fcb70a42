import { describe, expect, it } from 'vitest'
import { errorStatus } from '../error-code.js'
import { limits } from '../limits.js'
import { listSystemOperations } from '../system-operations.js'
import { sampleSystems } from '../testing/sample-systems.js'
import type { Operation } from './operation.js'
import { findJsonOperation } from './table.js'

const rows: readonly (readonly [string, Operation])[] = [...listSystemOperations(sampleSystems)]

/** The rows in the tables of the specification, of systems only the sample ones: method, path and token. */
const specified = [
  'GET /healthz none',
  'GET /readyz none',
  'GET /environments organization',
  'GET /environments/{id} organization',
  'PATCH /environments/{id} organization',
  'GET /benchmarks organization',
  'POST /benchmarks organization',
  'GET /runs/{run_id} organization',
  'GET /datasets organization',
  'GET /tasks organization',
  'POST /tasks organization',
  'GET /tasks/{id} organization',
  'PATCH /tasks/{id} organization',
  'DELETE /tasks/{id} organization',
  'GET /tasks/{id}/entities organization',
  'POST /tasks/{id}/entities organization',
  'DELETE /tasks/{id}/entities/{entity_id} organization',
  'GET /task-runs organization',
  'GET /task-runs/{id} organization',
  'POST /task-runs/{id}/complete organization',
  'POST /task-runs/{id}/cancel organization',
  'GET /criterion-runs organization',
  'GET /criterion-runs/{id} organization',
  'POST /v1/benchmark-runs solver',
  'GET /v1/benchmark-runs/{id} run',
  'ALL /v1/benchmark-runs/{id}/fhir/* run',
  'ALL /v1/benchmark-runs/{id}/portal/* run',
  'POST /v1/task-runs/{id}/start run',
  'POST /v1/task-runs/{id}/complete run',
]

function listNames(schema: object): string[] {
  return Object.keys('properties' in schema ? (schema.properties ?? {}) : {})
}

function readRequired(schema: object): unknown {
  return 'required' in schema ? schema.required : []
}

describe('the table of operations', () => {
  it('has the rows of the specification, with the required kind of token', () => {
    const present = rows.map(([, { method, path, auth }]) => `${method} ${path} ${auth}`)
    expect(present).toEqual(expect.arrayContaining(specified))
  })

  it('has each path and method once, and each action of a resource once', () => {
    const calls = rows.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
    expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([])
    const actions = rows.map(([, { resource, action }]) => `${resource} ${action}`)
    expect(actions.filter((action, index) => actions.indexOf(action) !== index)).toEqual([])
  })

  it('has the operations for tests under one path, with a token', () => {
    const forTests = rows.filter(([, { testing }]) => testing).map(([id]) => id)
    expect(forTests).toEqual(rows.filter(([, { path }]) => path.startsWith('/testing')).map(([id]) => id))
    expect(forTests).toEqual(['advanceClock'])
    for (const [, row] of rows) if (row.testing) expect(row.auth).toBe('organization')
  })

  it('takes the required parents of lists from the query, as in the specification', () => {
    expect(readRequired(findJsonOperation('listTasks').query)).toEqual(['benchmark_id'])
    expect(readRequired(findJsonOperation('listTaskRuns').query)).toEqual(['benchmark_run_id'])
    expect(readRequired(findJsonOperation('listCriterionRuns').query)).toEqual(['task_run_id'])
    expect(readRequired(findJsonOperation('listSandboxes').query)).toEqual(['playground_id'])
  })

  it('returns the criterion runs in both forms of the specification', () => {
    expect(listNames(findJsonOperation('listCriterionRuns').response ?? {})).toEqual(['data', '_meta', 'next_cursor'])
  })
})

it('has each group of simulated systems under a run and under a sandbox, with equal rows', () => {
  const groupsOf = (auth: string) =>
    rows.flatMap(([, row]) =>
      row.kind === 'proxy' && row.auth === auth ? [[row.group, row.simulator, row.jsonMediaTypes, row.maxBody]] : [],
    )
  expect(groupsOf('run').length).toBe(3)
  expect(groupsOf('organization')).toEqual(groupsOf('run'))
})

it('accepts access tokens only for the FHIR server of a sandbox', () => {
  const taking = rows.filter(([, row]) => row.kind === 'proxy' && row.accessTokens).map(([id]) => id)
  expect(taking).toEqual(['sandboxFhir'])
})

describe.each(rows)('%s', (id, row) => {
  it('is named, described and secured', () => {
    expect(id).toMatch(/^[a-z][a-zA-Z0-9]+$/)
    expect(row.action).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
    expect(row.resource).toMatch(/^(v1\/)?[a-z]+(-[a-z]+)*$/)
    expect(row.summary).toMatch(/^[A-Z].*[^.]$/)
    expect(row.path).toMatch(/^(\/(\.well-known|[a-z0-9]+(-[a-z0-9]+)*|\{[a-z_]+\}))+(\.json|\/\*)?$/)
    expect(row.auth === 'solver' || row.auth === 'run').toBe(row.path.startsWith('/v1/'))
    for (const code of row.errors) expect(Object.keys(errorStatus)).toContain(code)
  })

  it('declares the parameters of its path, all of them required', () => {
    const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(listNames(row.params)).toEqual(names)
    expect(readRequired(row.params)).toEqual(names)
  })

  if (row.kind === 'json') {
    it('has a body only if the method may, and a response that matches its status', () => {
      if (row.method === 'GET' || row.method === 'DELETE') expect(row.body).toBe(null)
      if (row.bodyOptional) expect(readRequired(row.body ?? {}) ?? []).toEqual([])
      expect(row.response === null).toBe(row.status === 204)
      if (row.body !== null) expect(row.body).toMatchObject({ type: 'object', additionalProperties: false })
      expect(row.query).toMatchObject({ type: 'object', additionalProperties: false })
      expect(row.params).toMatchObject({ type: 'object', additionalProperties: false })
    })

    it('is idempotent if its method is, and not if it creates something', () => {
      if (row.method === 'GET' || row.method === 'DELETE' || row.method === 'PUT') expect(row.idempotent).toBe(true)
      if (row.action.startsWith('create') || row.action === 'publish') expect(row.idempotent).toBe(false)
      if (row.status === 201) expect(row.idempotent).toBe(false)
    })

    it('is paginated exactly if it is a list', () => {
      const { query, response, list, errors } = row
      expect(listNames(response ?? {}).includes('_meta')).toBe(list)
      expect(listNames(query).includes('cursor')).toBe(list)
      expect(listNames(query).includes('limit')).toBe(list)
      expect(errors.includes('INVALID_CURSOR')).toBe(list)
      if (list) expect(row.method).toBe('GET')
    })

    it('is limited to a body of one MiB, datasets to 16', () => {
      expect(row.maxBody).toBe(
        /^\/datasets(\/\{id\})?$/.test(row.path) && row.body !== null ? limits.largeBody : limits.body,
      )
    })
  } else if (row.kind === 'document') {
    it('names its media types', () => {
      for (const type of [...row.mediaTypes, ...row.bodyMediaTypes]) expect(type).toMatch(/^[a-z]+\/[a-z-]+$/)
      expect(row.mediaTypes).not.toEqual([])
    })
  } else if (row.kind === 'raw') {
    it('limits bodies to one MiB, 16 for files, is idempotent if it is a GET, and can return 200', () => {
      expect(row.maxBody).toBe(id === 'callRunMcp' ? limits.largeBody : limits.body)
      expect(row.idempotent).toBe(row.method === 'GET')
      expect(row.statuses).toContain(200)
    })
  } else {
    it('names its simulator and the segment of its group, and limits bodies: FHIR to 16 MiB, others to one', () => {
      expect(sampleSystems.map(({ type }) => type)).toContain(row.simulator)
      const parent = row.auth === 'run' ? '/v1/benchmark-runs' : '/sandboxes'
      expect(row.path).toBe(`${parent}/{id}/${row.group}/*`)
      expect(row.maxBody).toBe(row.group === 'fhir' ? limits.largeBody : limits.body)
    })
  }
})

describe('systems', () => {
  const named = (type: string, name: string) => ({ type, group: { name, summary: 'Call it', jsonMediaTypes: [] } })

  it('add their rows, and those below their group', () => {
    const ids = [...listSystemOperations([named('Pharmacy', 'refill-queue')]).keys()]
    expect(ids).toEqual(expect.arrayContaining(['proxyRefillQueue', 'sandboxRefillQueue', 'callMcp']))
    expect(ids).not.toContain('discoverSmart')
    expect(rows.map(([id]) => id)).toContain('discoverSmart')
  })

  it('are rejected if a path or a name would be ambiguous', () => {
    expect(() => listSystemOperations([named('A', 'one'), named('a', 'two')])).toThrow('Two systems have the type a;')
    expect(() => listSystemOperations([named('A', 'one'), named('B', 'one')])).toThrow(
      'Two systems have the group one;',
    )
    expect(() => listSystemOperations([named('A', 'mcp')])).toThrow(
      'must not be one of the reserved names clock, wait, mcp, events; got mcp',
    )
    expect(() => listSystemOperations([named('A', 'A/b')])).toThrow(
      'must be lower-case words joined by "-", for example "refill-queue"; got "A/b"',
    )
  })
})
