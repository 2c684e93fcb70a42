import { isOfSystem, type OperationId, operationsOf, type ProxyOperationId, readSystemKey } from '@carebench/protocol'
import type { System } from '@carebench/systems'
import { addRoute, createRouter, findRoute, type RouterContext } from 'rou3'

/** The id of an operation of the table, or of the proxy of a system's group. */
export type RoutedId = OperationId | ProxyOperationId

/** A path of the operations table, with its operations by method. */
interface Route {
  readonly methods: Map<string, RoutedId>
  /** The operation for every method; used for proxies. */
  all: RoutedId | undefined
}

export type Match =
  | {
      readonly kind: 'found'
      readonly operation: RoutedId
      readonly params: Readonly<Record<string, string>>
      /** That of the system, of a path `<group>@<key>`; undefined for the first of a type, and for every other path. */
      readonly key?: string
      /** What a `*` matched: as it came, without the slash before it. Empty if nothing follows. */
      readonly rest: string
    }
  | { readonly kind: 'unknown-path' }
  | { readonly kind: 'wrong-method'; readonly allow: string }

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
  const all = operationsOf(systems)
  const exact: RouterContext<Route> = createRouter<Route>()
  const prefixes: RouterContext<Route> = createRouter<Route>()
  const routes = new Map<string, Route>()
  const prefixLengths = new Set<number>()
  for (const [id, row] of all) {
    if (row.testing && !testing) continue
    const isPrefix = row.path.endsWith('/*')
    const path = isPrefix ? row.path.slice(0, -2) : row.path
    const key = `${isPrefix} ${path}`
    let route = routes.get(key)
    if (route === undefined) {
      route = { methods: new Map(), all: undefined }
      routes.set(key, route)
      addRoute(isPrefix ? prefixes : exact, '', patternOf(path), route)
      if (isPrefix) prefixLengths.add(path.split('/').length)
    }
    if (row.method === 'ALL') route.all = id
    else route.methods.set(row.method, id)
  }

  const find: Router = (method, path) => {
    if (isProper(path)) {
      const found = findRoute(exact, '', path)
      if (found !== undefined) return matchOf(found.data, found.params, method, '')
    }
    const segments = path.split('/')
    for (const length of prefixLengths) {
      const prefix = segments.slice(0, length).join('/')
      const found = isProper(prefix) ? findRoute(prefixes, '', prefix) : undefined
      if (found !== undefined) return matchOf(found.data, found.params, method, segments.slice(length).join('/'))
    }
    return { kind: 'unknown-path' }
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

/** Whether a path begins with a slash and has no empty segments: rou3 would ignore some of those. */
function isProper(path: string): boolean {
  return path.startsWith('/') && !path.endsWith('/') && !path.includes('//')
}

function matchOf(
  route: Route,
  params: Readonly<Record<string, string>> | undefined,
  method: string,
  rest: string,
): Match {
  const operation = route.methods.get(method === 'HEAD' ? 'GET' : method) ?? route.all
  if (operation === undefined) return { kind: 'wrong-method', allow: allowOf(route.methods) }
  const decoded: Record<string, string> = {}
  for (const [name, text] of Object.entries(params ?? {})) {
    const value = decode(text)
    if (value === null) return { kind: 'unknown-path' }
    decoded[name] = value
  }
  return { kind: 'found', operation, params: decoded, rest }
}

/** `/a/{id}` in the syntax of rou3: `/a/:id`. */
function patternOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function allowOf(methods: ReadonlyMap<string, RoutedId>): string {
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
