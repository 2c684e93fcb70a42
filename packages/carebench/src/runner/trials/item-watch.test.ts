import type { JsonObject } from '@carebench/protocol'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ServiceConnection } from '../service-connection.js'
import { type ItemsSoFar, ItemWatch } from './item-watch.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const now = '2026-03-02T16:42:00.000Z'
const passed = { verdict: 'pass', score: 1, due: true }
const items = { a: passed, b: { ...passed, verdict: 'fail' }, later: { ...passed, due: false } }

/** A watch on a service that answers all questions alike. */
function watchWith(status: number, body: JsonObject) {
  const asked: string[] = []
  const shown: ItemsSoFar[] = []
  const service = new ServiceConnection({
    baseUrl: 'https://service.invalid',
    solverKey: 'vrl_slv_1',
    organizationKey: 'vk_1',
    fetch: async (url, { headers }) => {
      asked.push(`${new Headers(headers).get('authorization')} ${url}`)
      return new Response(JSON.stringify(body), { status })
    },
  })
  const watch = new ItemWatch({ service, taskRunId: 'tr_1', onItems: (one) => shown.push(one) })
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
  return { watch, asked, shown, pass }
}

it('asks with the key of the organization, some seconds after calls, and counts the items that are due', async () => {
  const { watch, asked, shown, pass } = watchWith(200, { task_run_id: 'tr_1', now, items })
  await pass(20_000)
  expect(asked).toEqual([])
  for (let call = 0; call < 100; call++) watch.noteCall()
  await pass(20_000)
  expect(asked).toEqual(['Bearer vk_1 https://service.invalid/task-runs/tr_1/progress'])
  expect(shown).toEqual([{ right: 1, due: 2, now }])
  watch.noteCall()
  watch.end()
  await pass(20_000)
  expect(asked).toHaveLength(1)
})

it.each([
  ['the task has no items', 200, { now, items: null }],
  ['the benchmark is of others', 404, { error: { code: 'RESOURCE_NOT_FOUND', message: 'There is no such task run.' } }],
])('does not ask again if %s', async (_, status, body) => {
  const { watch, asked, shown, pass } = watchWith(status, body)
  for (let turn = 0; turn < 3; turn++) {
    watch.noteCall()
    await pass(6000)
  }
  expect([asked.length, shown]).toEqual([1, []])
})
