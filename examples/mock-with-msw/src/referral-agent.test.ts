import { ApiError, ClientError } from '@carebench/client'
import { type CarebenchMock, carebenchMock } from '@carebench/msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { runReferralAgent } from './referral-agent.js'
import { ward } from './ward.js'

let mock: CarebenchMock
const server = setupServer()

beforeAll(async () => {
  mock = await carebenchMock({ benchmark: ward })
  server.use(...mock.handlers)
  // Nothing may reach a network.
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => mock.reset())
afterAll(() => server.close())

it('finishes the referral of one patient, and changes nothing if two patients have the name', async () => {
  const completions = await runReferralAgent(mock)
  expect(completions.map(({ verdict }) => verdict)).toEqual(['pass', 'pass'])
  expect(await mock.runs.latest()).toMatchObject({ status: 'completed', verdict: 'pass', score: 1 })
})

it('retries calls while the service is briefly unavailable', async () => {
  const start = mock.fail('startTaskRun', { status: 503, retryAfter: 0, times: 1 })
  const complete = mock.fail('completeTaskRun', { connection: 'lost', times: 1 })
  const completions = await runReferralAgent(mock)
  expect(completions.map(({ verdict }) => verdict)).toEqual(['pass', 'pass'])
  expect([start.hits, complete.hits]).toEqual([1, 1])
})

it('looks each patient up once', async () => {
  await runReferralAgent(mock)
  const searches = mock.calls.filter(({ target }) => /\/fhir\/Patient\?/.test(target))
  expect(searches.map(({ target }) => target.split('?')[1])).toEqual(['family=Okafor', 'family=Silva'])
})

it('rejects with an ApiError when its token expires between two calls', async () => {
  mock.fail('proxyFhir', { token: 'expired', skip: 1 })
  await expect(runReferralAgent(mock)).rejects.toMatchObject({ name: 'ApiError', code: 'UNAUTHORIZED' })
  await expect(runReferralAgent(mock)).rejects.toBeInstanceOf(ApiError)
})

it('rejects a response that is not FHIR, instead of treating it as an empty result', async () => {
  mock.override('proxyFhir', () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Login</h1>' }))
  await expect(runReferralAgent(mock)).rejects.toBeInstanceOf(ClientError)
  const run = await mock.runs.latest()
  expect(run.task_runs[0]?.phase).toBe('started')
})

it('rejects when the task run has timed out', async () => {
  mock.override('completeTaskRun', async ({ forward }) => {
    await mock.advance(24 * 3600)
    return forward()
  })
  await expect(runReferralAgent(mock)).rejects.toBeInstanceOf(ApiError)
  expect(await mock.runs.latest()).toMatchObject({ task_runs: [{ status: 'timed_out' }, { status: 'timed_out' }] })
})
