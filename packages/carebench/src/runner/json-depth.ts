import { limits } from '@carebench/protocol'

/**
 * Whether a value is nested deeper than any body that the service accepts; writing deeper values overflows the stack.
 */
export function isTooDeep(value: unknown, most: number = limits.jsonDepth): boolean {
  if (typeof value !== 'object' || value === null) return false
  return most === 0 || Object.values(value).some((inner) => isTooDeep(inner, most - 1))
}

/** The reason why {@link isTooDeep} rejects a value, to follow its name in a message. */
export const tooDeep = `must not be nested deeper than ${limits.jsonDepth} levels`
