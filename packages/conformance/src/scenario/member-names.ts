/** Returns the names of all members in JSON, except those of open JSON. */
export function memberNames(value: unknown): string[] {
  const open = new Set([
    'config',
    'overrides',
    'task_item',
    'scenario',
    'snapshot',
    'evidence',
    'expected',
    'actual',
    'axes',
    'assertion',
    'data',
  ])
  if (Array.isArray(value)) return value.flatMap(memberNames)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    key,
    ...(open.has(key) && !Array.isArray(inner) ? [] : memberNames(inner)),
  ])
}
