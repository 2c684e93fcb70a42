// What is the worst request of each operation, and how long does it hold the thread?
//
// Every operation of the OpenAPI document, simulated systems on both surfaces included, is sent what is in worst/worst-requests.ts:
// its example, long texts, long lists, many values and many members made from it, and what was made for it by hand. The service has one
// run of all systems, with a record of 30,000 Observations that nobody has searched before.
//
// Of each operation the request that held the thread longest is reported, with all its CPU. Both are CPU of the thread of the service,
// without garbage collection: it has a young generation so large that hardly anything is collected meanwhile. `heap` is
// what is allocated meanwhile. Figures are measured once, so first uses and compilation are in them.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Bench } from './src/benchmark.js'
import type { WorstFigures } from './worst/process.js'

export async function run(bench: Bench): Promise<void> {
  const [{ resources, size } = { resources: 300, size: 20_000 }] = bench
    .sizes({ resources: 300, size: 20_000 }, { resources: 30_000, size: 1_000_000 })
    .slice(-1)
  const worker = new Worker(new URL('./worst-process.mjs', import.meta.url), {
    workerData: { resources, size },
    resourceLimits: { maxYoungGenerationSizeMb: 1024, maxOldGenerationSizeMb: 4096 },
  })
  const [worst]: [readonly WorstFigures[]] = (await once(worker, 'message')) as [readonly WorstFigures[]]
  await worker.terminate()
  for (const { operation, input, status, longest, cpu, heap } of worst) {
    const name = `${operation}: ${input} (${status})`
    bench.report({ case: name, contender: 'longest piece', figure: rounded(longest), unit: 'ms CPU' })
    bench.report({ case: name, contender: 'all of it', figure: rounded(cpu), unit: 'ms CPU' })
    bench.report({ case: name, contender: 'heap', figure: rounded(heap / 1000), unit: 'kB' })
  }
}

function rounded(figure: number): number {
  return Math.max(Number(figure.toPrecision(3)), 0.001)
}
