import { hash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { PlaygroundHost } from '@carebench/playground'
import { systemClock } from '@carebench/protocol'
import {
  callInMemory,
  createIdSource,
  createRequest,
  createService,
  defaultSystems,
  publishBenchmark,
  secureRandom,
  textOfBody,
} from '@carebench/service'
import { createMemoryStore, defineCollection, insert, type Log } from '@carebench/store'
import { sql } from 'kysely'
import { loadDefinition, playRun, type Send } from '../load/workload.js'
import { counting, openEngine } from './engines.js'

// A service on one engine: process.mjs memory | PGlite | postgres://… Answers questions, each a word and a number.

const [engineName = 'memory'] = process.argv.slice(2)
const { store: bare, db } = await openEngine(engineName)
const store = counting(bare)
const secret = new Uint8Array(32).fill(7)
/** Milliseconds that the clock is ahead: what is due once in a while is due at once. */
let ahead = 0
const clock = { now: () => systemClock.now() + ahead }
/** The runs that the service keeps. */
const kept = 100
const service = createService({
  store,
  clock,
  random: secureRandom,
  sha256: (text) => hash('sha256', text),
  ids: createIdSource(clock, secureRandom),
  systems: defaultSystems,
  secret,
  cursorKeys: [{ id: '1', secret }],
  retention: { keep: { runs: kept } },
})
const { organizationKey, solverKey } = await service.provisionOrganization('Clinic')
await publishBenchmark(callInMemory(service, organizationKey), loadDefinition, { allowFindings: true })

const send: Send = async (token, method, target, body) => {
  const isText = typeof body === 'string'
  const type = target.includes('/fhir/') ? 'application/fhir+json' : isText ? 'text/plain' : 'application/json'
  const bytes = new TextEncoder().encode(body === undefined ? '' : isText ? body : JSON.stringify(body))
  const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }) }
  const answer = await service.handle(createRequest(method, target, headers, bytes))
  return { status: answer.status, retryAfter: answer.headers['retry-after'], text: textOfBody(answer) }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes that are in use: of the database, or of the heap. */
async function size(): Promise<number> {
  if (db === undefined) {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const { rows } = await sql<{ size: string }>`select pg_database_size(current_database())::text as size`.execute(db)
  return Number(rows[0]?.size)
}

/** Whole runs one after another: milliseconds and round trips of each request, and bytes that a run leaves. */
async function flow(runs: number) {
  await playRun(send, solverKey, 0)
  const before = await size()
  store.take()
  const start = performance.now()
  const durations: number[] = []
  for (let number = 1; number <= runs; number++) durations.push(...(await playRun(send, solverKey, number)).durations)
  const wall = performance.now() - start
  const trips = store.take()
  return { durations, wall, trips: trips / durations.length, bytes: ((await size()) - before) / runs }
}

interface Item {
  readonly id: string
  readonly created_at: string
  readonly owner: string
}
const items = defineCollection<Item>({ name: 'items', filters: { owner: ({ owner }) => owner } })
const begin = Date.UTC(2026, 0, 5, 9)
let filled = 0

/** Milliseconds of a page of 20 in the middle of a filtered list of so many documents, the median of 101. */
async function pages(count: number) {
  await bare.get(items, 'none')
  if (db === undefined) {
    for (; filled < count; filled += 1000) {
      const added = Array.from({ length: 1000 }, (_, index) => insert(items, itemOf(filled + index)))
      await bare.commit(added)
    }
  } else {
    const [from, to] = [filled, count - 1]
    await db.transaction().execute(async (transaction) => {
      // A million rows take longer than a call may.
      await sql`set local statement_timeout = 0`.execute(transaction)
      await sql`insert into carebench.documents
        select 'items', 'item_' || lpad(n::text, 9, '0'), ${timeText}, n, null, '{}', '{owner=one}',
          json_build_object('id', 'item_' || lpad(n::text, 9, '0'), 'created_at', ${timeText}, 'owner', 'one')
        from generate_series(${sql.lit(from)}, ${sql.lit(to)}) as n`.execute(transaction)
      await sql`insert into carebench.filter_values
        select 'items', 'owner=one', ${timeText}, 'item_' || lpad(n::text, 9, '0')
        from generate_series(${sql.lit(from)}, ${sql.lit(to)}) as n`.execute(transaction)
    })
    await sql`analyze`.execute(db)
    filled = count
  }
  const durations: number[] = []
  for (let round = 0; round < 101; round++) {
    const { id, created_at: createdAt } = itemOf(Math.floor(count / 2) + round)
    const start = performance.now()
    const position = { direction: 'next', key: { createdAt, id } } as const
    const { docs } = await bare.page(items, { filter: { name: 'owner', value: 'one' }, position, limit: 20 })
    durations.push(performance.now() - start)
    if (docs.length !== 20) throw new Error(`Expected a page of 20, got ${docs.length}.`)
  }
  return durations.sort((one, other) => one - other)[50]
}

const timeText = sql`to_char(timestamp '2026-01-05 09:00:00' + n * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

function itemOf(number: number): Item {
  const created_at = new Date(begin + number).toISOString()
  return { id: `item_${String(number).padStart(9, '0')}`, created_at, owner: 'one' }
}

const simulators = new Map(defaultSystems.map((system) => [system.type, system]))
const blueprint = {
  id: 'bench',
  created_at: new Date(begin).toISOString(),
  simulators: [{ type: 'FHIR' as const, config: {} }],
  datasets: [{ type: 'FHIR' as const, config: { generator: { seed: 7, patients: 20 } } }],
}

/** Milliseconds to open a playground after so many calls, a fifth of which write, with and without checkpoints: medians of 5. */
async function opening(calls: number) {
  const id = `pg_${calls}`
  const ref = { id, seed: 7, blueprint }
  const made = createMemoryStore().log
  await callIn(made, ref, calls)
  const entries = await made.read(id)
  for (let from = 0; from < entries.length; from += 500) {
    await bare.log.append(id, from + 1, entries.slice(from, from + 500), `${from}`)
  }
  // Whoever opens it next and makes a call makes the checkpoints.
  await callIn(bare.log, ref, 1)
  await callIn(bare.log, ref, 1)
  const { log } = bare
  const without: Log = {
    read: (name, fromSeq, limit) => log.read(name, fromSeq, limit),
    head: (name) => log.head(name),
    append: (name, seq, added, key) => log.append(name, seq, added, key),
  }
  const figures = { with: [] as number[], without: [] as number[] }
  for (let round = 0; round < 5; round++) {
    for (const [name, used] of [
      ['with', log],
      ['without', without],
    ] as const) {
      const host = new PlaygroundHost({ log: used, writer: `${name}${round}`, clock, simulators })
      await host.seed(blueprint)
      const start = performance.now()
      await host.with(ref, async (playground) => playground.begun)
      figures[name].push(performance.now() - start)
    }
  }
  const median = (all: number[]) => all.sort((one, other) => one - other)[2]
  return { with: median(figures.with), without: median(figures.without) }
}

let writers = 0

async function callIn(log: Log, ref: { id: string; seed: number; blueprint: typeof blueprint }, calls: number) {
  const host = new PlaygroundHost({ log, writer: `writer${++writers}`, clock, simulators })
  const headers = { 'content-type': 'application/fhir+json' }
  await host.with(ref, async (playground) => {
    for (let number = 0; number < calls; number++) {
      const code = { text: `c${number}` }
      const observation = { resourceType: 'Observation', status: 'final', code, valueString: `canary ${number}` }
      const call =
        number % 5 === 0
          ? { method: 'POST', path: 'Observation', query: '', headers, body: { json: observation } }
          : { method: 'GET', path: 'Patient', query: '_count=20', headers: {}, body: null }
      await playground.call('FHIR', 'fhir', call, 'agent')
    }
  })
}

/** Bytes in use after half of the runs and after all, of which the service keeps the newest hundred. */
async function retained(runs: number) {
  const sizes: number[] = []
  for (let number = 1; number <= runs; number++) {
    const created = JSON.parse((await send(solverKey, 'POST', '/v1/benchmark-runs', { benchmark: 'load@1' })).text)
    const [{ start_url, complete_url }] = created.task_runs
    for (const url of [start_url, complete_url]) {
      const { status, text } = await send(created.bearer_token, 'POST', url)
      if (status !== 200) throw new Error(`${url} was answered ${status}: ${text}`)
    }
    if (number % Math.min(100, runs / 4) === 0) {
      ahead += 3_600_000
      await service.settleDue()
    }
    if (number === runs / 2 || number === runs) sizes.push(await size())
  }
  return sizes
}

const answers: Readonly<Record<string, (size: number) => Promise<unknown>>> = { flow, pages, opening, retained }
process.on('message', async (question: string) => {
  const [name = '', number = ''] = question.split(' ')
  process.send?.((await answers[name]?.(Number(number))) ?? null)
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })
