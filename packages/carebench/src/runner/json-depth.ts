import { limits } from '@carebench/protocol'

/**
 * Whether a value is nested deeper than any body that the service takes; deeper values overflow the stack when written.
 */
export function isTooDeep(value: unknown, most: number = limits.jsonDepth): boolean {
  if (typeof value !== 'object' || value === null) return false
  return most === 0 || Object.values(value).some((inner) => isTooDeep(inner, most - 1))
}

/** Why {@link isTooDeep} refuses a value, to be read after its name. */
export const tooDeep = `must not be nested deeper than ${limits.jsonDepth} levels`
