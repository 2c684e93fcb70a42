import parsePrometheusText from 'parse-prometheus-text-format'
import { expect, it, onTestFinished } from 'vitest'
import type { RequestLogLine } from '../http/request-log.js'
import { call, echo, startServer } from '../testing/running-server.js'
import { createMetrics } from './metrics.js'
import { listenForMetrics } from './metrics-port.js'

const line: RequestLogLine = {
  level: 'info',
  event: 'request',
  request_id: 'req-1',
  client: '',
  method: 'POST',
  operation: 'createTask',
  path: '/tasks',
  status: 201,
  ms: 12,
  bytes: 100,
}

/** Returns the samples of a metric, as another parser reads them. */
function readSamples(text: string, name: string): readonly unknown[] {
  return parsePrometheusText(text).find((family) => family.name === name)?.metrics ?? []
}

/** Returns the samples of a metric that are not 0. */
function readCounts(text: string, name: string): readonly unknown[] {
  return readSamples(text, name).filter((sample) => Object(sample).value !== '0')
}

it('counts requests, refusals, task runs, audits and playgrounds', async () => {
  let open = 3
  const metrics = await createMetrics({ openPlaygrounds: () => open, memoryUse: () => 0.25 })
  metrics.request(line)
  metrics.request({ ...line, status: 429, code: 'RATE_LIMITED', limit: 'rate' })
  metrics.request({ ...line, operation: 'sandboxFhir', status: 404 })
  metrics.request({ ...line, operation: null, status: null, aborted: true })
  metrics.event({ kind: 'task-run', outcome: 'pass' })
  metrics.event({ kind: 'task-run', outcome: 'pass' })
  metrics.event({ kind: 'audit', outcome: 'errors' })
  const { mediaType, text } = await metrics.print(undefined)
  expect(mediaType).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(readSamples(text, 'carebench_requests_total')).toEqual([
    { labels: { operation: 'createTask', status: '201' }, value: '1' },
    { labels: { operation: 'createTask', status: '429' }, value: '1' },
    { labels: { operation: 'sandboxFhir', status: '404' }, value: '1' },
    { labels: { operation: 'none', status: 'aborted' }, value: '1' },
  ])
  const bucket = (le: string) => `carebench_request_duration_seconds_bucket{le="${le}",operation="createTask"}`
  expect(text).toContain(`${bucket('0.01')} 0\n${bucket('0.025')} 2\n`)
  expect(readSamples(text, 'carebench_response_bytes_total')).toEqual([{ value: '400' }])
  expect(readCounts(text, 'carebench_refusals_total')).toEqual([
    { labels: { code: 'RATE_LIMITED' }, value: '1' },
    { labels: { code: 'system' }, value: '1' },
  ])
  expect(readSamples(text, 'carebench_refusals_total')).toContainEqual({ labels: { code: 'INTERNAL' }, value: '0' })
  expect(readSamples(text, 'carebench_limits_exceeded_total')).toEqual([
    { labels: { limit: 'rate' }, value: '1' },
    { labels: { limit: 'concurrency' }, value: '0' },
    { labels: { limit: 'bytes' }, value: '0' },
    { labels: { limit: 'total_bytes' }, value: '0' },
  ])
  expect(readSamples(text, 'carebench_task_runs_total')).toEqual([{ labels: { outcome: 'pass' }, value: '2' }])
  expect(readSamples(text, 'carebench_audits_total')).toEqual([{ labels: { outcome: 'errors' }, value: '1' }])
  expect(readSamples(text, 'carebench_playgrounds_open')).toEqual([{ value: '3' }])
  expect(readSamples(text, 'carebench_memory_used_ratio')).toEqual([{ value: '0.25' }])
  expect(readSamples(text, 'nodejs_eventloop_lag_max_seconds')).toHaveLength(1)

  open = 0
  const negotiated = await metrics.print('application/openmetrics-text; version=1.0.0, text/plain;q=0.5')
  expect(negotiated.mediaType).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
  expect(negotiated.text).toMatch(/\n# TYPE carebench_requests counter\ncarebench_requests_total\{/)
  expect(negotiated.text).toMatch(/\ncarebench_playgrounds_open 0\n[\s\S]*# EOF\n$/)
})

it('serves metrics only to callers with the key [serving.metrics]', async () => {
  const metrics = await createMetrics({ openPlaygrounds: () => 0 })
  const at = await startServer(echo, { metrics, metricsKey: 'vop_right' })
  const ask = (authorization: string, method = 'GET') =>
    call(at, { path: '/metrics', method, headers: { authorization } })
  expect((await ask('Bearer vop_wrong')).status).toBe(401)
  expect((await ask('')).headers['www-authenticate']).toBe('Bearer')
  expect((await ask('Bearer vop_right', 'DELETE')).headers.allow).toBe('GET, HEAD')
  expect((await call(at, { path: '/metricsx' })).text).toBe('GET /metricsx 0')
  const { status, text } = await ask('Bearer vop_right')
  expect(status).toBe(200)
  expect(readCounts(text, 'carebench_refusals_total')).toEqual([
    { labels: { code: 'UNAUTHORIZED' }, value: '2' },
    { labels: { code: 'METHOD_NOT_ALLOWED' }, value: '1' },
  ])
})

it('serves metrics on a separate port [serving.metrics]', async () => {
  const metrics = await createMetrics({ openPlaygrounds: () => 0 })
  const port = await listenForMetrics(metrics, '127.0.0.1', 0)
  onTestFinished(() => port.close())
  const answer = await fetch(port.url)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(readSamples(await answer.text(), 'carebench_playgrounds_open')).toEqual([{ value: '0' }])
  expect((await fetch(port.url, { method: 'POST', body: 'x' })).status).toBe(405)
  expect((await fetch(new URL('/', port.url))).status).toBe(404)
  const [taken, host] = [Number(new URL(port.url).port), '127.0.0.1']
  await expect(listenForMetrics(metrics, host, taken)).rejects.toMatchObject({ code: 'ADDRESS_IN_USE' })
})

it('does not count requests for metrics towards the limits of their address', async () => {
  const metrics = await createMetrics({ openPlaygrounds: () => 0 })
  const at = await startServer(echo, {
    metrics,
    metricsKey: 'vop_right',
    limits: { requestsPerSecond: 0.001, burst: 4 },
  })
  const ask = async () => {
    const { status } = await call(at, { path: '/metrics', headers: { authorization: 'Bearer vop_right' } })
    return status
  }
  // The first request with a token that is new counts for its address.
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 200])
  const others: number[] = []
  for (let count = 0; count < 4; count++) others.push((await call(at, { path: '/x' })).status)
  expect(others).toEqual([200, 200, 200, 429])
  expect([await ask(), await ask()]).toEqual([200, 429])
})
