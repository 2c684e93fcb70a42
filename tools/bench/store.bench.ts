// What does it cost to keep everything: in memory, in a folder, in PostgreSQL?
//
// A service in a process of its own on each engine. The flow is that of the benchmark `load`: whole runs, 26 requests
// each. First one run after another, called without HTTP, for what the engine costs; then eight runs at once over
// HTTPS, also with three nodes on one PostgreSQL, to which the requests of each run go in turns. Then pages of 20 in
// the middle of lists of 1,000 to 1,000,000 task runs, and the opening of a playground after 600 to 10,000 calls with
// and without checkpoints. Figures are measured once. PostgreSQL is skipped if it is not installed; its server, the
// client and all nodes share the machine, and `fsync` is off, as it is with PGlite: add the time of your disk. "Of the
// processor" is the CPU time of the service's processes, which includes PGlite but not the server of PostgreSQL; other
// load on the machine affects it least. Takes about five minutes on a quiet machine.

import { Pool } from 'undici'
import { startPostgres, whyNoPostgres } from '../../packages/store/src/sql/testing/postgres-server.js'
import { sendOver } from './load/send-over.js'
import { playRun } from './load/workload.js'
import type { Bench, Started } from './src/benchmark.js'

/** Concurrent runs over HTTPS. */
const lanes = 8

interface Opening {
  readonly solverKey: string
}

/** For each contender, the engine with which its process is started, or no engine if it is not installed. */
type Engines = Readonly<Record<string, readonly string[]>>

export async function run(bench: Bench): Promise<void> {
  const server = whyNoPostgres() === undefined ? await startPostgres() : undefined
  try {
    const database = (name: string) => (server === undefined ? [] : [server.createDatabase(name)])
    const engines: Engines = {
      memory: ['memory'],
      PGlite: ['PGlite'],
      PostgreSQL: database('bench'),
      'PostgreSQL, 3 nodes': database('nodes'),
    }
    // A smoke run uses one engine without a database and one with a database.
    const [chosen = []] = bench.sizes(['memory', 'PostgreSQL'], Object.keys(engines))
    for (const name of chosen) {
      for (const url of engines[name] ?? []) await (name.endsWith('nodes') ? measureNodes : measure)(bench, name, url)
    }
  } finally {
    server?.stop()
  }
}

/** Returns a function that reports a figure of a contender. */
function createReporter(bench: Bench, contender: string) {
  return (name: string, figure: number, unit: string) =>
    bench.report({ case: name, contender, figure: Math.max(Number(figure.toPrecision(3)), 0.001), unit })
}

async function measureNodes(bench: Bench, contender: string, url: string): Promise<void> {
  const first = await bench.start<Opening>(url)
  const nodes = [first]
  for (const _ of [2, 3]) nodes.push(await bench.start<Opening>(url, first.message.solverKey))
  await measureAtOnce(bench, contender, nodes)
  for (const node of nodes) await node.stop()
}

/** Measures the calls per second and the time of a call in concurrent runs over HTTPS. */
async function measureAtOnce(bench: Bench, contender: string, nodes: readonly Started<Opening>[]): Promise<void> {
  const [runs = 0] = bench.sizes(2, 60)
  const pools: Pool[] = []
  for (const node of nodes) {
    const { url, ca } = await node.ask<{ readonly url: string; readonly ca: string }>('listen 0')
    pools.push(new Pool(url, { connections: lanes, pipelining: 1, connect: { ca } }))
  }
  const send = sendOver(...pools)
  const key = nodes[0]?.message.solverKey ?? ''
  // Not measured: each node opens its connections and reads the benchmark.
  for (let number = 0; number < nodes.length; number++) await playRun(send, key, number)
  const used = await measureCpu(nodes)
  const start = performance.now()
  let number = nodes.length
  const durations: number[] = []
  const lane = async () => {
    while (number < nodes.length + runs) durations.push(...(await playRun(send, key, number++)).durations)
  }
  await Promise.all(Array.from({ length: Math.min(lanes, runs) }, lane))
  const wall = performance.now() - start
  const cpu = (await measureCpu(nodes)) - used
  await Promise.all(pools.map((pool) => pool.close()))
  const report = createReporter(bench, contender)
  const sorted = durations.toSorted((one, other) => one - other)
  const flow = `${runs} runs, ${lanes} at once over HTTPS`
  report(`${flow}: calls a second`, (durations.length / wall) * 1000, 'calls/s')
  report(`${flow}: a call, p50`, sorted[Math.floor(sorted.length * 0.5)] ?? 0, 'ms')
  report(`${flow}: a call, p99`, sorted[Math.floor(sorted.length * 0.99)] ?? 0, 'ms')
  report(`${flow}: a call, of the processor`, cpu / durations.length, 'ms')
}

/** Returns the milliseconds of CPU that all nodes together have used. */
async function measureCpu(nodes: readonly Started<Opening>[]): Promise<number> {
  let sum = 0
  for (const node of nodes) sum += await node.ask<number>('cpu 0')
  return sum
}

async function measure(bench: Bench, contender: string, engine: string): Promise<void> {
  const service = await bench.start<Opening>(engine)
  const report = createReporter(bench, contender)
  const [runs = 0] = bench.sizes(2, 100)
  const { durations, wall, cpu, trips, bytes } = await service.ask<{
    readonly durations: number[]
    readonly wall: number
    readonly cpu: number
    readonly trips: number[]
    readonly bytes: number
  }>(`flow ${runs}`)
  const sorted = durations.toSorted((one, other) => one - other)
  const flow = `${runs} runs`
  report(`${flow}: calls a second`, (durations.length / wall) * 1000, 'calls/s')
  report(`${flow}: a call, p50`, sorted[Math.floor(sorted.length * 0.5)] ?? 0, 'ms')
  report(`${flow}: a call, p99`, sorted[Math.floor(sorted.length * 0.99)] ?? 0, 'ms')
  report(`${flow}: a call, of the processor`, cpu / durations.length, 'ms')
  report(
    `${flow}: round trips of an agent's call, mean`,
    trips.reduce((sum, one) => sum + one, 0) / trips.length,
    'round trips',
  )
  report(`${flow}: round trips of an agent's call, most`, Math.max(...trips), 'round trips')
  report(`${flow}: a run leaves`, bytes / 1000, 'kB')
  await measureAtOnce(bench, contender, [service])
  for (const count of bench.sizes(100, 1000, 100_000, 1_000_000)) {
    // With a million documents in memory, the heap would decide the figure, not the page.
    if (contender === 'memory' && count > 100_000) continue
    const { middle, runs } = await service.ask<{ readonly middle: number; readonly runs: number }>(`pages ${count}`)
    report(`20 in the middle of ${count} task runs, of the store`, middle, 'ms')
    report(`the newest 20 runs beside ${count} task runs, of the service`, runs, 'ms')
  }
  for (const calls of bench.sizes(60, 600, 2500, 10_000)) {
    const opened = await service.ask<{ readonly with: number; readonly without: number }>(`opening ${calls}`)
    report(`opening after ${calls} calls`, opened.with, 'ms')
    if (contender !== 'memory') report(`opening after ${calls} calls, without checkpoints`, opened.without, 'ms')
  }
  await service.stop()
}
