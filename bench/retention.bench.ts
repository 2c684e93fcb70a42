// Does it stay flat: memory and disk of a service that keeps a hundred runs?
//
// A service in a process of its own on each engine carries out thousands of runs, one after another, and deletes all but the newest
// hundred, as `carebench serve --retain 100` does. Every tenth run is a whole one of the benchmark `load`, the others are only started
// and completed. After each tenth of the runs: the memory of the process, the heap in use after a full collection, and the files of
// the database, without its write-ahead log, which is reported once. What is reported first is after a tenth: caches have filled then.

import { startPostgres, whyNoPostgres } from '../packages/store-sql/src/testing/postgres-server.js'
import type { Sample } from './retention/process.js'
import type { Bench } from './src/benchmark.js'

export async function run(bench: Bench): Promise<void> {
  const server = whyNoPostgres() === undefined ? await startPostgres() : undefined
  try {
    await measure(bench, 'memory', 'memory', 20_000)
    await measure(bench, 'PGlite', 'PGlite', 5000)
    if (server !== undefined) await measure(bench, 'PostgreSQL', server.createDatabase('bench'), 5000)
  } finally {
    server?.stop()
  }
}

async function measure(bench: Bench, contender: string, engine: string, most: number): Promise<void> {
  const service = await bench.start(engine)
  const [runs = 0] = bench.sizes(4, most).slice(-1)
  const parts = Math.min(10, runs)
  for (let part = 1; part <= parts; part++) {
    const sample = await service.ask<Sample>(`run ${runs / parts}`)
    const tell = (name: string, figure: number | null) => {
      if (figure === null) return
      const done = (runs / parts) * part
      bench.report({ case: `after ${done} runs`, contender: `${contender}: ${name}`, figure: round(figure / 1e6), unit: 'MB' })
    }
    tell('RSS', sample.rss)
    tell('heap in use', sample.heap)
    tell('database', sample.database)
    tell('folder', sample.folder)
  }
  await service.stop()
}

function round(figure: number): number {
  return Math.max(Number(figure.toPrecision(3)), 0.001)
}
