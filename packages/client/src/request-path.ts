/**
 * Puts parameters into a path template such as `/tasks/{id}`; they may be named in camelCase. Throws a TypeError for one
 * that is missing or cannot be a segment of a path.
 */
export function fillPath(template: string, params: unknown): string {
  const values = new Map(Object.entries((params ?? {}) as Record<string, unknown>))
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const camelName = name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase())
    const value = values.get(camelName) ?? values.get(name)
    if (typeof value === 'string' || typeof value === 'number') return pathSegment(camelName, String(value))
    throw new TypeError(`The path ${template} needs ${camelName}, for example {"params":{"${camelName}":"…"}}.`)
  })
}

/** One segment of a path, encoded. Throws a TypeError for `""`, `"."` and `".."`, which would name another path. */
export function pathSegment(name: string, value: string): string {
  if (value !== '' && value !== '.' && value !== '..') return encodeURIComponent(value)
  throw new TypeError(`${name} must be a text that a path can hold, got ${JSON.stringify(value)}.`)
}

/** `?name=value&…`, a name again for each element of an array; empty without values. Undefined and null are left out. */
export function queryString(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  return search.size === 0 ? '' : `?${search}`
}
