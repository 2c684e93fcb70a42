import { validatorFor } from '@carebench/protocol'
import { attestationText, checkRecord, type RunRecord, type TaskRunRecord } from '@carebench/verifier'
import { expect, it } from 'vitest'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

const keys = '/.well-known/carebench-record-keys.json'

it('attests the origin of each record of a task run, and publishes the key \
[open.record-keys]', async () => {
  const signed: string[] = []
  const sign = (text: string) => `signature ${signed.push(text)}`
  const { call, publish, createRun, organizationKey } = await createServiceUnderTest({
    recordSigner: { key: 'k1', x: 'public', sign },
  })
  await publish(smallBenchmark())
  const run = await createRun('small@1', { scored: true })
  for (const { start_url, complete_url } of run.task_runs) {
    await call(run.bearer_token, 'POST', start_url)
    await call(run.bearer_token, 'POST', complete_url)
  }
  const [first] = run.task_runs
  const { body } = await call(organizationKey, 'GET', `/task-runs/${first?.id}/record`)
  const { seal } = body as unknown as TaskRunRecord
  const statement = {
    version: 1,
    seal: seal.digest,
    task_run_id: first?.id,
    solver_id: expect.stringMatching(/^slv_/),
    scored: true,
    task: first?.name,
    benchmark: {
      name: 'small',
      version: 1,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      tasks: run.task_runs.length,
    },
  }
  expect(seal.attestation).toEqual({ algorithm: 'Ed25519', key: 'k1', statement, signature: 'signature 1' })
  expect(signed).toEqual([attestationText(seal.attestation?.statement as never)])
  expect(checkRecord(body).ok).toBe(true)
  expect(validatorFor('taskRunRecord')(body)).toBeNull()

  // The record of the run holds those of its task runs as they are.
  const whole = (await call(organizationKey, 'GET', `/benchmark-runs/${run.benchmark_run_id}/record`)).body
  expect(checkRecord(whole as unknown as RunRecord).ok).toBe(true)
  expect((whole.task_runs as unknown as readonly TaskRunRecord[])[0]?.seal.attestation?.statement).toEqual(statement)

  const published = await call(null, 'GET', keys)
  expect([published.status, published.body]).toEqual([
    200,
    { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'public', kid: 'k1' }] },
  ])
})

it('publishes no key without a signer', async () => {
  const { call } = await createServiceUnderTest()
  expect((await call(null, 'GET', keys)).body).toEqual({ keys: [] })
})
