import { limits } from './limits.js'
import { type Operation, type ProxyOperation, proxyOperation } from './operations/operation.js'
import { byId } from './operations/path-params.js'
import { type OperationId, operations } from './operations/table.js'
import type { GroupDescription, SystemDescription } from './system-description.js'
import { withSystemKey } from './system-key.js'

/** The id of the proxy of a group: `proxyFhir` under a run, `sandboxFhir` under a sandbox. */
export type ProxyOperationId = `proxy${string}` | `sandbox${string}`

/** The description that a system needs to be callable. */
interface CalledSystem extends Pick<SystemDescription, 'type' | 'group'> {
  readonly interfaces?: readonly { readonly group: GroupDescription }[]
}

/** Both surfaces on which systems are called: the table row that their proxies follow, and the prefix of their ids. */
const surfaces = [
  {
    after: 'listSandboxEvents',
    prefix: 'sandbox',
    path: '/sandboxes/{id}',
    resource: 'sandboxes',
    auth: 'organization',
  },
  {
    after: 'completeTaskRun',
    prefix: 'proxy',
    path: '/v1/benchmark-runs/{id}',
    resource: 'v1/benchmark-runs',
    auth: 'run',
  },
] as const

/** Names that paths below a run or a sandbox use for other purposes. */
const reserved = ['clock', 'wait', 'mcp', 'events']

const cache = /* @__PURE__ */ new WeakMap<object, SystemOperations>()

/** Operations by id, in the order in which documents list them. */
export type SystemOperations = ReadonlyMap<OperationId | ProxyOperationId, Operation>

/**
 * Returns every operation of a service with these systems, by id: the rows of {@link operations}, and a proxy of each
 * system's group on both surfaces. A row of the table whose path is below a group comes with that group. Computed once
 * for each array.
 *
 * @throws {TypeError} if two systems have the same type or group, a type has an `@`, or a group has a name that no path
 *   can have
 */
export function listSystemOperations(systems: readonly CalledSystem[]): SystemOperations {
  let all = cache.get(systems)
  if (all === undefined) {
    all = listOperations(systems)
    cache.set(systems, all)
  }
  return all
}

function listOperations(systems: readonly CalledSystem[]): SystemOperations {
  assertDistinct(systems)
  const rows = Object.entries(operations) as [OperationId, Operation][]
  const all = new Map<OperationId | ProxyOperationId, Operation>()
  for (const [id, row] of rows) {
    if (isBelowGroup(row)) continue
    all.set(id, row)
    const surface = surfaces.find(({ after }) => after === id)
    if (surface === undefined) continue
    for (const system of systems) {
      for (const group of listGroupDescriptions(system)) {
        const proxy = createProxy(system.type, group, surface)
        all.set(`${surface.prefix}${pascalCase(group.name)}`, proxy)
        const start = proxy.path.slice(0, -1)
        for (const [below, belowRow] of rows) if (belowRow.path.startsWith(start)) all.set(below, belowRow)
      }
    }
  }
  return all
}

function listGroupDescriptions({ group, interfaces = [] }: CalledSystem): readonly GroupDescription[] {
  return [...(group === null ? [] : [group]), ...interfaces.map((other) => other.group)]
}

function createProxy(
  simulator: string,
  { name, summary, jsonMediaTypes, accessTokens = false, openPaths = [], largeBodies = false }: GroupDescription,
  { auth, path, resource }: (typeof surfaces)[number],
): ProxyOperation {
  return proxyOperation({
    auth,
    resource,
    simulator,
    group: name,
    jsonMediaTypes,
    path: `${path}/${name}/*`,
    action: name.replaceAll('-', '_'),
    summary,
    params: byId,
    accessTokens: accessTokens && auth === 'organization',
    openPaths: auth === 'organization' ? openPaths : [],
    maxBody: largeBodies ? limits.largeBody : limits.body,
  })
}

/** Whether an operation belongs to a system: its proxy, or an additional operation that a standard requires. */
export function isOfSystem(row: Operation): boolean {
  return row.kind === 'proxy' || isBelowGroup(row)
}

/**
 * Whether a row's path is below the path of a group: an operation that a standard requires in addition to the calls.
 */
function isBelowGroup({ kind, path }: Operation): boolean {
  return kind === 'raw' && surfaces.some((surface) => path.startsWith(`${surface.path}/`) && !isReserved(surface, path))
}

/** Whether a path below a surface begins with a name that no group can have. */
function isReserved(surface: (typeof surfaces)[number], path: string): boolean {
  const [name = ''] = path.slice(surface.path.length + 1).split('/', 1)
  return reserved.includes(name)
}

function assertDistinct(systems: readonly CalledSystem[]): void {
  const taken = new Set<string>()
  for (const system of systems) {
    const { type } = system
    const groups = listGroupDescriptions(system)
    if (type.includes('@'))
      throw new TypeError(`A system type must not contain "@", which separates group and key; got "${type}".`)
    for (const name of [`type ${type.toLowerCase()}`, ...groups.map(({ name }) => `group ${name}`)]) {
      if (taken.has(name)) throw new TypeError(`Two systems have the ${name}; types and groups must be unique.`)
      taken.add(name)
    }
    for (const { name } of groups) {
      if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
        throw new TypeError(
          `The group of ${type} must be lower-case words joined by "-", for example "refill-queue"; got ` +
            `${JSON.stringify(name)}.`,
        )
      }
      if (reserved.includes(name)) {
        throw new TypeError(
          `The group of ${type} must not be one of the reserved names ${reserved.join(', ')}; got ${name}.`,
        )
      }
    }
  }
}

const keyedGroup =
  /^(\/v1\/benchmark-runs\/[^/]*|\/sandboxes\/[^/]*)\/([a-z][a-z0-9-]*)(?:@|%40)([a-z][a-z0-9-]{0,31})(?=\/|$)/

/**
 * Returns the path of a system that is not the first of its type as the path of the first, with the removed key:
 * `/sandboxes/s/faxes@imaging/x` is `/sandboxes/s/faxes/x` with `imaging`. Undefined for every other path.
 */
export function readSystemKey(path: string): { readonly path: string; readonly key: string } | undefined {
  const [start, base, group, key] = keyedGroup.exec(path) ?? []
  if (start === undefined || key === undefined) return undefined
  return { path: `${base}/${group}${path.slice(start.length)}`, key }
}

/** Returns the proxy of a system with a key, derived from the proxy of the first of its type. */
export function keyedProxy(proxy: ProxyOperation, key: string): ProxyOperation {
  const path = `${proxy.path.slice(0, -'/*'.length)}@${key}/*`
  return { ...proxy, simulator: withSystemKey(proxy.simulator, key), path }
}

/** Converts `refill-queue` to `RefillQueue`. */
export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
