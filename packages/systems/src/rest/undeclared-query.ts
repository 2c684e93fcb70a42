import type { CallDescription, SimulatorCall } from '@carebench/protocol'
import { show } from '../json-shape.js'

/**
 * Returns the error if a call that declares no query parameters has some; undefined otherwise. Calls that declare
 * parameters reject others themselves.
 */
export function findUndeclaredQuery(
  calls: readonly CallDescription[],
  { method, path, query }: Pick<SimulatorCall, 'method' | 'path' | 'query'>,
): string | undefined {
  const [first] = new URLSearchParams(query).keys()
  if (first === undefined) return undefined
  const described = calls.find((call) => call.method === method && matchesPath(call, path))
  if (described === undefined || described.query !== undefined || described.openQuery === true) return undefined
  return `${method} ${path} takes no query parameters, got ${show(first)}.`
}

function matchesPath({ path: template, takesRest }: CallDescription, path: string): boolean {
  const wanted = template.split('/').filter((segment) => segment !== '')
  const segments = path.split('/').filter((segment) => segment !== '')
  const isLonger = takesRest === true ? segments.length >= wanted.length : segments.length === wanted.length
  return isLonger && wanted.every((part, index) => part.startsWith('{') || part === segments[index])
}
