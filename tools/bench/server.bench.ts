// How much CPU does a request to the whole server cost, over TLS, beside a bare node:https handler?
//
// Every contender runs in its own process and holds the same 1,000 benchmarks of one organization. This process is the
// client, with 16 requests in flight; the figures are CPU time of the servers. Before anything is timed, the answers of
// all contenders are compared: bytes, pages, rejections.
//
// `read one` reads a benchmark, a different one on each request. `page of 20` reads a page in the middle of the list,
// with one signed cursor to verify and two to sign. `create` creates a benchmark with a new name; all stores grow
// equally.
//
// The floor and the frameworks share a handwritten core (server/benchmark-table.ts): tokens looked up by SHA-256, the
// schema of the operations table compiled by ajv, unique names, a Map and an array of live objects, HMAC-SHA-256
// cursors, a request id on every answer. carebench is `createService` and `createServer` as published, over the memory
// store. It also does what the others do not: routes for the whole table, rejection of hostile JSON (deep nesting,
// numbers that a double cannot represent, prototype keys, invalid UTF-8), frozen copies in and out, compare-and-set
// commits, timeouts for slow clients, draining and shutdown, plain HTTP on the same port.

import { newBenchmark, readAnswers } from './server/read-answers.js'
import { inFlight, type Remote, startRemotes } from './server/remote.js'
import type { Bench } from './src/benchmark.js'

const floor = 'bare node:https'
const contenders = [floor, 'carebench', 'carebench, request log', 'carebench server only', 'fastify', 'hono', 'express']

interface Job {
  readonly name: string
  readonly status: number
  /** Maximum ratio to the floor. */
  readonly goal: number
  /** Returns a function that makes the request of each turn. */
  prepare(remote: Remote): Promise<(turn: number) => Parameters<Remote['ask']>>
}

const jobs: readonly Job[] = [
  {
    name: 'read one',
    status: 200,
    goal: 1.3,
    async prepare({ ids }) {
      return (turn) => ['GET', `/benchmarks/${ids[turn % ids.length]}`]
    },
  },
  {
    name: 'page of 20',
    status: 200,
    goal: 1.3,
    async prepare(remote) {
      let cursor = ''
      for (let page = 0; page < remote.ids.length / 40; page++) {
        const query = cursor === '' ? '' : `&cursor=${cursor}`
        cursor = JSON.parse((await remote.ask('GET', `/benchmarks?limit=20${query}`)).text)._meta.next
      }
      return () => ['GET', `/benchmarks?limit=20&cursor=${cursor}`]
    },
  },
  {
    name: 'create',
    status: 201,
    goal: 1.4,
    async prepare() {
      return (turn) => ['POST', '/benchmarks', newBenchmark(`Made in the bench ${turn}`)]
    },
  },
]

export async function run(bench: Bench): Promise<void> {
  const remotes = await startRemotes(bench, contenders, [floor, 'carebench', 'fastify'])
  const answers = new Map<Remote, unknown>()
  for (const remote of remotes) {
    try {
      answers.set(remote, await readAnswers(remote))
    } catch (cause) {
      throw new Error(`${remote.contender} gave a wrong answer.`, { cause })
    }
  }
  for (const job of jobs) {
    const racing = remotes.map(async (remote) => {
      const request = await job.prepare(remote)
      return {
        name: remote.contender,
        ...(remote.contender === floor && { floor }),
        ...(remote.contender === 'carebench' && { goals: { [floor]: job.goal } }),
        answer: () => answers.get(remote),
        cpu: () => remote.cpu(),
        async run(turn: number) {
          const [method, path, body] = request(turn)
          const { status, text } = await remote.ask(method, path, body)
          if (status !== job.status) throw new Error(`${remote.contender}, ${method} ${path}: ${status} ${text}`)
        },
      }
    })
    const [first] = answers.values()
    await bench.race({ case: job.name, inFlight, turns: 500, expected: first, contenders: await Promise.all(racing) })
  }
  for (const remote of remotes) await remote.close()
}
