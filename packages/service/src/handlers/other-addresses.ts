import { type ProxyOperation, readKeyInName, withSystemKey } from '@carebench/protocol'
import type { ServiceContext } from '../context/context.js'
import { playgrounds } from '../documents/collections/playgrounds.js'
import { taskRuns } from '../documents/collections/running.js'
import { readOrigin } from '../http/origin.js'
import type { ServiceRequest } from '../http/request.js'
import type { Destination } from '../runs/destination.js'

const decoder = /* @__PURE__ */ new TextDecoder()

/** A call whose texts may contain another address of the system. */
interface AddressedCall {
  readonly request: Pick<ServiceRequest, 'headers'>
  readonly query: string
  readonly bytes: Uint8Array
}

/**
 * Returns the other base URLs of the called system, ending in a slash: the URL of its sandbox for a call in a run, and
 * the URL of the run for a call in its sandbox. Empty, without reading from the store, if the call does not mention
 * such an address.
 */
export async function otherAddresses(
  context: ServiceContext,
  { resource, group, simulator }: ProxyOperation,
  destination: Destination,
  { request, query, bytes }: AddressedCall,
): Promise<readonly string[]> {
  const isInSandbox = resource === 'sandboxes'
  const mentioned = isInSandbox ? 'benchmark-runs' : 'sandboxes'
  if (!query.includes(mentioned) && !decoder.decode(bytes).includes(mentioned)) return []
  const playground = await context.store.get(playgrounds, destination.ref.id)
  if (playground === undefined) return []
  const { origin, sandboxes } = playground.doc
  const name = destination.simulator ?? simulator
  const key = readKeyInName(name)
  const groups = key === undefined ? [group] : [`${group}@${key}`, `${group}%40${key}`]
  const addresses: string[] = []
  if (isInSandbox) {
    const taskRun = origin.kind === 'task_run' ? await context.store.get(taskRuns, origin.task_run_id) : undefined
    if (taskRun !== undefined) addresses.push(`/v1/benchmark-runs/${taskRun.doc.benchmark_run_id}`)
  } else {
    const sandbox = sandboxes.find((one) => withSystemKey(one.type, one.key) === name)
    if (sandbox !== undefined) addresses.push(`/sandboxes/${sandbox.id}`)
    // The id identifies the system, so the group may leave the key out.
    if (key !== undefined) groups.push(group)
  }
  const paths = addresses.flatMap((address) => groups.map((one) => `${address}/${one}/`))
  return paths.flatMap((path) => [readOrigin(request.headers) + path, path])
}
