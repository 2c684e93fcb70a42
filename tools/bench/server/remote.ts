import { spawnSync } from 'node:child_process'
import { Pool } from 'undici'
import type { Bench, Started } from '../src/benchmark.js'
import type { Opening } from './contender.js'

/** Number of concurrent requests, each on its own keep-alive connection. */
export const inFlight = 16

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** A contender: its process, which listens, and the client's connections to it. */
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

  /** The process id of the server. */
  get pid(): number {
    return this.started.pid
  }

  /** The ids of the resources that the contender has from the beginning, oldest first. */
  get ids(): readonly string[] {
    return this.started.message.ids
  }

  /** The path of the resource to which the token is limited; empty without a limit. */
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

/** Starts contenders as processes, on another core than this one. A smoke run starts only those of `inSmoke`. */
export async function startRemotes(
  bench: Bench,
  contenders: readonly string[],
  inSmoke: readonly string[],
): Promise<readonly Remote[]> {
  const [started = contenders] = bench.sizes(inSmoke, contenders)
  const remotes = await Promise.all(started.map((contender) => Remote.start(bench, contender)))
  separate(remotes)
  return remotes
}

/**
 * Pins this process, which is the client, to the first core and all servers to the second, where `taskset` is available
 * (Linux). Otherwise the kernel sometimes puts a server on the client's core, where they interrupt each other at every
 * answer: such a round costs up to twice as much, whichever server it is.
 */
export function separate(remotes: readonly Remote[]): void {
  pin(process.pid, 0)
  for (const { pid } of remotes) pin(pid, 1)
}

function pin(pid: number, core: number): void {
  spawnSync('taskset', ['--all-tasks', '--pid', '--cpu-list', String(core), String(pid)], { stdio: 'ignore' })
}
