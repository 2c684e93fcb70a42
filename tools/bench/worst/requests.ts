import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { createRequest } from '@carebench/service'
import { measureStretches } from './stretches.js'
import { createWorld } from './world.js'
import { preparations, worstRequests } from './worst-requests.js'

// Sends all requests, and posts the worst of each operation.

/** The worst request to an operation: CPU in milliseconds, allocated heap in bytes. */
export interface WorstFigures {
  readonly operation: string
  readonly input: string
  readonly status: number
  /** The maximum CPU time without a pause for other work. */
  readonly longest: number
  readonly cpu: number
  readonly heap: number
}

const { resources, size, maxEach }: { readonly resources: number; readonly size: number; readonly maxEach: number } =
  workerData

const world = await createWorld(resources)
const worst = new Map<string, WorstFigures>()
for (const request of [...preparations(world), ...worstRequests(world, { size, maxEach })]) {
  const { operation, input, method, target, headers, body } = request
  const before = getHeapStatistics().used_heap_size
  const { result, cost } = await measureStretches(() =>
    world.service.handle(createRequest(method, target, headers, body)),
  )
  // Operations that need the pages of a server respond 501 here.
  if (result.status >= 500 && result.status !== 501)
    throw new Error(`${operation}, ${input}: ${result.status} ${String(result.body)}`)
  const known = worst.get(operation)
  if (known !== undefined && known.longest >= cost.longest) continue
  const heap = Math.max(0, getHeapStatistics().used_heap_size - before)
  worst.set(operation, { operation, input, status: result.status, ...cost, heap })
}
const ordered = [...worst.values()].sort((one, other) => other.longest - one.longest)
parentPort?.postMessage(ordered)
