import {
  type CallDescription,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  listGroups,
  withSystemKey,
} from '@carebench/protocol'
import type { AppDescription, System } from '@carebench/systems'
import { toLabel, toSlug } from './label.js'
import { readZone } from './time-zone.js'
import type { WorkstationReply, WorkstationVisit } from './visit.js'

/** An app of one world: a system, or a part of one, with the address of its calls. */
export interface PlacedApp {
  /** Its path segment. */
  readonly slug: string
  readonly title: string
  readonly about: AppDescription
  /** The calls of its group. */
  readonly calls: readonly CallDescription[]
  /** The path of its calls, without a trailing slash. */
  readonly endpoint: string
  /** The time zone of its pages. */
  readonly zone: string
  /** The site of its own that its pages are on. */
  readonly site?: NonNullable<AppDescription['site']>
}

/** A started task from the worker's view. */
export interface WorldTask {
  readonly id: string
  readonly name: string
  readonly item: JsonObject
  readonly runId: string
  readonly deadline: string
  readonly isOpen: boolean
  readonly zone: string
}

/** The scope of a session: the apps, and the task if there is one. */
export interface World {
  readonly apps: readonly PlacedApp[]
  readonly task: WorldTask | null
}

/** Thrown when the service rejects reading the world. */
export class ClosedWorldError extends Error {
  override readonly name = 'ClosedWorldError'

  constructor(readonly reply: WorkstationReply) {
    super(readMessage(reply.json) ?? 'This workstation is not available.')
  }
}

/** Reads the scope of a session; starts a task run, unless it has already been started. */
export async function readWorld(visit: WorkstationVisit): Promise<World> {
  if (visit.place.kind === 'site') return { task: null, apps: placePortal(visit.systems.get(visit.place.system)) }
  const id = encodeURIComponent(visit.place.id)
  if (visit.place.kind === 'playground') {
    const reply = await visit.call({ method: 'GET', target: `/sandboxes?playground_id=${id}&limit=100` })
    const sandboxes = objectsIn(readObject(reply).data)
    return { task: null, apps: placeApps(visit, sandboxes.reverse(), 'UTC', (sandbox) => objectIn(sandbox.endpoints)) }
  }
  const started = readObject(await visit.call({ method: 'POST', target: `/v1/task-runs/${id}/start` }))
  const endpoints = objectIn(started.endpoints)
  const item = objectIn(started.task_item)
  const zone = readZone(item)
  return {
    task: {
      id: visit.place.id,
      name: textIn(started.name),
      item,
      zone,
      runId: textIn(started.benchmark_run_id),
      deadline: textIn(started.deadline_at),
      isOpen: started.status === 'active' && started.phase === 'started',
    },
    apps: placeApps(visit, objectsIn(started.sandboxes), zone, () => endpoints),
  }
}

function placeApps(
  { systems }: WorkstationVisit,
  sandboxes: readonly JsonObject[],
  zone: string,
  endpointsOf: (sandbox: JsonObject) => JsonObject,
): readonly PlacedApp[] {
  const apps = sandboxes.flatMap((sandbox) => {
    const system = systems.get(textIn(sandbox.type))
    const key = typeof sandbox.key === 'string' ? sandbox.key : undefined
    const endpoints = endpointsOf(sandbox)
    return system === undefined
      ? []
      : listApps(system).flatMap(({ about, group, calls }) => {
          const endpoint = endpoints[withSystemKey(group, key)]
          if (typeof endpoint !== 'string') return []
          const title = key === undefined ? about.title : `${about.title} (${key})`
          return [{ slug: toSlug(title), title, about, calls, endpoint, zone }]
        })
  })
  return apps.toSorted((a, b) => a.about.position - b.about.position)
}

/** Returns the app of a portal; targets of its calls are paths of the system. */
function placePortal(system: System | undefined): readonly PlacedApp[] {
  return (system === undefined ? [] : listApps(system)).flatMap(({ about, calls }) =>
    about.site === undefined
      ? []
      : [{ slug: toSlug(about.title), title: about.title, about, calls, endpoint: '', zone: 'UTC', site: about.site }],
  )
}

/**
 * Returns the apps of a system with the calls of their groups; a system that declares no apps gets one for each group.
 */
function listApps(system: System): readonly (Pick<PlacedApp, 'about' | 'calls'> & { readonly group: string })[] {
  const title = system.title.replace(/^an? /, '')
  return listGroups<readonly CallDescription[]>(system).flatMap(({ group, calls }) => {
    const isOwn = group.name === system.group?.name
    const name = title.charAt(0).toUpperCase() + title.slice(1)
    const plain: AppDescription = { title: isOwn ? name : `${name}: ${toLabel(group.name)}`, position: 200 }
    const declared: readonly AppDescription[] = system.apps ?? [plain]
    return declared
      .filter((about) => (about.group === undefined ? isOwn || about === plain : about.group === group.name))
      .map((about) => ({ about, calls, group: group.name }))
  })
}

function readObject(reply: WorkstationReply): JsonObject {
  if (reply.status >= 400 || !isJsonObject(reply.json)) throw new ClosedWorldError(reply)
  return reply.json
}

/** Returns the message of a rejection by the service; undefined if there is none. */
export function readMessage(json: JsonValue): string | undefined {
  const error = isJsonObject(json) && isJsonObject(json.error) ? json.error : {}
  return typeof error.message === 'string' ? error.message : undefined
}

function objectIn(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

function textIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
