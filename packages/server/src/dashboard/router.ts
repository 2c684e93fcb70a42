import type { Route } from './visit.js'

/** A route that matches a path, with the path's parameters. */
export interface MatchedRoute {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/** Finds the route for a path below the dashboard; undefined if there is none. */
export function matchRoute(routes: readonly Route[], method: string, path: string): MatchedRoute | undefined {
  const segments = path.split('/')
  for (const route of routes) {
    if (route.method !== method) continue
    const params = readParams(route.path.split('/'), segments)
    if (params !== undefined) return { route, params }
  }
  return undefined
}

function readParams(
  template: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (template.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? ''
    if (part.startsWith('{')) {
      const value = decode(segment)
      if (value === '') return undefined
      params[part.slice(1, -1)] = value
    } else if (part !== segment) return undefined
  }
  return params
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}
