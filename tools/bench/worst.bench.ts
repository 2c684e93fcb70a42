// How long do the worst request of each operation, and the worst sequences of an agent, hold the thread?
//
// Every operation of the OpenAPI document, simulated systems on both surfaces included, is sent what is in
// worst/worst-requests.ts: its example, long texts, long lists, many values and many members made from it, and what
// was made for it by hand. The service has one run of all systems, with a record of 30,000 Observations that nobody
// has searched before.
//
// Of each operation the request that held the thread longest is reported, with all its CPU. Both are CPU of the
// thread of the service, without garbage collection: it has a young generation so large that hardly anything is
// collected meanwhile. `heap` is what is allocated meanwhile. Figures are measured once, so first uses and
// compilation are in them.
//
// Then 500 sequences that end in a completion are drawn from a seed (CAREBENCH_SEED, default 1): many small texts,
// few large ones, equal and different, of words that are slow to search, to one to three systems of each fixture, of
// a task of each family of carebench-1, and of a benchmark with all systems and matchers. Each is played on each
// engine: memory, PGlite and PostgreSQL, which is skipped if it is not installed. After each, its result is read in
// every way, and regraded. The ten sequences are reported whose longest piece is largest relative to its bound.
// `pnpm bench worst --case 'sequence 17 '` plays one, `--case 'on PGlite'` all on one engine.
//
// Fails if a piece takes over 50 ms of CPU, 350 for a body over 1 MiB, or if another client waits over 250 ms for
// `/healthz` meanwhile: in each of three plays, so that neither first uses nor noise count.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type EngineName, engineNames } from './sequences/engine-names.js'
import { orderByWorst, reportSequence, type TriedSequence, type Try, trySequences } from './sequences/run.js'
import type { Bench } from './src/benchmark.js'
import type { WorstFigures } from './worst/requests.js'

export async function run(bench: Bench): Promise<void> {
  const smallest = { count: 1, share: 0.05, engines: ['memory'] as readonly EngineName[] }
  const [size = smallest] = bench.sizes(smallest, { count: 500, share: 1, engines: engineNames })
  const sequences = size.engines.flatMap((engine) =>
    Array.from({ length: size.count }, (_, number): NamedTry => {
      return { engine, question: `drawn ${number}`, name: `sequence ${number} of seed ${seed} on ${engine}` }
    }),
  )
  const chosen = sequences.filter(({ name }) => name.includes(bench.only))
  // A text that no sequence has in its name selects requests, which are all sent together.
  if (bench.only === '' || chosen.length === 0) await sendWorstRequests(bench)
  await playSequences(bench, chosen, size.share)
}

const seed = Number(process.env.CAREBENCH_SEED ?? 1)

interface NamedTry extends Try {
  readonly name: string
}

async function playSequences(bench: Bench, tries: readonly NamedTry[], share: number): Promise<void> {
  const tried: TriedSequence[] = []
  try {
    await trySequences('worst', { tries, seed, share }, (one) => void tried.push(one))
  } finally {
    for (const one of orderByWorst(tried).slice(0, 10)) {
      const named = tries.find(({ question, engine }) => question === one.question && engine === one.engine)
      reportSequence(bench, `${named?.name}, ${one.place}, ${one.name}`, one)
    }
  }
}

async function sendWorstRequests(bench: Bench): Promise<void> {
  const smallest = { resources: 30, size: 2_000, maxEach: 1 }
  const [workerData = smallest] = bench.sizes(smallest, { resources: 30_000, size: 1_000_000, maxEach: 1_000 })
  const worker = new Worker(new URL('./worst-process.mjs', import.meta.url), {
    workerData,
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
