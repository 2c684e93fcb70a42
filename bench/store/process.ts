import { createServer } from '@carebench/server'
import { callInMemory, createRequest, publishBenchmark, textOfBody } from '@carebench/service'
import { loadDefinition } from '../load/workload.js'
import { LongList, readTemplate } from './long-list.js'
import { startNode } from './node.js'
import { measureOpening } from './opening.js'
import { databaseSize, heapSize } from './size.js'

// A node on one engine, over HTTP: process.mjs memory|PGlite|postgres://… [joins]. The first one makes an organization; those that
// join have the same. Answers questions, each a word and a number.

const [engineName = 'memory', joins] = process.argv.slice(2)
const node = await startNode(engineName)
const { service, db, store } = node
const keys = { organizationKey: '', solverKey: '' }
if (joins === undefined) {
  Object.assign(keys, await service.provisionOrganization('Clinic'))
  await publishBenchmark(callInMemory(service, keys.organizationKey), loadDefinition, { allowFindings: true })
}
const { port } = await createServer({ service, trustProxy: ['loopback'], limits: null }).listen({ port: 0 })

let list: LongList | undefined

/** Milliseconds of a page of runs in a list of so many, at three places, and of the first one as the API answers it. */
async function pages(count: number) {
  list ??= new LongList(node, await readTemplate(store))
  await list.grow(count)
  return {
    first: await list.measurePage('first'),
    middle: await list.measurePage('middle'),
    last: await list.measurePage('last'),
  }
}

/** Round trips of a request of an agent: of one that reads and of one that writes, each the mean of many. */
async function agentTrips(calls: number) {
  const create = JSON.stringify({ benchmark: 'load@1' })
  const created = JSON.parse(await send(keys.solverKey, 'POST', '/v1/benchmark-runs', create))
  await send(created.bearer_token, 'POST', created.task_runs[0].start_url, '{}')
  const mean = async (method: string, path: string, body?: string) => {
    node.takeTrips()
    for (let number = 0; number < calls; number++) await send(created.bearer_token, method, path, body)
    return node.takeTrips() / calls
  }
  const { fhir } = created.endpoints
  const resource = JSON.stringify({ resourceType: 'Basic', code: { text: 'note' } })
  return { read: await mean('GET', `${fhir}/Patient?_count=5`), write: await mean('POST', `${fhir}/Basic`, resource) }
}

async function send(token: string, method: string, target: string, body?: string): Promise<string> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const answer = await service.handle(createRequest(method, target, headers, new TextEncoder().encode(body ?? '')))
  if (answer.status >= 300) throw new Error(`${method} ${target} was answered ${answer.status}.`)
  return textOfBody(answer)
}

const answers: Readonly<Record<string, (number: number) => Promise<unknown>>> = {
  pages,
  'agent-trips': agentTrips,
  opening: (calls) => measureOpening(node, calls),
  size: async () => (db === undefined ? heapSize() : databaseSize(db)),
}
process.on('message', async (question: string) => {
  const [name = '', number = ''] = question.split(' ')
  process.send?.((await answers[name]?.(Number(number))) ?? null)
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url: `http://127.0.0.1:${port}`, ...keys })
