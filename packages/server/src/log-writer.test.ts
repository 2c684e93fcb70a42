import { describe, expect, it } from 'vitest'
import type { RequestLogLine } from './http/request-log.js'
import { createLogWriter, type LogFormat } from './log-writer.js'

const line: RequestLogLine = {
  level: 'info',
  event: 'request',
  request_id: 'req-1',
  client: '192.0.2.7',
  method: 'POST',
  operation: 'v1/task-runs.start',
  path: '/v1/task-runs/{id}/start',
  status: 409,
  ms: 12.34567,
  bytes: 210,
  code: 'CONFLICT',
  organization_id: 'org_1',
  run_id: 'run_1',
}

async function writer(format: LogFormat) {
  const lines: string[] = []
  const today = () => new Date('2026-01-05T09:00:00.000Z')
  return { ...(await createLogWriter({ format, today, write: (text) => lines.push(text) })), lines }
}

describe('the log', () => {
  it('has one JSON object per line', async () => {
    const log = await writer('json')
    log.request(line)
    log.event({ level: 'error', message: 'It failed for vk_abc.', requestId: 'req-2', error: new Error('vrl_run_x') })
    expect(log.lines.every((text) => text.endsWith('}\n'))).toBe(true)
    const [request, event] = log.lines.map((text) => JSON.parse(text))
    expect(request).toEqual({ ...line, ms: 12.346, time: '2026-01-05T09:00:00.000Z' })
    expect(event).toEqual({
      level: 'error',
      time: '2026-01-05T09:00:00.000Z',
      event: 'service',
      message: 'It failed for vk_….',
      request_id: 'req-2',
      error: expect.stringContaining('Error: vrl_run_…'),
    })
  })

  it('is readable for people', async () => {
    const log = await writer('pretty')
    log.request(line)
    log.request({ ...line, status: null, method: null, path: null, client: '', aborted: true })
    log.event({ level: 'error', message: 'It failed.', error: 'screen\u001b[2J' })
    expect(log.lines).toEqual([
      '2026-01-05T09:00:00.000Z 409 POST /v1/task-runs/{id}/start  12.3 ms  210 B  CONFLICT  192.0.2.7  run_1  ' +
        'org_1  req-1\n',
      '2026-01-05T09:00:00.000Z --- - -  12.3 ms  210 B  CONFLICT  aborted  run_1  org_1  req-1\n',
      '2026-01-05T09:00:00.000Z ERROR It failed.\n  screen�[2J\n',
    ])
  })
})
