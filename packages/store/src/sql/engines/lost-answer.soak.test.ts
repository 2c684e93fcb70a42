import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { insert, StoreUnavailableError } from '../../store.js'
import { defineNotes, makeEntry, makeNote } from '../testing/note.js'
import { startPostgres, whyNoPostgres } from '../testing/postgres-server.js'
import { openPostgresStore } from './postgres-store.js'

/**
 * Creates a proxy between a client and a server that drops its connections at the next request, or at its
 * response.
 */
async function startLossyProxy(to: URL) {
  let loses: 'request' | 'answer' | undefined
  const server = createServer((client) => {
    const upstream = connect(Number(to.port), to.hostname)
    const lose = () => {
      client.destroy()
      upstream.destroy()
    }
    const pass = (from: Socket, onto: Socket, what: 'request' | 'answer') =>
      from.on('data', (bytes) => {
        if (loses === what) lose()
        else onto.write(bytes)
      })
    pass(client, upstream, 'request')
    pass(upstream, client, 'answer')
    for (const socket of [client, upstream]) socket.on('error', lose).on('close', lose)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(to)
  url.port = `${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    lose(what: typeof loses) {
      loses = what
    },
    close: () => server.close(),
  }
}

const skipped = whyNoPostgres()
it.skipIf(skipped !== undefined)(
  `applies a call entirely or not at all if the connection is lost, \
and reconnects for the next one${skipped === undefined ? '' : ` (${skipped})`}`,
  async () => {
    const server = await startPostgres()
    const proxy = await startLossyProxy(new URL(server.createDatabase('lossy')))
    const store = await openPostgresStore(proxy.url)
    onTestFinished(async () => {
      await store.close()
      proxy.close()
      server.stop()
    })
    const notes = defineNotes()
    await store.get(notes, '')
    for (const [number, what] of (['request', 'answer', 'request', 'answer'] as const).entries()) {
      const isDone = what === 'answer'
      const log = `log ${number}`
      const entries = [makeEntry(1), makeEntry(2)]
      proxy.lose(what)
      await expect(store.log.append(log, 1, entries, 'key')).rejects.toThrow(StoreUnavailableError)
      proxy.lose(undefined)
      expect(await store.log.read(log)).toEqual(isDone ? entries : [])
      // Its key prevents applying it twice.
      expect(await store.log.append(log, 1, entries, 'key')).toEqual({ ok: true })
      expect(await store.log.read(log)).toEqual(entries)

      const note = makeNote(number, { alias: null, owner: null, tags: ['p'], due_at: null, text: '' })
      const commit = () => store.commit([insert(notes, note)], [{ log, expectedSeq: 3, entries: [makeEntry(3)] }])
      proxy.lose(what)
      await expect(commit()).rejects.toThrow(StoreUnavailableError)
      proxy.lose(undefined)
      expect((await store.get(notes, note.id)) !== undefined).toBe(isDone)
      expect(await store.log.read(log, 3)).toHaveLength(isDone ? 1 : 0)
      expect(await commit()).toMatchObject(isDone ? { ok: false, failed: { reason: 'exists' } } : { ok: true })
    }
  },
)
