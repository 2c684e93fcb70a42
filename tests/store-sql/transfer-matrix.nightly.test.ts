import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@carebench/protocol'
import { callInMemory, createRequest, publishBenchmark, type Service, textOfBody } from '@carebench/service'
import { insert, type Store } from '@carebench/store'
import { openEmbeddedStore, openPostgresStore } from '@carebench/store/sql'
import { expect, it, onTestFinished } from 'vitest'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { defineNotes, makeEntry, makeNote } from '../../packages/store/src/sql/testing/note.js'
import { startPostgres, whyNoPostgres } from '../../packages/store/src/sql/testing/postgres-server.js'
import { loadDefinition, playRun, type Send } from '../../tools/bench/load/workload.js'
import { createInMemoryService } from '../in-memory-service.js'

/** A store: the flags with which the command line finds it, and a function that opens it. */
interface Place {
  readonly flags: readonly string[]
  open(): Promise<Store>
}

const notes = defineNotes()

/** Texts of entries that are so long that they are written and read in pieces. */
const long = [2000, 100_000].map((times) => '"患\u0001\ud800'.repeat(times))

/** Writes more documents and entries than are read or written at a time, with the oddest texts that JSON can hold. */
async function fill(store: Store): Promise<void> {
  const texts = ['\0', '\ud800', '\ufffd', '\u2028"\\', '']
  const odd = Array.from({ length: 450 }, (_, number) =>
    makeNote(number, {
      alias: `\0${number}`,
      owner: number % 2 === 0 ? 'x' : null,
      tags: ['p', `t${number % 3}`],
      due_at: number % 5 === 0 ? null : number + 0.5,
      text: texts[number % texts.length] ?? '',
    }),
  )
  const entries = Array.from({ length: 450 }, (_, index) => makeEntry(index + 1, 'wait', texts[index % texts.length]))
  await store.commit(
    odd.map((note) => insert(notes, note)),
    [
      { log: 'l\0ong', expectedSeq: 1, entries },
      { log: 'pieces', expectedSeq: 1, entries: long.map((text, index) => makeEntry(index + 1, 'wait', text)) },
      { log: 'sealed', expectedSeq: 1, entries: [makeEntry(1), makeEntry(2, 'seal')] },
    ],
  )
  await store.log.append('keyed', 1, [makeEntry(1)], 'k\0')
}

/** Plays a scored run; returns its key and path. */
async function play(service: Service) {
  const { organizationKey, solverKey } = await service.provisionOrganization('Clinic')
  await publishBenchmark(callInMemory(service, organizationKey), loadDefinition, { allowFindings: true })
  const { taskRun } = await playRun(sendTo(service), solverKey, 1)
  return { key: organizationKey, path: `/task-runs/${taskRun}/record` }
}

function sendTo(service: Service): Send {
  return async (token, method, target, body) => {
    const isText = typeof body === 'string'
    const type = target.includes('/fhir/') ? 'application/fhir+json' : isText ? 'text/plain' : 'application/json'
    const bytes = new TextEncoder().encode(body === undefined ? '' : isText ? body : JSON.stringify(body))
    const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }) }
    const answer = await service.handle(createRequest(method, target, headers, bytes))
    return { status: answer.status, retryAfter: answer.headers['retry-after'], text: textOfBody(answer) }
  }
}

const skipped = whyNoPostgres()
it.skipIf(skipped !== undefined)(
  `an export of one store, imported into any other, is exported byte for byte the same, \
and is served from there${skipped === undefined ? '' : ` (${skipped})`}`,
  async () => {
    const server = await startPostgres()
    const folder = mkdtempSync(join(tmpdir(), 'carebench-matrix-'))
    onTestFinished(() => {
      server.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    const embedded = (name: string): Place => {
      const data = join(folder, name)
      return { flags: ['--data', data], open: () => openEmbeddedStore(data) }
    }
    const postgres = (name: string): Place => {
      const url = server.createDatabase(name)
      return { flags: ['--database-url', url], open: () => openPostgresStore(url) }
    }
    const exportOf = async ({ flags }: Place, name: string) => {
      const file = join(folder, `${name}.jsonl`)
      expect(await runInProcess(['store', 'export', ...flags, '--out', file])).toMatchObject({ code: 0 })
      return file
    }

    const source = embedded('first')
    const store = await source.open()
    await fill(store)
    const run = await play(createInMemoryService(createManualClock(), undefined, { store }))
    const original = createInMemoryService(createManualClock(), undefined, { store })
    const record = await sendTo(original)(run.key, 'GET', run.path)
    expect(record.status).toBe(200)
    await store.close()

    const first = await exportOf(source, 'first')
    const bytes = readFileSync(first)
    const places: Record<string, Place> = {}
    for (const [from, to] of [
      ['embedded', 'embedded'],
      ['embedded', 'postgres'],
      ['postgres', 'postgres'],
      ['postgres', 'embedded'],
    ] as const) {
      const name = `${from}_${to}`
      const file = from === 'embedded' ? first : join(folder, 'embedded_postgres.jsonl')
      const place = (to === 'embedded' ? embedded : postgres)(name)
      expect(await runInProcess(['store', 'import', file, ...place.flags])).toMatchObject({ code: 0 })
      expect([name, readFileSync(await exportOf(place, name)).equals(bytes)]).toEqual([name, true])
      places[name] = place
    }

    for (const name of ['embedded_embedded', 'postgres_postgres', 'postgres_embedded']) {
      const moved = await (places[name] ?? source).open()
      const service = createInMemoryService(createManualClock(), undefined, { store: moved })
      const { status, text } = await sendTo(service)(run.key, 'GET', run.path)
      expect([name, status, text === record.text]).toEqual([name, 200, true])
      expect((await moved.getByUnique(notes, 'alias', '\u00007'))?.doc.tags).toEqual(['p', 't1'])
      expect((await moved.log.read('l\0ong')).length).toBe(450)
      expect(await moved.log.read('pieces')).toEqual(long.map((text, index) => makeEntry(index + 1, 'wait', text)))
      expect(await moved.log.append('keyed', 1, [makeEntry(1)], 'k\0')).toEqual({ ok: true })
      await moved.close()
    }
    expect(existsSync(join(folder, 'first', 'lock'))).toBe(false)
  },
)
