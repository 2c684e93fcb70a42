import { createRequest } from '@carebench/service'
import { describe, expect, it, vi } from 'vitest'
import { openSite, patiently } from './site-with-a-run.js'

const tool = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'wait', arguments: { seconds: 0.1 } } }

describe('a client that leaves', () => {
  it.each<[string, string, unknown]>([
    ['a wait', 'wait', { seconds: 30 }],
    ['a wait for an event', 'wait', { until: 'event', at_most_seconds: 30 }],
    ['a wait over MCP', 'mcp', { ...tool, id: 1 }],
    ['100 waits in one batch over MCP', 'mcp', Array.from({ length: 100 }, (_, id) => ({ ...tool, id }))],
  ])('ends %s, which no longer counts towards limits [time.departed]', async (_, path, body) => {
    const { sleepers, run, runToken, leave, send } = await openSite({ concurrent: 1 })
    const socket = await leave('POST', `${run}/${path}`, runToken, body)
    await vi.waitFor(() => expect(sleepers.asleep).toBe(1), patiently)
    expect((await send('GET', `${run}/clock`, runToken)).status).toBe(429)
    socket.destroy()
    await vi.waitFor(async () => expect((await send('GET', `${run}/clock`, runToken)).status).toBe(200), patiently)
    // The other waits of a batch have not begun.
    expect([sleepers.asleep, sleepers.begun]).toEqual([0, 1])
  })

  it('stops a record that waits for another record from being made', async () => {
    const { runToken, organizationKey, taskRunId, send, service } = await openSite({})
    expect((await send('POST', `/v1/task-runs/${taskRunId}/complete`, runToken)).status).toBe(200)
    const leaving = new AbortController()
    const read = (signal?: AbortSignal) =>
      service.handle({
        ...createRequest('GET', `/task-runs/${taskRunId}/record`, { authorization: `Bearer ${organizationKey}` }),
        signal,
      })
    const answers = Promise.all([read(), read(leaving.signal), read()])
    leaving.abort()
    const [first, left, last] = await answers
    expect([first.status, left.status, last.status]).toEqual([200, 400, 200])
    expect(left.body).toMatch(/disconnected/)
    expect(Buffer.from(last.body ?? '')).toEqual(Buffer.from(first.body ?? ''))
  })
})
