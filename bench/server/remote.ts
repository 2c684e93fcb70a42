import { type ChildProcess, fork } from 'node:child_process'
import { Pool } from 'undici'
import type { Told } from './contender.js'

/** How many requests are under way at once, each on a connection that is kept. */
const inFlight = 16

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** A contender as the client sees it: a process that listens, and the connections to it. */
export class Remote {
  private constructor(
    private readonly child: ChildProcess,
    private readonly pool: Pool,
    private readonly authorization: string,
    /** The ids of the benchmarks that are there from the beginning, oldest first. */
    readonly ids: readonly string[],
  ) {}

  static async start(file: string, contender: string, execArgv: readonly string[] = []): Promise<Remote> {
    const child = fork(file, [contender], {
      env: { ...process.env, NODE_ENV: 'production' },
      execArgv: [...execArgv],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    })
    // Read, so that nobody waits for a full pipe, and thrown away; a child that fails says so first.
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (said.length < 10_000) said += text
    })
    const told = await Promise.race([
      hear(child),
      new Promise<never>((_, reject) => child.once('exit', () => reject(new Error(`${contender} ended: ${said}`)))),
    ])
    if (!('url' in told)) throw new Error(`${contender} did not say where it listens.`)
    const pool = new Pool(told.url, { connections: inFlight, pipelining: 1, connect: { ca: told.ca } })
    return new Remote(child, pool, `Bearer ${told.token}`, told.ids)
  }

  /** The process of the server. */
  get pid(): number | undefined {
    return this.child.pid
  }

  async ask(method: 'GET' | 'POST', path: string, body?: string, change: Record<string, string> = {}): Promise<Answer> {
    const headers = {
      authorization: this.authorization,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...change,
    }
    const answer = await this.pool.request({ method, path, headers, body: body ?? null })
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
  }

  /** Sends `count` requests and answers the CPU that the server used for one, in microseconds. Throws at a wrong status. */
  async round(count: number, status: number, next: () => Parameters<Remote['ask']>): Promise<number> {
    const before = await this.cpu()
    let left = count
    const work = async () => {
      while (left-- > 0) {
        const [method, path, body] = next()
        const answer = await this.ask(method, path, body)
        if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
      }
    }
    await Promise.all(Array.from({ length: inFlight }, work))
    return ((await this.cpu()) - before) / count
  }

  async close(): Promise<void> {
    await this.pool.close()
    this.child.disconnect()
  }

  private async cpu(): Promise<number> {
    const told = hear(this.child)
    this.child.send('cpu')
    const heard = await told
    if (!('cpu' in heard)) throw new Error('The child did not say what CPU it used.')
    return heard.cpu
  }
}

function hear(child: ChildProcess): Promise<Told> {
  // Both ends of this channel are this benchmark.
  return new Promise((resolve) => child.once('message', (told) => resolve(told as Told)))
}
