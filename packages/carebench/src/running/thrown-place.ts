import { basename } from 'node:path'

/**
 * Adds the place in a module to the message of an error that it threw: `x is not a function (agent.mjs:5:25)`. A value
 * that is no error, and an error without a stack frame in the module, are returned as they are.
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
 * Why a module cannot be loaded. Node.js keeps the place of a syntax error to itself, so the text says how to see it.
 */
export function describeLoadFailure(cause: unknown, file: string, moduleUrl: string): string {
  const located = withPlace(cause, moduleUrl)
  const hint = cause instanceof SyntaxError ? `; run node --check ${file} to see the place` : ''
  return `${located instanceof Error ? located.message : String(located)}${hint}`
}
