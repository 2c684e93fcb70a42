import { defaultChecks, defaultParts } from '@carebench/systems/verifier'
import { createVerifier, defineCheck } from '@carebench/verifier'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

/** Returns a verifier with a kind of assertion, `breakable`, whose evaluation throws while `state.broken` is true. */
function createBreakable() {
  const state = { broken: true }
  const check = defineCheck({
    kind: 'breakable',
    schema: Type.Object({ assert: Type.Literal('breakable') }),
    compile: () => ({
      evaluate: () => {
        if (state.broken) throw new Error('CANARY the disk is on fire')
        return { outcome: 'passed', details: 'It works again.', evidence: { field_results: [] } }
      },
    }),
  })
  return { state, verifier: createVerifier({ checks: [...defaultChecks, check], parts: defaultParts }) }
}

describe('a failing verification', () => {
  it('never becomes a score: the task run fails, and completing again verifies the same state \
[completion.verification-fails, completion.verified-again]', async () => {
    const { state, verifier } = createBreakable()
    const under = await createServiceUnderTest({ verifier })
    const reference = await under.publish(
      smallBenchmark({
        tasks: [
          {
            name: 'break',
            criteria: [
              { label: 'Breaks', assertion: { assert: 'breakable' } },
              {
                label: 'A note was made',
                assertion: { assert: 'fhir-resource-state', resource_type: 'Communication', search: {} },
              },
            ],
          },
        ],
      }),
      // The audit fails in the same way.
      { allowFindings: true },
    )
    const run = await under.createRun(reference)
    const [taskRun] = run.task_runs
    const token = run.bearer_token
    const complete = () => under.call(token, 'POST', taskRun?.complete_url ?? '', { output: 1 })
    await under.call(token, 'POST', taskRun?.start_url ?? '')
    const note = { resourceType: 'Communication', status: 'completed' }
    await under.call(token, 'POST', `${run.endpoints.fhir}/Communication`, note)

    const failed = await complete()
    expect([failed.status, failed.text.includes('CANARY')]).toEqual([500, false])
    expect(failed.body).toMatchObject({ error: { code: 'INTERNAL' } })
    const [line] = under.logged
    expect(line?.requestId).toBe(failed.headers['x-request-id'])
    expect(line?.error).toMatchObject({ cause: { message: expect.stringContaining('CANARY') } })
    const read = await under.call(under.organizationKey, 'GET', `/task-runs/${taskRun?.id}`)
    expect(read.body).toMatchObject({
      status: 'failed',
      phase: 'started',
      verdict: null,
      score: null,
      criterion_runs: [],
    })
    const ended = await under.call(token, 'GET', `/v1/benchmark-runs/${run.benchmark_run_id}`)
    expect(ended.body).toMatchObject({ status: 'failed', score: null, verdict: null })
    // The playground is frozen: nothing can be changed afterwards.
    expect((await under.call(token, 'POST', `${run.endpoints.fhir}/Communication`, note)).status).toBe(409)

    state.broken = false
    expect((await complete()).body).toMatchObject({ verdict: 'pass', score: 1 })
    const mended = await under.call(token, 'GET', `/v1/benchmark-runs/${run.benchmark_run_id}`)
    expect(mended.body).toMatchObject({ status: 'completed', score: 1, verdict: 'pass' })
  })
})
