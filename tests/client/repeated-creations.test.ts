import { Carebench, CarebenchSolver } from '@carebench/client'
import { type CarebenchMock, carebenchMock } from '@carebench/msw'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'

const scale = inject('scale')

let mock: CarebenchMock

beforeAll(async () => {
  mock = await carebenchMock({ benchmark: 'prior-auth', seed: 7 })
})

beforeEach(() => mock.reset())

function options(retries = 2) {
  const { baseUrl, fetch } = mock
  return { baseUrl, fetch, retry: { retries, baseDelay: 0 } }
}

/** A failure of one attempt: refused, done but without a response, or a 503. */
const trouble = fc.constantFrom('refused' as const, 'lost' as const, 503)

describe('a call that creates something', () => {
  it('creates only one resource, whatever happens to its first attempts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(trouble, { maxLength: 4 }), async (troubles) => {
        mock.reset()
        const carebench = new Carebench({ ...options(4), apiKey: mock.organizationKey })
        const solver = new CarebenchSolver({ ...options(4), solverKey: mock.solverKey })
        const before = (await carebench.list('listEnvironments').toArray({ max: 100 })).length
        for (const operation of ['createEnvironment', 'createBenchmarkRun'] as const) {
          for (const one of troubles) {
            // The service asks for a second before a retry after 503.
            mock.fail(
              operation,
              typeof one === 'number' ? { status: one, retryAfter: 0, times: 1 } : { connection: one, times: 1 },
            )
          }
        }
        const { id } = await carebench.call('createEnvironment', { body: { name: 'Once' } })
        const environments = await carebench.list('listEnvironments').toArray({ max: 100 })
        expect(environments).toHaveLength(before + 1)
        expect(environments[0]).toMatchObject({ id, name: 'Once' })

        const run = await solver.runs.create({ benchmark: mock.benchmark })
        expect((await mock.runs.list()).map((one) => one.id)).toEqual([run.id])
        // The token works only for the one run that was created.
        expect(await run.read()).toMatchObject({ benchmarkRunId: run.id, phase: 'created' })
      }),
      { numRuns: 10 * scale },
    )
  })

  it('can be repeated by another client with the same key', async () => {
    const input = { benchmark: mock.benchmark }
    const idempotencyKey = 'nightly 2026-03-02'
    mock.fail('createBenchmarkRun', { connection: 'lost', times: 1 })
    const first = new CarebenchSolver({ ...options(0), solverKey: mock.solverKey })
    await expect(first.runs.create(input, { idempotencyKey })).rejects.toMatchObject({ code: 'connection' })
    const second = new CarebenchSolver({ ...options(0), solverKey: mock.solverKey })
    const run = await second.runs.create(input, { idempotencyKey })
    expect((await mock.runs.list()).map(({ id }) => id)).toEqual([run.id])
    expect(mock.calls.map(({ headers }) => headers['idempotency-key'])).toEqual([idempotencyKey, idempotencyKey])
    await expect(second.runs.create({ ...input, scored: true }, { idempotencyKey })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })
})
