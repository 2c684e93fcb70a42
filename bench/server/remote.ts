import { Pool } from 'undici'
import type { Bench, Started } from '../src/benchmark.js'
import type { Opening } from './contender.js'

/** How many requests are under way at once, each on a connection that is kept. */
export const inFlight = 16

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** A contender as the client sees it: a process that listens, and the connections to it. */
export class Remote {
  private constructor(
    readonly contender: string,
    private readonly started: Started<Opening>,
    private readonly pool: Pool,
  ) {}

  static async start(bench: Bench, contender: string): Promise<Remote> {
    const started = await bench.start<Opening>(contender)
    const { url, ca } = started.message
    return new Remote(contender, started, new Pool(url, { connections: inFlight, pipelining: 1, connect: { ca } }))
  }

  /** The process of the server. */
  get pid(): number {
    return this.started.pid
  }

  /** The ids of the benchmarks that are there from the beginning, oldest first. */
  get ids(): readonly string[] {
    return this.started.message.ids
  }

  /** The path of what the token is for; empty if it is for everything. */
  get base(): string {
    return this.started.message.base ?? ''
  }

  async ask(method: 'GET' | 'POST', path: string, body?: string, change: Record<string, string> = {}): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${this.started.message.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...change,
    }
    const answer = await this.pool.request({ method, path, headers, body: body ?? null })
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
  }

  /** The CPU that the server has used, in microseconds. */
  cpu(): Promise<number> {
    return this.started.ask('cpu')
  }

  async close(): Promise<void> {
    await this.pool.close()
    await this.started.stop()
  }
}
