import { createManualClock } from '@carebench/protocol'
import { createRequest } from '@carebench/service'
import { expect, it } from 'vitest'
import { createLocalService } from './local-service.js'

/** The ids of a new organization and its first run, and the generated keys. */
async function firstRun(seed: number | undefined) {
  const service = createLocalService({ manualClock: createManualClock(), ...(seed === undefined ? {} : { seed }) })
  const { organizationId, organizationKey, solverId } = await service.provisionOrganization('Example')
  const call = async (method: string, target: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${organizationKey}`, 'content-type': 'application/json' }
    const bytes = body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body))
    return JSON.parse(String((await service.handle(createRequest(method, target, headers, bytes))).body))
  }
  const { id: environment_id } = await call('POST', '/environments', { name: 'Clinic' })
  const { id: benchmark_id } = await call('POST', '/benchmarks', { name: 'one', environment_id })
  const { id: task_id } = await call('POST', '/tasks', { benchmark_id, name: 'task' })
  const assertion = { assert: 'output-match', expected: 1 }
  await call('POST', '/criteria', { task_id, label: 'Right', assertion })
  await call('POST', `/benchmarks/${benchmark_id}/versions`)
  await service.finishAudits()
  const { bearer_token: runToken, ...run } = await call('POST', '/benchmark-runs', { benchmark: 'one@1' })
  const { snapshot } = await call('GET', `/task-runs/${run.task_runs[0].id}`)
  return { derived: { organizationId, solverId, run, seed: snapshot.seed }, organizationKey, runToken }
}

it('derives ids and the seeds of runs from a seed, but never keys', async () => {
  const [first, same, other, drawn] = [
    await firstRun(7),
    await firstRun(7),
    await firstRun(8),
    await firstRun(undefined),
  ]
  expect(first.derived.seed).toEqual(expect.any(Number))
  expect(same.derived).toEqual(first.derived)
  for (const { derived } of [other, drawn]) {
    expect(derived.organizationId).not.toBe(first.derived.organizationId)
    expect(derived.seed).not.toBe(first.derived.seed)
  }
  const keys = [first, same, other, drawn].flatMap(({ organizationKey, runToken }) => [organizationKey, runToken])
  expect(new Set(keys).size).toBe(8)
})
