import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { type System, textOfBody } from '@carebench/service'
import type { CallAsAgent } from '../agent-calls.js'

/** The declaration of a system of what can arrive for an agent. */
export type Arrivals = NonNullable<System['arrivals']>

/** An item that has arrived for an agent. */
export interface Arrived {
  /** `fax.received` */
  readonly type: string
  /** The id of the item in its system. */
  readonly id: string
  /** Unique in the sandbox; the same again after a restart. */
  readonly key: string
}

/** Maximum number of pages of a list read in one poll. */
const maxPages = 10

/**
 * Returns the arrivals that are not in `known`, oldest first; undefined while the sandbox cannot be read.
 *
 * @param when - `start`: what had arrived when the agent started
 */
export async function lookForArrivals(
  arrivals: Arrivals,
  call: CallAsAgent,
  known: ReadonlySet<string>,
  when: 'now' | 'start' = 'now',
): Promise<readonly Arrived[] | undefined> {
  const { path, query = {} } = arrivals.list
  const found: Arrived[] = []
  let cursor: { readonly cursor?: string } = {}
  for (let page = 0; page < maxPages; page++) {
    const asked = new URLSearchParams({ ...query, limit: '100', ...cursor })
    const looks = when === 'now' ? true : when
    const response = await call({ method: 'GET', path: `${path}?${asked}`, looks })
    if (response.status !== 200) return undefined
    const { data, _meta }: { data: readonly unknown[]; _meta: { next: string | null } } = JSON.parse(
      textOfBody(response),
    )
    let sawKnown = false
    for (const item of data) {
      const arrived = isJsonObject(item) ? readArrived(arrivals, item) : undefined
      if (arrived === undefined) continue
      if (known.has(arrived.key)) sawKnown = true
      else found.push(arrived)
    }
    // Items that change state can be anywhere in the list.
    if (_meta.next === null || (sawKnown && arrivals.state === undefined)) break
    cursor = { cursor: _meta.next }
  }
  return found.reverse()
}

/** Reads an arrival; undefined for an item that has not arrived yet. */
function readArrived({ type, id: idMember, state }: Arrivals, item: JsonObject): Arrived | undefined {
  const id = item[idMember]
  if (typeof id !== 'string') return undefined
  const reached = state && item[state.member]
  if (state !== undefined && (typeof reached !== 'string' || reached === state.waiting)) return undefined
  return { type, id, key: [type, id, reached ?? []].flat().join('/').replaceAll('.', '-') }
}
