import { basename } from 'node:path'

/**
 * Adds the place in a module to the message of an error that it threw: `x is not a function (agent.mjs:5:25)`. Returns
 * other values, and errors without a stack frame in the module, unchanged.
 */
export function withPlace(thrown: unknown, moduleUrl: string): unknown {
  if (!(thrown instanceof Error)) return thrown
  const { name, message, stack } = thrown
  const after = typeof stack === 'string' ? stack.split(`${moduleUrl}:`)[1] : undefined
  const [place] = /^\d+:\d+/.exec(after ?? '') ?? []
  if (place === undefined) return thrown
  const file = decodeURIComponent(basename(new URL(moduleUrl).pathname))
  return Object.assign(new Error(`${message} (${file}:${place})`, { cause: thrown }), { name })
}

/**
 * Explains why a module cannot be loaded. Node.js does not expose the place of a syntax error, so the text says how to
 * find it.
 */
export function describeLoadFailure(cause: unknown, file: string, moduleUrl: string): string {
  const located = withPlace(cause, moduleUrl)
  const hint = cause instanceof SyntaxError ? `; run node --check ${file} to see the place` : ''
  return `${located instanceof Error ? located.message : String(located)}${hint}`
}
