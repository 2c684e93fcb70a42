import { performance } from 'node:perf_hooks'
import { Pool } from 'undici'
import { playRun, type Send } from '../load/workload.js'

/** What a node tells when it listens. Those that have joined another one have no keys of their own. */
export interface NodeOpening {
  readonly url: string
  readonly organizationKey: string
  readonly solverKey: string
}

/** What agents have measured, in milliseconds. */
export interface FlowTimes {
  readonly durations: readonly number[]
  readonly wall: number
}

/** Agents that carry out whole runs over HTTP, some at a time. Each request goes to the next node. */
export class Agents {
  readonly #pools: readonly Pool[]
  readonly #solverKey: string
  readonly #concurrency: number
  #requests = 0
  #runs = 0

  constructor(urls: readonly string[], solverKey: string, concurrency: number) {
    this.#pools = urls.map((url) => new Pool(url, { connections: concurrency, pipelining: 1 }))
    this.#solverKey = solverKey
    this.#concurrency = concurrency
  }

  async play(runs: number): Promise<FlowTimes> {
    const last = this.#runs + runs
    const durations: number[] = []
    const agent = async () => {
      while (this.#runs < last) durations.push(...(await playRun(this.#send, this.#solverKey, ++this.#runs)).durations)
    }
    const start = performance.now()
    await Promise.all(Array.from({ length: this.#concurrency }, agent))
    return { durations: durations.sort((one, other) => one - other), wall: performance.now() - start }
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.close()))
  }

  readonly #send: Send = async (token, method, path, body) => {
    const pool = this.#pools[this.#requests++ % this.#pools.length]
    if (pool === undefined) throw new Error('There is no node.')
    const isText = typeof body === 'string'
    const type = path.includes('/fhir/') ? 'application/fhir+json' : isText ? 'text/plain' : 'application/json'
    const answer = await pool.request({
      method: method as 'GET',
      path,
      headers: {
        authorization: `Bearer ${token}`,
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '192.0.2.1',
        ...(body !== undefined && { 'content-type': type }),
      },
      body: isText || body === undefined ? (body ?? null) : JSON.stringify(body),
    })
    const text = await answer.body.text()
    return { status: answer.statusCode, retryAfter: String(answer.headers['retry-after'] ?? '') || undefined, text }
  }
}
