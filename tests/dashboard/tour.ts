import { textOfBody } from '@carebench/service'
import { routes } from '../../packages/server/src/dashboard/routes.js'
import type { Visitor } from './open-dashboard.js'

// Every page of the dashboard, found by following its own links.

/** The GET routes of the dashboard that return a page, not a file. */
export const pageRoutes: readonly string[] = routes
  .filter(({ method, path }) => method === 'GET' && !/\/(?:record|file)$/.test(path))
  .map(({ path }) => path)

/** A page of the tour. */
export interface Stop {
  /** The route, such as `/runs/{id}`. */
  readonly route: string
  /** Below `/dashboard`. */
  readonly path: string
}

/** Returns the route of a path; undefined if it is not the path of a page. */
function findRoute(path: string): string | undefined {
  const [pathname = ''] = path.split('?', 1)
  return pageRoutes.find((route) => {
    const pattern = route.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')
    return new RegExp(`^${pattern}$`).test(pathname)
  })
}

/**
 * Follows links from the starts. Returns at most `most` pages of each route, and always the starts themselves. A path
 * with a query counts as a page of its own.
 */
export async function findStops(visitor: Visitor, starts: readonly string[], most = 1): Promise<readonly Stop[]> {
  const found: Stop[] = []
  const counts = new Map<string, number>()
  const seen = new Set<string>()
  const queue = [...starts]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const route = findRoute(path)
    if (route === undefined || seen.has(path)) continue
    seen.add(path)
    const count = counts.get(route) ?? 0
    if (count >= most && !starts.includes(path)) continue
    counts.set(route, count + 1)
    found.push({ route, path })
    queue.push(...(await linksIn(visitor, path)))
  }
  return found
}

/**
 * Returns the addresses below `/dashboard` in the links of a page, without fragments.
 */
async function linksIn(visitor: Visitor, path: string): Promise<readonly string[]> {
  const text = textOfBody(await visitor.get(path))
  return [...text.matchAll(/href="\/dashboard(\/[^"#]+)[^"]*"/g)].map(([, link]) =>
    (link ?? '').replaceAll('&amp;', '&'),
  )
}
