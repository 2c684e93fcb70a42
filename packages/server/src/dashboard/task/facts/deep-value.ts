/**
 * Maximum depth of shown values: writing deeper ones as JSON overflows the stack. The API accepts no values this deep.
 */
const deepest = 1000

/** Whether a value is nested too deeply to be written as JSON. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly object[] = isContainer(value) ? [value] : []
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === deepest) return true
    level = level.flatMap((one) => Object.values(one).filter(isContainer))
  }
  return false
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
