import {
  isOfSystem,
  listSystemOperations,
  type OperationId,
  type ProxyOperationId,
  readSystemKey,
} from '@carebench/protocol'
import type { System } from '@carebench/systems'

/** The id of an operation of the table, or of the proxy of a system's group. */
export type RoutedId = OperationId | ProxyOperationId

/** A path of the operations table, with its operations by method. */
interface Route {
  /** The names of its parameters, in order. */
  readonly names: readonly string[]
  readonly methods: Map<string, RoutedId>
  /** The operation for every method; used for proxies. */
  all: RoutedId | undefined
}

/** The paths that have the same segments up to here. */
interface Branch {
  readonly named: Map<string, Branch>
  /** The paths that have a parameter next. */
  any: Branch | undefined
  /** The path that ends here. */
  here: Route | undefined
  /** The path that ends here in `/*`. */
  below: Route | undefined
}

/** The result of routing a method and a path. */
export type Match =
  | {
      readonly kind: 'found'
      readonly operation: RoutedId
      readonly params: Readonly<Record<string, string>>
      /**
       * The key of the system in a path `<group>@<key>`; undefined for the first of a type, and for every other path.
       */
      readonly key?: string
      /** The part that a `*` matched, unchanged and without the slash before it. Empty if nothing follows. */
      readonly rest: string
    }
  | { readonly kind: 'unknown-path' }
  /** `allow` is the value of the header `Allow`: `GET, HEAD, POST`. */
  | { readonly kind: 'wrong-method'; readonly allow: string }

/** Finds the operation for a method in upper case and a percent-encoded path without the query. */
export type Router = (method: string, path: string) => Match

export interface RouterOptions {
  /** Whether operations for tests are routed; default false. */
  readonly testing?: boolean
}

/**
 * Creates a router for the operations of a service with these systems. Paths match segment by segment: a trailing
 * slash, an empty segment or another case makes a different path, and `..` is an ordinary name. Parameters are
 * percent-decoded once; the path that a proxy passes on is not changed.
 */
export function createOperationRouter(systems: readonly System[], { testing = false }: RouterOptions = {}): Router {
  const all = listSystemOperations(systems)
  const root = newBranch()
  for (const [id, row] of all) {
    if (row.testing && !testing) continue
    const route = routeAt(root, row.path)
    if (row.method === 'ALL') route.all = id
    else route.methods.set(row.method, id)
  }
  const find: Router = (method, path) => {
    const values: string[] = []
    const found = path.startsWith('/') ? findRoute(root, path, 0, values) : undefined
    return found === undefined ? { kind: 'unknown-path' } : toMatch(found, values, method)
  }
  return (method, path) => {
    const keyed = path.includes('@') || path.includes('%40') ? readSystemKey(path) : undefined
    if (keyed === undefined) return find(method, path)
    const match = find(method, keyed.path)
    if (match.kind !== 'found') return match
    const operation = all.get(match.operation)
    return operation && isOfSystem(operation) ? { ...match, key: keyed.key } : { kind: 'unknown-path' }
  }
}

function newBranch(): Branch {
  return { named: new Map(), any: undefined, here: undefined, below: undefined }
}

/** Returns the route of a path such as `/tasks/{id}` or `/v1/benchmark-runs/{id}/fhir/*`, creating it if necessary. */
function routeAt(root: Branch, path: string): Route {
  let branch = root
  const names: string[] = []
  const [, ...segments] = path.split('/')
  const isPrefix = segments.at(-1) === '*'
  for (const segment of isPrefix ? segments.slice(0, -1) : segments) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    let next = name === undefined ? branch.named.get(segment) : branch.any
    next ??= newBranch()
    if (name === undefined) branch.named.set(segment, next)
    else branch.any = next
    if (name !== undefined) names.push(name)
    branch = next
  }
  const end = isPrefix ? 'below' : 'here'
  branch[end] ??= { names, methods: new Map(), all: undefined }
  return branch[end]
}

interface FoundRoute {
  readonly route: Route
  readonly rest: string
}

/** Finds the route of a path from the slash at `from` on; adds the segments that are parameters. */
function findRoute(branch: Branch, path: string, from: number, values: string[]): FoundRoute | undefined {
  if (from === path.length) {
    const route = branch.here ?? branch.below
    return route && { route, rest: '' }
  }
  const slash = path.indexOf('/', from + 1)
  const to = slash === -1 ? path.length : slash
  const segment = path.slice(from + 1, to)
  if (segment !== '') {
    const named = branch.named.get(segment)
    const found = named && findRoute(named, path, to, values)
    if (found !== undefined) return found
    if (branch.any !== undefined) {
      values.push(segment)
      const other = findRoute(branch.any, path, to, values)
      if (other !== undefined) return other
      values.pop()
    }
  }
  return branch.below && { route: branch.below, rest: path.slice(from + 1) }
}

function toMatch({ route, rest }: FoundRoute, values: readonly string[], method: string): Match {
  const operation = route.methods.get(method === 'HEAD' ? 'GET' : method) ?? route.all
  if (operation === undefined) return { kind: 'wrong-method', allow: writeAllow(route.methods) }
  const params: Record<string, string> = {}
  for (const [place, name] of route.names.entries()) {
    const value = decode(values[place] ?? '')
    if (value === null) return { kind: 'unknown-path' }
    params[name] = value
  }
  return { kind: 'found', operation, params, rest }
}

function writeAllow(methods: ReadonlyMap<string, RoutedId>): string {
  const names = [...methods.keys()]
  return (names.includes('GET') ? [...names, 'HEAD'] : names).sort().join(', ')
}

function decode(text: string): string | null {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
