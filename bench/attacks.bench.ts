// What do attacks cost that once stopped the service?
//
// Seven requests that an agent, or the author of a benchmark, can make, against a service in a thread of its own. Of each: all CPU of the
// thread, the most without a pause (garbage collection apart), and the heap that is kept after a full collection. PDFs are read in a
// worker, whose CPU is not in the figures. docs/reliability.md has the figures and what they were before. Finished runs with 256 MB are
// measured by `NODE_OPTIONS=--max-old-space-size=256 pnpm bench load`.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { AttackFigures } from './attacks/process.js'
import type { Bench } from './src/benchmark.js'

export async function run(bench: Bench): Promise<void> {
  const [share = 1] = bench.sizes(0.01, 1).slice(-1)
  const worker = new Worker(new URL('./attacks-process.mjs', import.meta.url), {
    workerData: { share },
    resourceLimits: { maxYoungGenerationSizeMb: 1024, maxOldGenerationSizeMb: 4096 },
  })
  const [figures] = (await once(worker, 'message')) as [readonly AttackFigures[]]
  await worker.terminate()
  for (const { attack, status, cpu, longest, kept } of figures) {
    const name = `${attack} (${status})`
    bench.report({ case: name, contender: 'all of it', figure: rounded(cpu), unit: 'ms CPU' })
    bench.report({ case: name, contender: 'longest piece', figure: rounded(longest), unit: 'ms CPU' })
    bench.report({ case: name, contender: 'heap kept', figure: rounded(kept / 1000), unit: 'kB' })
  }
}

function rounded(figure: number): number {
  return Math.max(Number(figure.toPrecision(3)), 0.001)
}
