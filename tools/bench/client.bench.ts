// How much CPU does a call of the client over TLS cost its caller, with 16 in flight?
//
// The contenders are the default client (over the global fetch), the client over `@carebench/client/undici`, and what
// people use instead, all with keep-alive connections and the same certificate. The server runs in its own process, so
// the figures cover the caller alone. Before each round a contender opens its connections again, if they have been
// closed meanwhile. Garbage is not collected by force: with a collection before each round, most calls took twice as
// long.

import { Agent as HttpsAgent } from 'node:https'
import { Carebench } from '@carebench/client'
import { nodeFetch } from '@carebench/client/node'
import { undiciFetch } from '@carebench/client/undici'
import axios from 'axios'
import got from 'got'
import ky from 'ky'
import { Agent, request } from 'undici'
import { environmentName, type Target } from './client/target.js'
import type { Bench } from './src/benchmark.js'

const inFlight = 16

/** Returns a function for each contender that reads an environment and resolves to its name. */
function makeCalls({ url, ca, key, id }: Target) {
  const path = `${url}/environments/${id}`
  const headers = { accept: 'application/json', authorization: `Bearer ${key}` }
  const fetch = nodeFetch({ ca, connections: inFlight })
  const dispatcher = new Agent({ connections: inFlight, connect: { ca } })
  const agent = new HttpsAgent({ keepAlive: true, maxSockets: inFlight, ca })
  const byFetch = new Carebench({ baseUrl: url, apiKey: key, fetch })
  const byUndici = new Carebench({ baseUrl: url, apiKey: key, fetch: undiciFetch({ ca, connections: inFlight }) })
  const read = async (carebench: Carebench) => (await carebench.call('getEnvironment', { params: { id } })).name
  const nameIn = (body: unknown) => Reflect.get(Object(body), 'name')
  return {
    'global fetch': async () => nameIn(await (await fetch(path, { headers })).json()),
    '@carebench/client': () => read(byFetch),
    'undici.request': async () => nameIn(await (await request(path, { headers, dispatcher })).body.json()),
    '@carebench/client/undici': () => read(byUndici),
    ky: async () => nameIn(await ky(path, { headers, fetch }).json()),
    axios: async () => nameIn((await axios.get(path, { headers, httpsAgent: agent })).data),
    got: async () => {
      const options = { headers, agent: { https: agent }, https: { certificateAuthority: ca } }
      return nameIn(await got(path, options).json())
    },
  }
}

const floors = ['global fetch', 'undici.request']
const goals: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  '@carebench/client': { 'global fetch': 1.3 },
  '@carebench/client/undici': { 'undici.request': 1.3 },
}

export async function run(bench: Bench): Promise<void> {
  const { message, stop } = await bench.start<Target>()
  await bench.race({
    case: 'one call',
    inFlight,
    turns: 400,
    expected: environmentName,
    contenders: Object.entries(makeCalls(message)).map(([name, call]) => ({
      name,
      run: call,
      answer: call,
      begin: () => Promise.all(Array.from({ length: inFlight }, call)),
      ...(floors.includes(name) && { floor: name }),
      ...(goals[name] && { goals: goals[name] }),
    })),
  })
  await stop()
}
