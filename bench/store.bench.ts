// What does it cost to keep everything: in memory, in a folder, in PostgreSQL?
//
// A service in a process of its own on each engine, and three on one database, over HTTP without TLS. The flow is that of the
// benchmark `load`: whole runs of 26 requests, by eight agents at a time; with three nodes each request goes to the next one. Then pages
// of 20 runs with their task runs, in lists of 1,000 to 1,000,000, at three places; the opening of a playground after 600 to 10,000
// calls with and without checkpoints; what a run leaves; and the round trips to the store of an agent's call. Figures are measured
// once. PostgreSQL is skipped where it is not installed. Its server, the nodes and the agents share the machine, so three nodes show
// what sharing costs rather than what more machines bring; and `fsync` is off, as it is with PGlite: add the time of your disk.

import { startPostgres, whyNoPostgres } from '../packages/store-sql/src/testing/postgres-server.js'
import type { Bench, Started } from './src/benchmark.js'
import { Agents, type NodeOpening } from './store/agents.js'
import type { OpeningTimes } from './store/opening.js'

/** Agents at a time. */
const concurrency = 8

export async function run(bench: Bench): Promise<void> {
  const server = whyNoPostgres() === undefined ? await startPostgres() : undefined
  try {
    await measure(bench, 'memory', 'memory')
    await measure(bench, 'PGlite', 'PGlite')
    if (server !== undefined) await measure(bench, 'PostgreSQL', server.createDatabase('bench'), 3)
  } finally {
    server?.stop()
  }
}

type Node = Started<NodeOpening>
type Tell = (name: string, figure: number, unit: string) => void

async function measure(bench: Bench, contender: string, engine: string, most = 1): Promise<void> {
  const node = await bench.start<NodeOpening>(engine)
  const tell: Tell = (name, figure, unit) =>
    bench.report({ case: name, contender, figure: Math.max(Number(figure.toPrecision(3)), 0.001), unit })
  await measureFlow(bench, [node], tell)
  if (most > 1) {
    const others = []
    for (let count = 1; count < most; count++) others.push(await bench.start<NodeOpening>(engine, 'joins'))
    await measureFlow(bench, [node, ...others], (name, figure, unit) => tell(`${name}, ${most} nodes`, figure, unit))
    for (const other of others) await other.stop()
  }
  const [calls = 0] = bench.sizes(2, 100).slice(-1)
  const trips = await node.ask<{ readonly read: number; readonly write: number }>(`agent-trips ${calls}`)
  tell("an agent's call that reads", trips.read, 'round trips')
  tell("an agent's call that writes", trips.write, 'round trips')
  for (const count of bench.sizes(1000, 100_000, 1_000_000)) {
    // A million documents in memory are a question of memory, not of pages.
    if (contender === 'memory' && count > 100_000) continue
    const pages = await node.ask<Readonly<Record<string, number>>>(`pages ${count}`)
    for (const [place, time] of Object.entries(pages)) tell(`the ${place} page of ${count} task runs`, time, 'ms')
  }
  for (const calls of bench.sizes(600, 2500, 10_000)) {
    const opened = await node.ask<OpeningTimes>(`opening ${calls}`)
    tell(`opening after ${calls} calls`, opened.with, 'ms')
    if (contender !== 'memory') tell(`opening after ${calls} calls, without checkpoints`, opened.without, 'ms')
  }
  await node.stop()
}

async function measureFlow(bench: Bench, nodes: readonly Node[], tell: Tell): Promise<void> {
  const [first] = nodes
  if (first === undefined) return
  const agents = new Agents(
    nodes.map(({ message }) => message.url),
    first.message.solverKey,
    concurrency,
  )
  const [runs = 0] = bench.sizes(2, 400).slice(-1)
  await agents.play(Math.ceil(runs / 10))
  const before = await first.ask<number>('size')
  const { durations, wall } = await agents.play(runs)
  const flow = `${runs} runs`
  tell(`${flow}: calls a second`, (durations.length / wall) * 1000, 'calls/s')
  tell(`${flow}: a call, p50`, durations[Math.floor(durations.length * 0.5)] ?? 0, 'ms')
  tell(`${flow}: a call, p99`, durations[Math.floor(durations.length * 0.99)] ?? 0, 'ms')
  tell(`${flow}: a run leaves`, ((await first.ask<number>('size')) - before) / runs / 1000, 'kB')
  await agents.close()
}
