import type { LogEntry } from '@carebench/protocol'
import { createMemoryStore, type Log, StoreUnavailableError } from '@carebench/store'
import { describe, expect, it } from 'vitest'
import { appendEntries, StalePlaygroundError } from './append-entries.js'

const entry: LogEntry = {
  seq: 1,
  at: '2026-03-02T18:00:00.000Z',
  actor: 'agent',
  action: { kind: 'advance' } as unknown as LogEntry['action'],
  effects: [],
  events: [],
  response: null,
  engine: 'test',
}

/**
 * Returns a log whose appends throw until a later turn of the event loop. With `takesEffect`, those that throw take
 * effect nevertheless.
 */
function unavailableForNow(takesEffect: boolean) {
  const { log } = createMemoryStore()
  let isAvailable = false
  const sent: string[] = []
  const flaky: Log = {
    read: log.read.bind(log),
    head: log.head.bind(log),
    async append(id, expectedSeq, entries, key) {
      sent.push(key ?? '')
      if (isAvailable) return log.append(id, expectedSeq, entries, key)
      setTimeout(() => {
        isAvailable = true
      }, 0)
      if (takesEffect) await log.append(id, expectedSeq, entries, key)
      throw new StoreUnavailableError('The connection was refused.')
    },
  }
  return { log, flaky, sent }
}

describe('an append', () => {
  it.each([true, false])('is retried after a pause, with the same key; the first took effect: %s', async (took) => {
    const { log, flaky, sent } = unavailableForNow(took)
    await appendEntries(flaky, 'pg', [entry], 'one.1')
    expect(await log.read('pg', 1)).toHaveLength(1)
    expect(new Set(sent)).toEqual(new Set(['one.1']))
    expect(sent.length).toBeGreaterThan(1)
  })

  it('is not retried if another process was faster', async () => {
    const { log } = createMemoryStore()
    await log.append('pg', 1, [entry], 'other.1')
    await expect(appendEntries(log, 'pg', [entry], 'one.1')).rejects.toThrow(StalePlaygroundError)
  })
})
