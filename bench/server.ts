/**
 * What the whole reference server costs over a bare node:https handler: server CPU a request, TLS, connections kept.
 *
 * Every contender runs in a process of its own and holds the same 1,000 benchmarks of one organization; the client is this
 * process, with 16 requests in flight. Rounds take turns, the figure of a contender is its median round of
 * `process.cpuUsage()` (user and system, collection of garbage and compilation included) over the number of requests, and
 * `ratio` is against the floor. Before anything is timed the answers of all are compared: bytes, pages, refusals.
 *
 * `GET one` reads a benchmark, each request another one. `GET page` reads a page of 20 in the middle of the list, with a
 * signed cursor to read and two to write. `POST` creates a benchmark with a new name; the stores of all contenders grow by
 * the same number in the same rounds, those of the warm-up included.
 *
 * The floor and the frameworks share a desk written by hand (bench/server/desk.ts): the token by its SHA-256, the schema of
 * the operations table compiled by ajv, unique names, a Map and an array of live objects, HMAC-SHA-256 over cursors, a
 * request id on every answer. carebench is `createService` and `createServer` as published, over the memory store. It
 * does what the others do not: routes of the whole table, refusal of hostile JSON (nesting, numbers that a double cannot
 * carry, keys that reach into prototypes, broken UTF-8), frozen copies in and out, compare-and-set commits, times for slow
 * clients, drain and shutdown, plain HTTP on the same port.
 *
 * `--pin` keeps this process on the first core and all servers on the second (Linux, taskset). Left to itself, the kernel
 * now and then puts a server beside the client, whose every answer then wakes the one and stops the other: such a round
 * costs up to twice as much, whoever answers.
 *
 *   pnpm --filter @carebench/bench bench server.ts --pin
 *   pnpm --filter @carebench/bench bench server.ts --only carebench --profile FOLDER    writes a CPU profile as it ends
 */
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { bundleChild } from './server/bundle.js'
import { checkAnswers, newBenchmark } from './server/check-answers.js'
import { Remote } from './server/remote.js'

const floor = 'bare node:https'
const contenders = [floor, 'carebench', 'carebench, request log', 'carebench server only', 'fastify', 'hono', 'express']
const warmUp = 6

/** A kind of request: what its rounds ask, and the status that is right. */
interface Job {
  readonly name: string
  readonly status: number
  requests(remote: Remote): Promise<() => Parameters<Remote['ask']>>
}

const jobs: readonly Job[] = [
  {
    name: 'GET one',
    status: 200,
    async requests({ ids }) {
      let index = 0
      return () => ['GET', `/benchmarks/${ids[index++ % ids.length]}`]
    },
  },
  {
    name: 'GET page',
    status: 200,
    async requests(remote) {
      let cursor = ''
      for (let page = 0; page < 25; page++) {
        const query = cursor === '' ? '' : `&cursor=${cursor}`
        cursor = JSON.parse((await remote.ask('GET', `/benchmarks?limit=20${query}`)).text)._meta.next
      }
      return () => ['GET', `/benchmarks?limit=20&cursor=${cursor}`]
    },
  },
  {
    name: 'POST',
    status: 201,
    async requests() {
      let index = 0
      return () => ['POST', '/benchmarks', newBenchmark(`Made in the bench ${index++}`)]
    },
  },
]

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] ?? Number.NaN) + (sorted[sorted.length >> 1] ?? Number.NaN)) / 2
}

async function run(job: Job, remotes: ReadonlyMap<string, Remote>, rounds: number, count: number): Promise<void> {
  const costs = new Map<string, number[]>()
  const requests = new Map<string, Awaited<ReturnType<Job['requests']>>>()
  for (const [contender, remote] of remotes) {
    costs.set(contender, [])
    requests.set(contender, await job.requests(remote))
  }
  for (let index = -warmUp; index < rounds; index++) {
    for (const [contender, remote] of remotes) {
      const next = requests.get(contender)
      if (next === undefined) continue
      const cost = await remote.round(count, job.status, next)
      if (index >= 0) costs.get(contender)?.push(cost)
    }
  }
  const bare = median(costs.get(floor) ?? [])
  for (const [contender, values] of costs) {
    const cost = median(values)
    const result = { bench: 'server', job: job.name, contender, cpu_us: round2(cost), ratio: round2(cost / bare) }
    console.log(JSON.stringify(result))
  }
}

/** Keeps a process and its threads on one core. */
function pin(pid: number | undefined, core: number): void {
  execFileSync('taskset', ['--all-tasks', '--pid', '--cpu-list', String(core), String(pid)], { stdio: 'ignore' })
}

function round2(value: number): number {
  return Number(value.toFixed(2))
}

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: contenders },
    job: { type: 'string', multiple: true, default: jobs.map(({ name }) => name) },
    rounds: { type: 'string', default: '15' },
    requests: { type: 'string', default: '2000' },
    pin: { type: 'boolean', default: false },
    profile: { type: 'string' },
    'node-option': { type: 'string', multiple: true, default: [] },
  },
})
const file = await bundleChild()
const execArgv = [...options['node-option']]
if (options.profile !== undefined) execArgv.push('--cpu-prof', `--cpu-prof-dir=${options.profile}`)
const remotes = new Map<string, Remote>()
for (const contender of options.only) remotes.set(contender, await Remote.start(file, contender, execArgv))
if (options.pin) {
  pin(process.pid, 0)
  for (const { pid } of remotes.values()) pin(pid, 1)
}
await checkAnswers(remotes)
for (const job of jobs) {
  if (options.job.includes(job.name)) await run(job, remotes, Number(options.rounds), Number(options.requests))
}
for (const remote of remotes.values()) await remote.close()
