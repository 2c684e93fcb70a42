import { hash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { systemClock } from '@carebench/protocol'
import { createCertificate, createServer } from '@carebench/server'
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
import { createMemoryStore, insert, type Log } from '@carebench/store'
import { sql } from 'kysely'
import { taskRuns } from '../../../packages/service/src/documents/collections/running.js'
import { PlaygroundHost } from '../../../packages/service/src/playground/playground-host.js'
import { loadDefinition, playRun, type Send } from '../load/workload.js'
import { counting, openEngine } from './engines.js'

// A service on one engine: process.mjs memory | PGlite | postgres://… [KEY]. With a Solver key, it is a further node on
// the database of a service that another process has started. Each message is the name of a function in `answers` and a
// number; the answer is what the function returns.

const [engineName = 'memory', givenKey] = process.argv.slice(2)
const { store: bare, db } = await openEngine(engineName)
const store = counting(bare)
const secret = new Uint8Array(32).fill(7)
const service = createService({
  store,
  clock: systemClock,
  random: secureRandom,
  sha256: (text) => hash('sha256', text),
  ids: createIdSource(systemClock, secureRandom, { latestCommit: bare.latest && (() => bare.latest?.().commit ?? 0) }),
  systems: defaultSystems,
  secret,
  cursorKeys: [{ id: '1', secret }],
})
const { organizationKey, solverKey } =
  givenKey === undefined ? await begin() : { organizationKey: '', solverKey: givenKey }

/** Creates an organization and publishes the benchmark `load`. Returns the keys. */
async function begin() {
  const provisioned = await service.provisionOrganization('Clinic')
  await publishBenchmark(callInMemory(service, provisioned.organizationKey), loadDefinition, { allowFindings: true })
  return provisioned
}

/** Round trips to the store in each call of an agent. */
const trips: number[] = []

const send: Send = async (token, method, target, body) => {
  const isText = typeof body === 'string'
  const type = target.includes('/fhir/') ? 'application/fhir+json' : isText ? 'text/plain' : 'application/json'
  const bytes = new TextEncoder().encode(body === undefined ? '' : isText ? body : JSON.stringify(body))
  const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }) }
  store.take()
  const answer = await service.handle(createRequest(method, target, headers, bytes))
  if (target.startsWith('/v1/benchmark-runs/')) trips.push(store.take())
  return { status: answer.status, retryAfter: answer.headers['retry-after'], text: textOfBody(answer) }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Returns the bytes that the database uses, or else the memory of this process. */
async function size(): Promise<number> {
  if (db === undefined) {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const { rows } = await sql<{ size: string }>`select pg_database_size(current_database())::text as size`.execute(db)
  return Number(rows[0]?.size)
}

/** Returns the milliseconds of CPU that this process has used. */
async function cpu(): Promise<number> {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Makes whole runs one after another. Returns the milliseconds of each request, of all of them and of CPU, the round
 * trips of each call of an agent, and the bytes that a run leaves.
 */
async function flow(runs: number) {
  await playRun(send, solverKey, 0)
  const before = await size()
  trips.length = 0
  const [start, used] = [performance.now(), await cpu()]
  const durations: number[] = []
  for (let number = 1; number <= runs; number++) durations.push(...(await playRun(send, solverKey, number)).durations)
  const wall = performance.now() - start
  return { durations, wall, cpu: (await cpu()) - used, trips, bytes: ((await size()) - before) / runs }
}

/** The id of the task run that {@link pages} copies. */
let original: string | undefined
let filled = 0
const firstCreation = Date.UTC(2026, 0, 5, 9)

/**
 * Fills the store with copies of a task run until it has `count` copies. Returns two durations in milliseconds, each
 * the median of 31: reading a page of 20 from the middle of the copies, and the service's list of the newest benchmark
 * runs. Copies have no snapshot of their task, because no list reads it, and a million of them would take gigabytes.
 */
async function pages(count: number) {
  original ??= await newTaskRun()
  const id = original
  const stored = await bare.get(taskRuns, id)
  if (stored === undefined) throw new Error(`There is no task run ${id}.`)
  if (db === undefined) {
    for (; filled < count; filled += 1000) {
      const added = Array.from({ length: 1000 }, (_, index) =>
        insert(taskRuns, { ...stored.doc, snapshot: null, ...findPlace(filled + index), benchmark_run_id: 'copies' }),
      )
      await bare.commit(added)
    }
  } else {
    const [from, to] = [filled, count - 1]
    await db.transaction().execute(async (transaction) => {
      // Inserting a million rows takes longer than a statement may.
      await sql`set local statement_timeout = 0`.execute(transaction)
      await sql`insert into carebench.documents
        select d.collection, ${idText}, ${timeText}, d.revision, null, d.unique_entries, '{run=copies}',
          (d.doc::jsonb || jsonb_build_object('id', ${idText}, 'created_at', ${timeText},
            'benchmark_run_id', 'copies', 'snapshot', null))::json
        from carebench.documents as d, generate_series(${sql.lit(from)}, ${sql.lit(to)}) as n
        where d.collection = 'task_runs' and d.id = ${id}`.execute(transaction)
      await sql`insert into carebench.filter_values
        select 'task_runs', 'run=copies', ${timeText}, ${idText}
        from generate_series(${sql.lit(from)}, ${sql.lit(to)}) as n`.execute(transaction)
    })
    await sql`analyze`.execute(db)
    filled = count
  }
  const middle = await measureMedian(async (round) => {
    const { id, created_at: createdAt } = findPlace(Math.floor(count / 2) + round)
    const position = { direction: 'next', key: { createdAt, id } } as const
    const { docs } = await bare.page(taskRuns, { filter: { name: 'run', value: 'copies' }, position, limit: 20 })
    if (docs.length !== 20) throw new Error(`Expected a page of 20, got ${docs.length}.`)
  })
  const runs = await measureMedian(async () => {
    const { status, text } = await send(organizationKey, 'GET', '/benchmark-runs?limit=20')
    if (status !== 200) throw new Error(`The list of runs was answered ${status}: ${text}`)
  })
  return { middle, runs }
}

async function measureMedian(page: (round: number) => Promise<void>): Promise<number> {
  const durations: number[] = []
  for (let round = 0; round < 31; round++) {
    const start = performance.now()
    await page(round)
    durations.push(performance.now() - start)
  }
  return durations.sort((one, other) => one - other)[15] ?? Number.NaN
}

/** Creates a run and returns the id of its task run. */
async function newTaskRun(): Promise<string> {
  const created = JSON.parse((await send(solverKey, 'POST', '/v1/benchmark-runs', { benchmark: 'load@1' })).text)
  return created.task_runs[0].id
}

const idText = sql`'copy_' || lpad(n::text, 9, '0')`
const timeText = sql`to_char(timestamp '2026-01-05 09:00:00' + n * interval '1 millisecond', \
'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

function findPlace(number: number) {
  const created_at = new Date(firstCreation + number).toISOString()
  return { id: `copy_${String(number).padStart(9, '0')}`, created_at }
}

const simulators = new Map(defaultSystems.map((system) => [system.type, system]))
const blueprint = {
  id: 'bench',
  created_at: new Date(firstCreation).toISOString(),
  simulators: [{ type: 'FHIR' as const, config: {} }],
  datasets: [{ type: 'FHIR' as const, config: { generator: { seed: 7, patients: 20 } } }],
}

/**
 * Returns the milliseconds to open a playground after `calls` calls, a fifth of which write, with and without
 * checkpoints: medians of 5.
 */
async function opening(calls: number) {
  const id = `pg_${calls}`
  const ref = { id, seed: 7, blueprint }
  const made = createMemoryStore().log
  await callIn(made, ref, calls)
  const entries = await made.read(id)
  for (let from = 0; from < entries.length; from += 500) {
    await bare.log.append(id, from + 1, entries.slice(from, from + 500), `${from}`)
  }
  // Opening the playground and making a call writes the checkpoints.
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
      const host = new PlaygroundHost({ log: used, writer: `${name}${round}`, clock: systemClock, simulators })
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
  const host = new PlaygroundHost({ log, writer: `writer${++writers}`, clock: systemClock, simulators })
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

/** Serves HTTPS on a free port, as the command line does. Returns the URL and the certificate. */
async function listen() {
  const tls = await createCertificate(new Date())
  const { port } = await createServer({ service, tls }).listen({ port: 0 })
  return { url: `https://127.0.0.1:${port}`, ca: tls.cert }
}

const answers: Readonly<Record<string, (size: number) => Promise<unknown>>> = { flow, pages, opening, listen, cpu }
process.on('message', async (question: string) => {
  const [name = '', number = ''] = question.split(' ')
  process.send?.((await answers[name]?.(Number(number))) ?? null)
})
process.on('disconnect', () => process.exit(0))
process.send?.({ solverKey })
