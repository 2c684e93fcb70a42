/** A parsed path template: literal texts, with a parameter between each two. */
interface PathTemplate {
  readonly texts: readonly string[]
  readonly parameters: readonly { readonly name: string; readonly camelName: string }[]
}

/** Parsed templates by their text; the operations table has a fixed number of them. */
const templates = /* @__PURE__ */ new Map<string, PathTemplate>()

function readTemplate(template: string): PathTemplate {
  const known = templates.get(template)
  if (known !== undefined) return known
  // Every second part is the name of a parameter.
  const parts = template.split(/\{(\w+)\}/)
  const parameters = parts
    .filter((_, index) => index % 2 === 1)
    .map((name) => ({ name, camelName: name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) }))
  const read = { texts: parts.filter((_, index) => index % 2 === 0), parameters }
  templates.set(template, read)
  return read
}

/**
 * Inserts parameters into a path template such as `/tasks/{id}`; they may be named in camelCase. Throws a TypeError for
 * a parameter that is missing or not valid as a path segment. Templates are cached: pass only those of the operations
 * table.
 */
export function fillPath(template: string, params: unknown): string {
  const { texts, parameters } = readTemplate(template)
  let path = texts[0] ?? ''
  for (const [index, { name, camelName }] of parameters.entries()) {
    const value = ownValue(params, camelName) ?? ownValue(params, name)
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new TypeError(`The path ${template} needs ${camelName}: {"params":{"${camelName}":"…"}}.`)
    }
    path += pathSegment(camelName, String(value)) + texts[index + 1]
  }
  return path
}

function ownValue(params: unknown, name: string): unknown {
  const values = Object(params) as Readonly<Record<string, unknown>>
  return Object.hasOwn(values, name) ? values[name] : undefined
}

/** Encodes one segment of a path. Throws a TypeError for `""`, `"."` and `".."`, which would name another path. */
export function pathSegment(name: string, value: string): string {
  if (value !== '' && value !== '.' && value !== '..') return encodeURIComponent(value)
  throw new TypeError(`${name} must be a valid path segment, got ${JSON.stringify(value)}.`)
}

/**
 * Returns `?name=value&…`, with the name repeated for each element of an array; empty without values. Undefined and
 * null are omitted.
 */
export function queryString(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  return search.size === 0 ? '' : `?${search}`
}
