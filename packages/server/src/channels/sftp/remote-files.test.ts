import { expect, it } from 'vitest'
import type { AgentCall } from '../agent-calls.js'
import { RemoteFiles } from './remote-files.js'

/** Returns a file exchange with an outbound folder, and the requests that it got. */
function exchange({ listMs = 0 } = {}) {
  let now = 0
  const stored: { path: string; size: number; modified_at: string }[] = []
  const calls: AgentCall[] = []
  const answer = (status: number, body: unknown = null) => ({
    status,
    headers: {},
    body: body === null ? null : JSON.stringify(body),
  })
  const call = async (asked: AgentCall) => {
    calls.push(asked)
    const path = asked.path.split('?', 1)[0] ?? ''
    const at = stored.findIndex((row) => row.path === path)
    if (asked.method === 'GET') {
      now += listMs
      const [, limit = '', , start = '0'] = /limit=(\d+)(&cursor=(\d+))?/.exec(asked.path) ?? []
      const end = Number(start) + Number(limit)
      const newestFirst = stored.filter((row) => row.path.startsWith(`${path}/`)).toReversed()
      const next = end < newestFirst.length ? String(end) : null
      return answer(200, { data: newestFirst.slice(Number(start), end), _meta: { next } })
    }
    if (at >= 0) stored.splice(at, 1)
    if (asked.method === 'DELETE') return answer(204)
    const row = { path, size: asked.body?.length ?? 0, modified_at: new Date(stored.length).toISOString() }
    stored.push(row)
    return at < 0 ? answer(201, row) : answer(204)
  }
  const files = new RemoteFiles(call, () => now)
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  return { files, calls, pass }
}

const text = new TextEncoder().encode('mrn\n')

it('does not list the whole folder again after each write', async () => {
  const { files, calls } = exchange()
  for (let number = 0; number < 2_000; number++) {
    expect(await files.find(`outbound/${number}.csv`)).toBeUndefined()
    await files.write(`outbound/${number}.csv`, text)
  }
  expect(calls.length).toBeLessThan(2_010)
  expect(await files.find('outbound/1999.csv')).toMatchObject({ kind: 'file', row: { size: 4 } })
})

it('lists the files that it has written, replaced and removed', async () => {
  const { files } = exchange()
  await files.find('outbound/a.csv')
  await files.write('outbound/a.csv', text)
  await files.write('outbound/b.csv', text)
  await files.write('outbound/a.csv', new Uint8Array(9))
  expect(await files.find('outbound/a.csv')).toMatchObject({
    row: { size: 9, modified_at: '1970-01-01T00:00:00.001Z' },
  })
  await files.remove('outbound/a.csv')
  expect(await files.find('outbound/a.csv')).toBeUndefined()
  expect(await files.find('outbound/b.csv')).toMatchObject({ row: { size: 4 } })
})

it('lists again after a while, and less often if listing takes long', async () => {
  const { files, calls, pass } = exchange({ listMs: 300 })
  await files.find('outbound/a.csv')
  pass(2_000)
  await files.find('outbound/a.csv')
  expect(calls).toHaveLength(1)
  pass(1_100)
  await files.find('outbound/a.csv')
  expect(calls).toHaveLength(2)
})
