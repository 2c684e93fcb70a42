import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { textOfBody } from '@carebench/service'
import type { CallAsAgent } from '../agent-calls.js'

/** Something that has arrived for an agent. */
export interface Arrived {
  /** `fax.received` */
  readonly type: string
  /** Of the item, in its system. */
  readonly id: string
  /** Unique in the sandbox; the same again after a restart. */
  readonly key: string
}

/** How arrivals of one type of system are found. */
export interface ArrivalSource {
  /** Of the operations of the system: `hl7` */
  readonly group: string
  readonly type: string
  /** The list, newest first, with its query. */
  readonly list: string
  /** The id of what has arrived, and what distinguishes its states; undefined for what the agent does not wait for. */
  readonly read: (item: JsonObject) => { readonly id: string; readonly state?: string } | undefined
  /** Whether items change later, so that a known one does not end a look. What is so at the first look has not arrived. */
  readonly changes: boolean
}

function readId({ id }: JsonObject): { readonly id: string } | undefined {
  return typeof id === 'string' ? { id } : undefined
}

/** The systems of which webhooks tell, by type. */
export const arrivalSources: Readonly<Record<string, ArrivalSource>> = {
  Fax: { group: 'faxes', type: 'fax.received', list: '?direction=inbound&', read: readId, changes: false },
  Message: { group: 'messages', type: 'message.received', list: '?direction=inbound&', read: readId, changes: false },
  HL7: { group: 'hl7', type: 'hl7.received', list: 'inbox?', read: readId, changes: false },
  Payer: {
    group: 'portal',
    type: 'prior_auth.decided',
    list: 'prior-auths?',
    read: ({ auth_number: id, status }) =>
      typeof id === 'string' && typeof status === 'string' && status !== 'pending' ? { id, state: status } : undefined,
    changes: true,
  },
}

/** Pages of a list that one look reads. */
const mostPages = 10

/** What has arrived and is not in `known`, oldest first; undefined while the sandbox cannot be read. */
export async function lookForArrivals(
  { type, list, read, changes }: ArrivalSource,
  call: CallAsAgent,
  known: ReadonlySet<string>,
): Promise<readonly Arrived[] | undefined> {
  const found: Arrived[] = []
  let cursor = ''
  for (let page = 0; page < mostPages; page++) {
    const response = await call({ method: 'GET', path: `${list}limit=100${cursor}`, looks: true })
    if (response.status !== 200) return undefined
    const { data, _meta }: { data: readonly JsonObject[]; _meta: { next: string | null } } = JSON.parse(
      textOfBody(response),
    )
    let sawKnown = false
    for (const item of data) {
      const arrived = isJsonObject(item) ? read(item) : undefined
      if (arrived === undefined) continue
      const key = [type, arrived.id, arrived.state ?? []].flat().join('/').replaceAll('.', '-')
      if (known.has(key)) sawKnown = true
      else found.push({ type, id: arrived.id, key })
    }
    if (_meta.next === null || (sawKnown && !changes)) break
    cursor = `&cursor=${encodeURIComponent(_meta.next)}`
  }
  return found.reverse()
}
