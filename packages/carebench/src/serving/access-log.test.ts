import { request as httpsRequest } from 'node:https'
import { createLogWriter } from '@carebench/server'
import { expect, it, onTestFinished } from 'vitest'
import { startLocalServer } from './local-server.js'

/** Starts a server that writes its log into `lines`. */
async function startLogging() {
  const lines: string[] = []
  const { event, request } = await createLogWriter({ format: 'json', write: (text) => lines.push(text) })
  const server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: [], log: event, requestLog: request })
  onTestFinished(() => server.close())
  /** A text is sent as a form. */
  const call = (method: string, path: string, token: string, body?: unknown) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const isForm = typeof body === 'string'
      const headers = {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      }
      const outgoing = httpsRequest(
        server.url + path,
        { method, ca: server.caPem, headers, agent: false },
        (incoming) => {
          let text = ''
          incoming.setEncoding('utf8').on('data', (part: string) => {
            text += part
          })
          incoming.on('end', () => resolve(text === '' ? {} : JSON.parse(text)))
        },
      )
      outgoing.on('error', reject).end(isForm ? body : JSON.stringify(body))
    })
  return { server, lines, call }
}

it('contains no key, token, secret or value of a caller [serving.log]', async () => {
  const { server, lines, call } = await startLogging()
  const { organizationKey, solverKey, operatorKey } = server
  const own = (method: string, path: string, body?: unknown) => call(method, path, organizationKey, body)
  const { id: environment_id } = await own('POST', '/environments', { name: 'SECRET-name' })
  const { id: simulator } = await own('POST', '/simulators', { type: 'FHIR', name: 'chart' })
  await own('POST', `/environments/${environment_id}/simulators/${simulator}`)
  const { id: benchmark_id } = await own('POST', '/benchmarks', { name: 'one', environment_id })
  const { id: task_id } = await own('POST', '/tasks', { benchmark_id, name: 'task' })
  const assertion = { assert: 'output-match', expected: 'SECRET-answer' }
  await own('POST', '/criteria', { task_id, label: 'Right', assertion })
  await own('POST', `/benchmarks/${benchmark_id}/versions`)
  const key = await own('POST', '/api-keys', { name: 'SECRET-key' })
  const run = await call('POST', '/v1/benchmark-runs', solverKey, { benchmark: 'one@1' })
  const runToken = String(run.bearer_token)
  const [taskRun] = run.task_runs as { id: string }[]
  const started = await call('POST', `/v1/task-runs/${taskRun?.id}/start`, runToken)
  const [sandbox] = started.sandboxes as { id: string; credentials: Record<string, string> }[]
  const { client_id = '', client_secret = '', password = '' } = sandbox?.credentials ?? {}
  const fhir = `/sandboxes/${sandbox?.id}/fhir`
  const form = `grant_type=client_credentials&client_id=${client_id}&client_secret=${client_secret}`
  const { access_token } = await call('POST', `${fhir}/auth/token`, '', form)
  await call('GET', `${fhir}/Patient?name=SECRET-query`, String(access_token))
  await call('POST', `${fhir}/Patient/SECRET-id`, String(access_token), { resourceType: 'SECRET-type' })
  await call('POST', `/v1/task-runs/${taskRun?.id}/complete`, runToken, { output: 'SECRET-output' })
  await call('GET', '/organizations?limit=1&cursor=SECRET-cursor', operatorKey)
  await call('GET', `/nothing/${runToken}/SECRET-path`, runToken)
  await call('POST', `/v1/task-runs/${encodeURIComponent(solverKey)}/start`, runToken)
  await call('POST', '/organizations', organizationKey, { name: solverKey })
  await server.close()

  const log = lines.join('')
  const secrets = [organizationKey, solverKey, operatorKey, runToken, client_secret, password].concat(
    [key.key ?? key.token, access_token, 'SECRET'].map(String),
  )
  for (const secret of secrets) {
    expect(secret).toMatch(/^(?!undefined)\S{6,}$/)
    expect(log).not.toContain(secret)
    // Nor its last characters alone.
    expect(log).not.toContain(secret.slice(-12))
  }
  const entries = lines.map((line) => JSON.parse(line))
  expect(entries).toHaveLength(18)
  expect(entries).toContainEqual(
    expect.objectContaining({
      method: 'POST',
      path: '/v1/task-runs/{id}/complete',
      status: 200,
      organization_id: server.organizationId,
      run_id: expect.stringMatching(/^run_/),
    }),
  )
  expect(entries.map(({ path, status, code }) => [path, status, code]).slice(-4)).toEqual([
    ['/organizations', 400, 'INVALID_CURSOR'],
    [null, 404, 'RESOURCE_NOT_FOUND'],
    ['/v1/task-runs/{id}/start', 401, 'UNAUTHORIZED'],
    ['/organizations', 401, 'UNAUTHORIZED'],
  ])
})
