/**
 * What the server costs over a bare node:https handler: server CPU a request, TLS, keep-alive, contenders interleaved.
 *
 *   pnpm --filter @carebench/bench bench server.ts
 */
import { fork } from 'node:child_process'
import { Agent, createServer as createHttps, request } from 'node:https'
import { createCertificate, createServer } from '@carebench/server'

const rounds = 12
const requestsPerRound = 2_000
const inFlight = 16
const token = 'Bearer vk_bench'
const answer = JSON.stringify({ id: 'bench_1', name: 'example', description: null, timeout: 600, concurrency: 1 })
const created = JSON.stringify({ name: 'example', timeout: 600, concurrency: 1, description: 'x'.repeat(200) })
const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-request-id': 'bench' }

const contenders = ['bare node:https', '@carebench/server'] as const
type Contender = (typeof contenders)[number]

/** What a child tells: where it listens, or the CPU it has used, in microseconds. */
type Told = { readonly url: string; readonly ca: string } | { readonly cpu: number }

async function serve(contender: string): Promise<void> {
  const tls = await createCertificate(new Date())
  const port = await (contender === 'bare node:https' ? serveBare(tls) : serveOurs(tls))
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: user + system } satisfies Told)
  })
  process.send?.({ url: `https://127.0.0.1:${port}`, ca: tls.cert } satisfies Told)
}

function serveBare(tls: { readonly cert: string; readonly key: string }): Promise<number> {
  const server = createHttps(tls, (incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      if (incoming.headers.authorization !== token) {
        outgoing.writeHead(401).end()
        return
      }
      const body = incoming.method === 'POST' ? JSON.stringify(JSON.parse(Buffer.concat(chunks).toString())) : answer
      outgoing.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
    })
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}

async function serveOurs(tls: { readonly cert: string; readonly key: string }): Promise<number> {
  const text = new TextDecoder()
  const server = createServer({
    tls,
    service: {
      async handle(incoming) {
        if (incoming.headers.authorization !== token) return { status: 401, headers, body: null }
        if (incoming.method === 'GET') return { status: 200, headers, body: answer }
        return {
          status: 200,
          headers,
          body: JSON.stringify(JSON.parse(text.decode(await incoming.readBody(1_048_576)))),
        }
      },
    },
  })
  return (await server.listen({ port: 0 })).port
}

class Remote {
  private constructor(
    readonly child: ReturnType<typeof fork>,
    readonly url: string,
    readonly agent: Agent,
  ) {}

  static async start(contender: Contender): Promise<Remote> {
    const child = fork(import.meta.filename, [contender])
    const told = await hear(child)
    if (!('url' in told)) throw new Error('The child did not say where it listens.')
    return new Remote(child, told.url, new Agent({ keepAlive: true, maxSockets: inFlight, ca: told.ca }))
  }

  async cpu(): Promise<number> {
    const told = hear(this.child)
    this.child.send('cpu')
    const heard = await told
    return 'cpu' in heard ? heard.cpu : Number.NaN
  }

  ask(method: 'GET' | 'POST'): Promise<void> {
    const expected = method === 'GET' ? answer : created
    return new Promise((resolve, reject) => {
      const options = {
        method,
        agent: this.agent,
        headers: { authorization: token, 'content-type': 'application/json' },
      }
      const outgoing = request(`${this.url}/benchmarks/bench_1`, options, (incoming) => {
        let body = ''
        incoming.setEncoding('utf8').on('data', (part: string) => {
          body += part
        })
        incoming.on('end', () => {
          if (incoming.statusCode === 200 && body === expected) resolve()
          else reject(new Error(`Wrong answer: ${incoming.statusCode} ${body}`))
        })
      })
      outgoing.on('error', reject)
      outgoing.end(method === 'POST' ? created : undefined)
    })
  }

  /** Server CPU a request, in microseconds. */
  async round(method: 'GET' | 'POST', count: number): Promise<number> {
    const before = await this.cpu()
    let left = count
    const worker = async () => {
      while (left-- > 0) await this.ask(method)
    }
    await Promise.all(Array.from({ length: inFlight }, worker))
    return ((await this.cpu()) - before) / count
  }
}

function hear(child: ReturnType<typeof fork>): Promise<Told> {
  return new Promise((resolve) => child.once('message', (told) => resolve(told as Told)))
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

async function main(): Promise<void> {
  const remotes = new Map<Contender, Remote>()
  for (const contender of contenders) remotes.set(contender, await Remote.start(contender))
  for (const method of ['GET', 'POST'] as const) {
    const costs = new Map<Contender, number[]>(contenders.map((contender) => [contender, []]))
    for (let index = -2; index < rounds; index++) {
      for (const [contender, remote] of remotes) {
        const cost = await remote.round(method, requestsPerRound)
        if (index >= 0) costs.get(contender)?.push(cost)
      }
    }
    const bare = median(costs.get('bare node:https') ?? [])
    for (const [contender, values] of costs) {
      const cost = median(values)
      const result = { bench: 'server', method, contender, cpu_us: cost, ratio: cost / bare }
      console.log(
        JSON.stringify(result, (_key, value: unknown) =>
          typeof value === 'number' ? Number(value.toFixed(2)) : value,
        ),
      )
    }
  }
  for (const { agent, child } of remotes.values()) {
    agent.destroy()
    child.kill()
  }
}

const [contender] = process.argv.slice(2)
if (contender === undefined) await main()
else await serve(contender)
