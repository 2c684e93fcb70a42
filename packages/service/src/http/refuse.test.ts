import { ApiError, errorStatus, type Finding, type JsonValue } from '@carebench/protocol'
import { createMemoryStore, type Store, StoreUnavailableError } from '@carebench/store'
import { describe, expect, it } from 'vitest'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { createTwoOrganizations } from '../testing/two-organizations.js'
import { refuse, toRejection } from './refuse.js'
import { BodyIncompleteError, BodyTooLargeError } from './request.js'

const secretOfTheCause = 'postgres://user:hunter2@db.example.org/main'

/** Returns a store that works until `breakWith` makes every call except those of its log throw. */
function createBreakableStore(): { store: Store; breakWith: (error: Error) => void } {
  const memory = createMemoryStore()
  let failure: Error | null = null
  const fail = () => {
    if (failure !== null) throw failure
  }
  return {
    breakWith: (error) => {
      failure = error
    },
    store: {
      log: memory.log,
      async get(...args) {
        fail()
        return memory.get(...args)
      },
      async getMany(...args) {
        fail()
        return memory.getMany(...args)
      },
      async getByUnique(...args) {
        fail()
        return memory.getByUnique(...args)
      },
      async page(...args) {
        fail()
        return memory.page(...args)
      },
      async claim(...args) {
        fail()
        return memory.claim(...args)
      },
      async due(...args) {
        fail()
        return memory.due(...args)
      },
      async ping() {
        fail()
        await memory.ping()
      },
      close: () => memory.close(),
      async commit(...args) {
        fail()
        return memory.commit(...args)
      },
    },
  }
}

describe('an error', () => {
  it.each(Object.entries(errorStatus))('%s is answered with status %d', (code, status) => {
    const answer = refuse(
      new ApiError(code as keyof typeof errorStatus, 'Why.', { headers: { 'x-more': '1' } }),
      'id-1',
    )
    expect(answer.status).toBe(status)
    expect(answer.headers).toEqual({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': 'id-1',
      'x-more': '1',
    })
    expect(JSON.parse(String(answer.body))).toEqual({ error: { code, message: 'Why.', request_id: 'id-1' } })
  })

  it('lists the invalid members', () => {
    const errors = [{ path: '/a', message: 'is required' }]
    const { body } = refuse(new ApiError('INVALID_REQUEST', 'Why.', { errors }), 'id-1')
    expect(JSON.parse(String(body)).error.errors).toEqual(errors)
  })

  it('of any other kind is INTERNAL and reveals nothing', () => {
    for (const thrown of [new Error('secret'), 'secret', { secret: 1 }, null, undefined, new TypeError('secret')]) {
      expect(toRejection(thrown).code).toBe('INTERNAL')
      expect(String(refuse(toRejection(thrown), 'id-1').body)).not.toContain('secret')
    }
    expect(toRejection(new BodyTooLargeError(5)).message).toContain('5 bytes')
    // A client that disconnects is not a fault of the service, and is not logged.
    expect(toRejection(new BodyIncompleteError()).code).toBe('INVALID_REQUEST')
    expect(toRejection(new StoreUnavailableError('secret'))).toMatchObject({
      code: 'UNAVAILABLE',
      headers: { 'retry-after': '1' },
    })
  })
})

describe('a store that fails', () => {
  it.each([
    [new Error(secretOfTheCause), 500, 'INTERNAL'],
    [new StoreUnavailableError(secretOfTheCause), 503, 'UNAVAILABLE'],
  ] as const)(
    'logs the cause and omits it from the response: %s [errors.code-internal, errors.leaks-nothing]',
    async (error, status, code) => {
      const { store, breakWith } = createBreakableStore()
      const under = await createServiceUnderTest({ store })
      breakWith(error)
      for (const [method, path, body] of [
        ['GET', '/benchmarks', undefined],
        ['POST', '/environments', { name: 'x' }],
        ['GET', '/tasks/x', undefined],
      ] as const) {
        const answer = await under.call(under.organizationKey, method, path, body, { 'x-request-id': 'mine' })
        expect(answer.status).toBe(status)
        expect(answer.body).toMatchObject({ error: { code, request_id: 'mine' } })
        expect(answer.text + JSON.stringify(answer.headers)).not.toMatch(/hunter2|postgres|stack|\.ts/)
        if (status === 503) expect(answer.headers['retry-after']).toBe('1')
      }
      expect(under.logged).toHaveLength(3)
      for (const event of under.logged) expect(event).toMatchObject({ level: 'error', requestId: 'mine', error })
    },
  )
})

describe('invalid members', () => {
  const refused = async (path: string, body: unknown) => {
    const under = await createServiceUnderTest()
    const answer = await under.call(under.organizationKey, 'POST', path, body)
    expect(answer.body).toMatchObject({ error: { code: 'INVALID_REQUEST' } })
    const { errors } = answer.body.error as { errors: { path: string; message: string }[] }
    return Object.fromEntries(errors.map((error) => [error.path, error.message]))
  }

  it('are named if they are missing, unknown or have another type \
[errors.paths, errors.path-of-missing, errors.path-of-unknown, json.unknown-member, \
errors.code-invalid-request]', async () => {
    expect(await refused('/benchmarks', { 'a/b~c': 1, timeout: 'x', overrides: { seed: 1.5, more: 1 } })).toEqual({
      '/name': 'is required',
      '/a~1b~0c': 'is not a known field',
      '/timeout': 'must be integer or null',
      '/overrides/seed': 'must be integer',
      '/overrides/more': 'is not a known field',
    })
    expect(await refused('/benchmarks', [])).toEqual({ '': 'must be object' })
  })

  it('are named inside configurations, by the schema of their kind', async () => {
    expect(await refused('/simulators', { type: 'payer', name: 'x', config: { 'a/b': 1 } })).toEqual({
      '/config/a~1b': 'is not a known field',
    })
  })

  it('are named in the problems of a dataset, by the schema of its type', async () => {
    const under = await createServiceUnderTest()
    const problemsOf = async (type: string, config: JsonValue) => {
      const made = await under.call(under.organizationKey, 'POST', '/datasets', { type, name: 'x', config })
      const problems = made.body.problems as readonly Finding[]
      return Object.fromEntries(problems.map(({ path, message }) => [path, message]))
    }
    expect(await problemsOf('FHIR', { bundle: {}, 'a/b': 1 })).toEqual({ '/config/a~1b': 'is not a known field' })
    expect(await problemsOf('FHIR', { generator: { seed: 1, patients: 0 } })).toEqual({
      '/config/generator/patients': 'must be >= 1',
    })
    // Ten times as many take a process minutes, and more memory than it has.
    expect(await problemsOf('FHIR', { generator: { seed: 1, patients: 1001 } })).toEqual({
      '/config/generator/patients': 'must be <= 1000',
    })
    expect(await problemsOf('Files', { files: [{ path: 'a' }] })).toEqual({ '/config/files/0/content': 'is required' })
    const file = { path: 'a', content: '', media_type: 'text/csv; a=\u0000' }
    expect(await problemsOf('Files', { files: [file] })).toEqual({
      '/config/files/0/media_type': expect.stringContaining('media type'),
    })
    expect(await problemsOf('Portal', { rows: { 'a\nb': 5 } })).toEqual({ '/config/rows/a\nb': 'must be array' })
  })

  it('are named in the query', async () => {
    const under = await createServiceUnderTest()
    const answer = await under.call(under.organizationKey, 'GET', '/tasks?limit=0&a%2Fb=1')
    expect(answer.body.error).toMatchObject({
      errors: expect.arrayContaining([
        { path: '/benchmark_id', message: 'is required' },
        { path: '/limit', message: 'must be >= 1' },
        { path: '/a~1b', message: 'is not a known field' },
      ]),
    })
  })
})

it('puts no token into a log or an error [errors.leaks-nothing, authentication.tokens-not-leaked]', async () => {
  const { store, breakWith } = createBreakableStore()
  const { under, own, other } = await createTwoOrganizations({ store })
  const tokens = [own, other].flatMap((tenant) => [tenant.organizationKey, tenant.solverKey, tenant.runToken])
  const answers: string[] = []
  const useAll = async () => {
    for (const token of tokens) {
      for (const [method, target] of [
        ['GET', '/benchmarks'],
        ['GET', `/benchmarks?cursor=${token}`],
        ['GET', `/tasks/${token}`],
        ['POST', '/v1/benchmark-runs'],
        ['GET', `/v1/benchmark-runs/${own.ids.run_id}`],
        ['GET', `/v1/benchmark-runs/${own.ids.run_id}/fhir/Patient`],
      ] as const) {
        const { text, headers } = await under.call(
          token,
          method,
          target,
          method === 'POST' ? { [token]: 1 } : undefined,
        )
        if (method !== 'POST') answers.push(text + JSON.stringify(headers))
      }
    }
  }
  await useAll()
  breakWith(new Error('broken'))
  await useAll()
  const written =
    answers.join() + JSON.stringify(under.logged, (_, value) => (value instanceof Error ? `${value.stack}` : value))
  expect(under.logged.length).toBeGreaterThan(10)
  for (const token of tokens) expect(written).not.toContain(token)
})
