import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isJsonOperationId, operations } from '@carebench/protocol'
import { createRequest } from '@carebench/service'
import { beforeAll, expect, it } from 'vitest'
import { createWorld, readText, type World } from '../../tools/bench/worst/world.js'
import { preparations, type WorstRequest, worstRequests } from '../../tools/bench/worst/worst-requests.js'
import { countTurns } from './count-turns.js'

// Nightly. `pnpm bench worst` measures how long each request holds the thread.

let world: World
let requests: readonly WorstRequest[]

beforeAll(async () => {
  world = await createWorld(600)
  requests = worstRequests(world, { size: 5_000, maxEach: Number.POSITIVE_INFINITY })
})

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes in use after a collection. */
function usedHeap(): number {
  collect()
  return process.memoryUsage().heapUsed
}

/** Matches inputs that take long work in a record of any size. */
const pausing = /^a (batch|transaction) of|^1,000 messages/

/** Sends a request, and counts the turns of the event loop until it is answered. */
async function send({ method, target, headers, body }: WorstRequest) {
  const { result: response, turns } = await countTurns(() =>
    world.service.handle(createRequest(method, target, headers, body)),
  )
  return { status: response.status, text: readText(response), turns }
}

it('has worst requests for every operation and every call of a system', () => {
  const reached = new Set(requests.map(({ operation }) => operation))
  const ids = Object.entries(operations).filter(([id, { testing }]) => isJsonOperationId(id) && !testing)
  const missing = ids.map(([, { method, path }]) => `${method} ${path}`).filter((operation) => !reached.has(operation))
  expect(missing).toEqual([])
  const calls = Object.entries<object>(world.document.paths).flatMap(([path, item]) =>
    ['get', 'post', 'put', 'patch', 'delete']
      .filter((method) => method in item)
      .map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(calls.filter((operation) => !reached.has(operation))).toEqual([])
  expect(calls.length).toBeGreaterThan(180)
  // At least two: the example or the path alone, and something that is too long.
  for (const operation of calls) {
    expect(requests.filter((request) => request.operation === operation).length, operation).toBeGreaterThan(1)
  }
})

it('answers all of them, pauses in the long ones, and keeps little', async () => {
  for (const preparation of preparations(world)) expect((await send(preparation)).status).toBe(201)
  const accepted = new Set<string>()
  let sent = 0
  const before = usedHeap()
  for (const request of requests) {
    const { status, text, turns } = await send(request)
    sent++
    // A pause comes after a thousand steps at the latest, however fast the machine is.
    if (pausing.test(request.input) && status === 200) expect(turns, request.operation).toBeGreaterThan(2)
    if (status < 300) accepted.add(request.operation)
    expect([400, 401, 404, 409, 410, 412, 413, 415, 422, 501].includes(status) || status < 400, text).toBe(true)
  }
  expect(sent).toBeGreaterThan(800)
  expect(accepted.size).toBeGreaterThan(60)
  // A thousand requests leave documents, calls and their responses, and digests of rejected calls.
  expect(usedHeap() - before).toBeLessThan(100_000_000)
})
