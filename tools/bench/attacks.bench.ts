// What do attacks cost that once stopped the service?
//
// First, single requests of an agent or of the author of a benchmark attack a service in a thread. Measured for
// each: all CPU of the thread, the most CPU without a pause (both without garbage collection), and the heap that is
// kept after a full collection. PDFs are read in a worker, whose CPU is not counted. tools/bench/results/reliability.md
// has the figures, and what they were before. `NODE_OPTIONS=--max-old-space-size=256 pnpm bench load` measures another
// attack: more finished runs than fit into 256 MB.
//
// Then sequences of requests that end in a completion, and once stopped the service or were meant to, are played on
// each engine: worst.bench.ts says what is measured, and when it fails. `pnpm bench attacks --case '120 equal files'`
// plays only the sequences with this name.
//
// Then connections over HTTPS, most of them without a key, attack a server in a process of its own. Measured
// for each: how long an honest client waits during the attack, how late the event loop of the server is, the server's
// CPU and memory, and the heap that is kept after a full collection. Clients and server share the machine.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Agent, request } from 'undici'
import { type ConnectionAttack, connectionAttacks, type Target, timesDuring } from './attacks/connections.js'
import type { AttackFigures } from './attacks/requests.js'
import type { LoadOpening, ServerFigures } from './load/workload.js'
import { engineNames } from './sequences/engine-names.js'
import { fixedSequences } from './sequences/fixed.js'
import { reportSequence, trySequences } from './sequences/run.js'
import type { Bench } from './src/benchmark.js'

export async function run(bench: Bench): Promise<void> {
  const [share = 1] = bench.sizes(0.01, 1)
  const chosen = chooseSequences(bench.only, share)
  // A text that no sequence and no connection attack has in its name selects requests, which are all sent together.
  const named = connectionAttacks.filter(({ attack }) => attack.includes(bench.only))
  const isWhole = bench.only === '' || chosen.length + named.length === 0
  if (isWhole) await sendRequests(bench, share)
  await trySequences('attacks', { tries: chosen, seed: 1, share }, (tried) => {
    const { name, before } =
      chosen.find(({ question, engine }) => question === tried.question && engine === tried.engine) ?? {}
    reportSequence(bench, name ?? '', tried, before)
  })
  for (const isLimited of [false, true]) {
    const attacks = (isWhole ? connectionAttacks : named).filter(({ limited = false }) => limited === isLimited)
    if (attacks.length > 0) await attackConnections(bench, share, attacks, isLimited ? ['limits'] : [])
  }
}

async function sendRequests(bench: Bench, share: number): Promise<void> {
  const worker = new Worker(new URL('./attacks-process.mjs', import.meta.url), {
    workerData: { share },
    resourceLimits: { maxYoungGenerationSizeMb: 1024, maxOldGenerationSizeMb: 4096 },
  })
  const [figures] = (await once(worker, 'message')) as [readonly AttackFigures[]]
  await worker.terminate()
  for (const { attack, before, status, cpu, longest, kept } of figures) {
    const name = { case: `${attack} (${status})`, ...(before !== undefined && { before }) }
    bench.report({ ...name, contender: 'all of it', figure: rounded(cpu), unit: 'ms CPU' })
    bench.report({ ...name, contender: 'longest piece', figure: rounded(longest), unit: 'ms CPU' })
    bench.report({ ...name, contender: 'heap kept', figure: rounded(kept / 1000), unit: 'kB' })
  }
}

/**
 * Lists the fixed sequences on each engine whose names contain the text `only`. With a `share` below 1, as in smoke
 * runs, there is only the first sequence, in memory.
 */
function chooseSequences(only: string, share: number) {
  const sequences = fixedSequences(share).map(({ name, before }, number) => ({ name, before, number }))
  const engines = share < 1 ? (['memory'] as const) : engineNames
  const played = share < 1 ? sequences.slice(0, 1) : sequences
  return engines
    .flatMap((engine) =>
      played.map(({ name, before, number }) => ({
        name: `${name} on ${engine}`,
        engine,
        question: `fixed ${number}`,
        ...(before !== undefined && { before }),
      })),
    )
    .filter(({ name }) => name.includes(only))
}

async function attackConnections(
  bench: Bench,
  share: number,
  attacks: readonly ConnectionAttack[],
  options: readonly string[],
): Promise<void> {
  const server = await bench.start<LoadOpening>(...options)
  const target: Target = { ...server.message, ...(await beginRun(server.message)), share }
  let { heap } = await server.ask<ServerFigures>('figures')
  for (const attack of attacks) {
    const times = await timesDuring(target, attack)
    const figures = await server.ask<ServerFigures>('figures')
    const report = (contender: string, figure: number, unit: string) =>
      bench.report({
        case: attack.attack,
        ...(attack.before !== undefined && { before: attack.before }),
        contender,
        figure: rounded(figure),
        unit,
      })
    report('an honest request, p50', times[Math.floor(times.length / 2)] ?? 0, 'ms')
    report('an honest request, longest', times.at(-1) ?? 0, 'ms')
    report('event loop late, longest', figures.maxPauseMs, 'ms')
    report('all of it', figures.cpu, 'ms CPU')
    report('heap kept', Math.max(0, figures.heap - heap) / 1000, 'kB')
    report('memory of the process, most', figures.resident / 1e6, 'MB')
    heap = figures.heap
  }
  await server.stop()
}

/** Creates a run of the server's benchmark `load` and starts its task runs. Returns the run's token and path. */
async function beginRun({
  url,
  ca,
  solverKey,
}: LoadOpening): Promise<{ readonly token: string; readonly run: string }> {
  const dispatcher = new Agent({ connect: { ca } })
  const post = async (path: string, token: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await request(url + path, { method: 'POST', headers, body: JSON.stringify(body), dispatcher })
    if (response.statusCode >= 300) throw new Error(`${path}: ${response.statusCode} ${await response.body.text()}`)
    return (await response.body.json()) as Begun
  }
  const {
    benchmark_run_id: id,
    bearer_token: token,
    task_runs: taskRuns,
  } = await post('/v1/benchmark-runs', solverKey, { benchmark: 'load@1' })
  for (const { start_url: path } of taskRuns) await post(path, token, {})
  await dispatcher.close()
  return { token, run: `/v1/benchmark-runs/${id}` }
}

interface Begun {
  readonly benchmark_run_id: string
  readonly bearer_token: string
  readonly task_runs: readonly { readonly start_url: string }[]
}

function rounded(figure: number): number {
  return Math.max(Number(figure.toPrecision(3)), 0.001)
}
