import { limits } from '@carebench/protocol'

/** Whether a value is nested deeper than the service accepts; serializing deeper values could overflow the stack. */
export function isTooDeep(value: unknown, most: number = limits.jsonDepth): boolean {
  if (typeof value !== 'object' || value === null) return false
  return most === 0 || Object.values(value).some((inner) => isTooDeep(inner, most - 1))
}

/** The message about a value that is too deep, to follow the name of the value. */
export const tooDeep = `must not be nested deeper than ${limits.jsonDepth} levels`
