import { createMemoryStore, type Store, StoreUnavailableError } from '@carebench/store'
import { expect, it } from 'vitest'
import type { ServiceLogEvent } from '../context/context.js'
import { createServiceUnderTest, makeCalls, serviceOn } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

const cause = 'select "doc" from "documents" where "id" = hunter2'

/** Returns the store as one that rejects reads of versions by id; a run token needs none to be accepted. */
function withoutVersions(store: Store, error: Error): Store {
  return {
    log: store.log,
    get: (collection, id) => (collection.name === 'versions' ? Promise.reject(error) : store.get(collection, id)),
    getMany: (...args) => store.getMany(...args),
    getByUnique: (...args) => store.getByUnique(...args),
    page: (...args) => store.page(...args),
    claim: (...args) => store.claim(...args),
    due: (...args) => store.due(...args),
    ping: () => store.ping(),
    close: () => store.close(),
    commit: (...args) => store.commit(...args),
  }
}

it.each([
  [new StoreUnavailableError(cause), 'UNAVAILABLE', 'The service cannot reach its storage; try again.'],
  [new Error(cause), 'INTERNAL', expect.any(String)],
])('maps a failure of the storage below a tool to the documented error: %s', async (error, code, message) => {
  const store = createMemoryStore()
  const under = await createServiceUnderTest({ store })
  const run = await under.createRun(await under.publish(smallBenchmark()))
  const logged: ServiceLogEvent[] = []
  const broken = serviceOn(withoutVersions(store, error), {
    clock: under.clock,
    log: (event) => logged.push(event),
  })
  const { call } = makeCalls(broken, under.solverKey)
  const target = `/v1/benchmark-runs/${run.benchmark_run_id}/mcp`
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const use = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'fhir_search', arguments: {} } }
  const ping = { jsonrpc: '2.0', id: 3, method: 'ping' }
  const wireError = { code: -32603, message, data: { code, message, request_id: 'mine' } }
  for (const sent of [list, use]) {
    const { status, body, text } = await call(run.bearer_token, 'POST', target, sent, { 'x-request-id': 'mine' })
    expect([status, body]).toEqual([200, { jsonrpc: '2.0', id: sent.id, error: wireError }])
    expect(text).not.toContain('hunter2')
  }
  // The other calls of a batch are answered nevertheless.
  const batch = await call(run.bearer_token, 'POST', target, [ping, list], { 'x-request-id': 'mine' })
  expect(batch.body).toEqual([
    { jsonrpc: '2.0', id: 3, result: {} },
    { jsonrpc: '2.0', id: 1, error: wireError },
  ])
  expect(logged).toHaveLength(3)
  for (const event of logged) expect(event).toMatchObject({ level: 'error', requestId: 'mine', error })
})
