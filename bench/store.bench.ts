// What does it cost to keep everything: in memory, in a folder, in PostgreSQL?
//
// A service in a process of its own, called without HTTP, on each engine. The flow is that of the benchmark `load`: whole runs, 26
// requests each, one after another. Then pages of 20 in the middle of lists of 1,000 to 1,000,000 documents, the opening of a
// playground after 100 to 10,000 calls with and without checkpoints, and how much is in use while a service carries out thousands of
// runs and keeps a hundred. Figures are measured once. PostgreSQL is skipped where it is not installed; its server and the service
// share the machine, and `fsync` is off, as it is with PGlite: add the time of your disk.

import { startPostgres, whyNoPostgres } from '../packages/store-sql/src/testing/postgres-server.js'
import type { Bench } from './src/benchmark.js'

export async function run(bench: Bench): Promise<void> {
  const server = whyNoPostgres() === undefined ? await startPostgres() : undefined
  try {
    await measure(bench, 'memory', 'memory')
    await measure(bench, 'PGlite', 'PGlite')
    if (server !== undefined) await measure(bench, 'PostgreSQL', server.createDatabase('bench'))
  } finally {
    server?.stop()
  }
}

async function measure(bench: Bench, contender: string, engine: string): Promise<void> {
  const service = await bench.start<{ readonly ready: true }>(engine)
  const tell = (name: string, figure: number, unit: string) =>
    bench.report({ case: name, contender, figure: Math.max(Number(figure.toPrecision(3)), 0.001), unit })
  const [runs = 0] = bench.sizes(2, 200).slice(-1)
  const { durations, wall, trips, bytes } = await service.ask<{
    readonly durations: number[]
    readonly wall: number
    readonly trips: number
    readonly bytes: number
  }>(`flow ${runs}`)
  const sorted = durations.toSorted((one, other) => one - other)
  const flow = `${runs} runs`
  tell(`${flow}: calls a second`, (durations.length / wall) * 1000, 'calls/s')
  tell(`${flow}: a call, p50`, sorted[Math.floor(sorted.length * 0.5)] ?? 0, 'ms')
  tell(`${flow}: a call, p99`, sorted[Math.floor(sorted.length * 0.99)] ?? 0, 'ms')
  tell(`${flow}: round trips of a call`, trips, 'round trips')
  tell(`${flow}: a run leaves`, bytes / 1000, 'kB')
  for (const count of bench.sizes(1000, 100_000, 1_000_000)) {
    // A million documents in memory are a question of memory, not of pages.
    if (contender === 'memory' && count > 100_000) continue
    tell(`a page of 20 of ${count}`, await service.ask<number>(`pages ${count}`), 'ms')
  }
  for (const calls of bench.sizes(600, 2500, 10_000)) {
    const opened = await service.ask<{ readonly with: number; readonly without: number }>(`opening ${calls}`)
    tell(`opening after ${calls} calls`, opened.with, 'ms')
    if (contender !== 'memory') tell(`opening after ${calls} calls, without checkpoints`, opened.without, 'ms')
  }
  const [many = 0] = bench.sizes(8, contender === 'memory' ? 20_000 : 5000).slice(-1)
  const [half = 0, end = 0] = await service.ask<number[]>(`retained ${many}`)
  tell(`in use after ${many / 2} runs of which 100 are kept`, half / 1e6, 'MB')
  tell(`in use after ${many} runs of which 100 are kept`, end / 1e6, 'MB')
  await service.stop()
}
