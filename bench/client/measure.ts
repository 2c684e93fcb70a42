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

const ROUNDS = 40
const CALLS = 200
const IN_FLIGHT = 16

/** Where the server is, and what it holds. */
export interface Target {
  readonly url: string
  readonly ca: string
  readonly key: string
  readonly id: string
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

/** A tenth of the rounds are below: other processes only ever add to what a call costs. */
function low(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 10)] ?? Number.NaN
}

/** Compares the answers of all contenders, measures them in turns, and prints a line for each. */
export async function measureAll(target: Target): Promise<void> {
  const contenders = contendersFor(target)
  const times = new Map<string, number[]>()
  for (const contender of contenders) {
    const name = await contender.call()
    if (name !== 'read by all') throw new Error(`${contender.name} read ${name}.`)
    for (let round = 0; round < 4; round++) await measure(contender)
    times.set(contender.name, [])
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const contender of contenders) times.get(contender.name)?.push(await measure(contender))
  }
  const lowOf = (name: string) => low(times.get(name) ?? [])
  for (const name of times.keys()) {
    const microseconds = Number(lowOf(name).toFixed(1))
    const ratio = Number((lowOf(name) / lowOf('global fetch')).toFixed(2))
    const toUndici = Number((lowOf(name) / lowOf('undici.request')).toFixed(2))
    console.log(JSON.stringify({ bench: 'client', name, microseconds, ratio, ratio_to_undici: toUndici }))
  }
}
