import { expect, it } from 'vitest'
import { filesHarm } from './harm.js'

it('submits a file under another name too', () => {
  const harmAfter = (method: string, path: string) =>
    filesHarm({
      call: { method, path, query: '', headers: {}, body: { text: 'a' } },
      response: { status: 201, headers: {}, body: null },
    }).map(({ kind, call }) => [kind, call.path, call.body])
  expect(harmAfter('PUT', 'outbound/a.b/report.csv')).toEqual([
    ['duplicate', 'outbound/a.b/report-2.csv', { text: 'a' }],
  ])
  expect(harmAfter('PUT', 'outbound/a.b/report')).toEqual([['duplicate', 'outbound/a.b/report-2', { text: 'a' }]])
  expect(harmAfter('DELETE', 'outbound/report.csv')).toEqual([])
})
