/**
 * One call of the client over TLS on the same machine, 16 in flight: the CPU of the calling process for each.
 * Contenders: the default client (global fetch), the client over `@carebench/client/undici`, and what people use otherwise:
 * the global fetch, undici.request, ky, axios, got; all with kept connections and the same certificate. The server is a
 * process of its own. Contenders take turns in every round, their answers are compared before anything is timed, and the
 * median over the rounds counts.
 *
 *     pnpm --filter @carebench/bench bench client.ts
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { Agent as HttpsAgent } from 'node:https'
import { Carebench } from '@carebench/client'
import { nodeFetch } from '@carebench/client/node'
import { undiciFetch } from '@carebench/client/undici'
import axios from 'axios'
import got from 'got'
import ky from 'ky'
import { Agent, request } from 'undici'

interface Contender {
  readonly name: string
  /** The name of the environment that the call reads. */
  call(): Promise<unknown>
}

const ROUNDS = 9
const CALLS = 600
const IN_FLIGHT = 16

interface Target {
  readonly url: string
  readonly ca: string
  readonly key: string
  readonly id: string
}

/** Starts the server in a process of its own. */
function start(): Promise<{ readonly child: ChildProcess; readonly target: Target }> {
  const flags = ['--conditions=@carebench/source', '--import', 'tsx']
  const child = spawn(process.execPath, [...flags, new URL('./client/server.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
    child.stdout?.on('data', (part: Buffer) => {
      text += part
      if (text.endsWith('\n')) resolve({ child, target: JSON.parse(text) })
    })
  })
}

function contendersFor({ url, ca, key, id }: Target): readonly Contender[] {
  const path = `${url}/environments/${id}`
  const headers = { accept: 'application/json', authorization: `Bearer ${key}` }
  const fetch = nodeFetch({ ca, connections: IN_FLIGHT })
  const dispatcher = new Agent({ connections: IN_FLIGHT, connect: { ca } })
  const agent = new HttpsAgent({ keepAlive: true, maxSockets: IN_FLIGHT, ca })
  const byFetch = new Carebench({ baseUrl: url, apiKey: key, fetch })
  const byUndici = new Carebench({ baseUrl: url, apiKey: key, fetch: undiciFetch({ ca, connections: IN_FLIGHT }) })
  const read = async (carebench: Carebench) => (await carebench.call('getEnvironment', { params: { id } })).name
  const nameIn = (body: unknown) => Reflect.get(Object(body), 'name')
  return [
    { name: 'global fetch', call: async () => nameIn(await (await fetch(path, { headers })).json()) },
    { name: '@carebench/client', call: () => read(byFetch) },
    {
      name: 'undici.request',
      call: async () => nameIn(await (await request(path, { headers, dispatcher })).body.json()),
    },
    { name: '@carebench/client/undici', call: () => read(byUndici) },
    { name: 'ky', call: async () => nameIn(await ky(path, { headers, fetch }).json()) },
    { name: 'axios', call: async () => nameIn((await axios.get(path, { headers, httpsAgent: agent })).data) },
    {
      name: 'got',
      call: async () =>
        nameIn(await got(path, { headers, agent: { https: agent }, https: { certificateAuthority: ca } }).json()),
    },
  ]
}

/** Microseconds of CPU a call. */
async function measure({ call }: Contender): Promise<number> {
  const begin = process.cpuUsage()
  let left = CALLS
  const work = async () => {
    while (left-- > 0) await call()
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, work))
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / CALLS
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN
}

const { child, target } = await start()
try {
  const contenders = contendersFor(target)
  const times = new Map<string, number[]>()
  for (const contender of contenders) {
    const name = await contender.call()
    if (name !== 'read by all') throw new Error(`${contender.name} read ${name}.`)
    await measure(contender)
    times.set(contender.name, [])
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const contender of contenders) times.get(contender.name)?.push(await measure(contender))
  }
  const baseline = median(times.get('global fetch') ?? [])
  for (const [name, measured] of times) {
    const microseconds = median(measured)
    const ratio = Number((microseconds / baseline).toFixed(2))
    console.log(JSON.stringify({ bench: 'client', name, microseconds: Number(microseconds.toFixed(1)), ratio }))
  }
} finally {
  child.kill()
}
// Kept connections would keep the process.
process.exit(0)
