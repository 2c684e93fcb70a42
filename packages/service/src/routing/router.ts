import { type Operation, type OperationId, operations } from '@carebench/protocol'
import { addRoute, createRouter, findRoute, type RouterContext } from 'rou3'

/** A path that the table knows: the operations on it by method. */
interface Route {
  readonly methods: ReadonlyMap<string, OperationId>
  /** Answers every method; on proxies. */
  readonly all: OperationId | undefined
}

export type Match =
  | {
      readonly kind: 'found'
      readonly operation: OperationId
      readonly params: Readonly<Record<string, string>>
      /** What a `*` matched, percent-encoding kept, without a leading slash. */
      readonly rest: string
    }
  | { readonly kind: 'unknown-path' }
  | { readonly kind: 'wrong-method'; readonly allow: string }

export type Router = (method: string, path: string) => Match

/** Makes a router of the operations table. */
export function createOperationRouter(): Router {
  const routes = new Map<string, { methods: Map<string, OperationId>; all: OperationId | undefined }>()
  for (const [id, row] of Object.entries(operations) as [OperationId, Operation][]) {
    const route = routes.get(row.path) ?? { methods: new Map(), all: undefined }
    if (row.method === 'ALL') route.all = id
    else route.methods.set(row.method, id)
    routes.set(row.path, route)
  }
  const router: RouterContext<Route> = createRouter<Route>()
  for (const [path, route] of routes) addRoute(router, '', patternOf(path), route)

  return (method, path) => {
    const found = findRoute(router, '', path)
    if (found === undefined) return { kind: 'unknown-path' }
    const { methods, all } = found.data
    const operation = methods.get(method === 'HEAD' ? 'GET' : method) ?? all
    if (operation === undefined) return { kind: 'wrong-method', allow: allowOf(methods) }
    const { rest = '', ...params } = found.params ?? {}
    const decoded: Record<string, string> = {}
    for (const [name, text] of Object.entries(params)) {
      const value = decode(text)
      if (value === null) return { kind: 'unknown-path' }
      decoded[name] = value
    }
    return { kind: 'found', operation, params: decoded, rest }
  }
}

/** `/a/{id}/*` as rou3 writes it: `/a/:id/**:rest`. */
function patternOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\*$/, '**:rest')
}

function allowOf(methods: ReadonlyMap<string, OperationId>): string {
  const names = [...methods.keys()]
  return (names.includes('GET') ? [...names, 'HEAD'] : names).sort().join(', ')
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
