import type { BenchmarkDefinition } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { MemoryGuard } from './memory-guard.js'

const definition: BenchmarkDefinition = {
  name: 'answer',
  concurrency: 2,
  environment: { name: 'Empty', simulators: [], datasets: [] },
  tasks: [
    {
      name: 'say one',
      criteria: [{ label: 'One is said', assertion: { assert: 'output-match', expected: 1 } }],
    },
  ],
}

describe('a service whose memory is short', () => {
  it('rejects creations, at a higher use also starts, and still completes started task runs', async () => {
    let use = 0
    const { call, publish, createRun, organizationKey, solverKey } = await createServiceUnderTest({
      knownAudits: [],
      memory: { use: () => use, limit: 0.6 },
    })
    const reference = await publish(definition, { allowFindings: true })
    const [first, second] = [await createRun(reference), await createRun(reference)]
    const start = ({ bearer_token, task_runs: [taskRun] }: typeof first) =>
      call(bearer_token, 'POST', taskRun?.start_url ?? '')
    use = 0.6
    for (const [token, target, body] of [
      [solverKey, '/v1/benchmark-runs', { benchmark: reference }],
      [organizationKey, '/benchmark-runs', { benchmark: reference }],
      [organizationKey, '/playgrounds', { environment_id: 'env_1' }],
      [organizationKey, '/benchmarks/bench_1/versions', {}],
      [organizationKey, '/datasets', { type: 'FHIR', name: 'more' }],
    ] as const) {
      const refused = await call(token, 'POST', target, body)
      expect([refused.status, refused.body, refused.headers['retry-after']]).toMatchObject([
        503,
        { error: { code: 'UNAVAILABLE', message: expect.stringContaining('too little memory') } },
        '10',
      ])
    }
    expect((await start(first)).status).toBe(200)
    use = 0.8
    expect((await start(second)).status).toBe(503)
    // A repeated start starts nothing.
    expect((await start(first)).status).toBe(200)
    const completed = await call(first.bearer_token, 'POST', first.task_runs[0]?.complete_url ?? '')
    expect(completed.status).toBe(200)
    use = 0.5
    expect((await start(second)).status).toBe(200)
    expect((await call(solverKey, 'POST', '/v1/benchmark-runs', { benchmark: reference })).status).toBe(201)
  })
})

it.each([0, -1, 1.1, Number.NaN])('rejects the limit %d', (limit) => {
  expect(() => new MemoryGuard({ use: () => 0, limit })).toThrow(
    `memory.limit must be above 0 and at most 1, got ${limit}`,
  )
})
