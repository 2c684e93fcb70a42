import { fhirSystem } from '@carebench/systems'

/** The scopes of access tokens for all types: reading, writing, or both; the last ones are in the syntax of SMART 2. */
export const scopesSupported: readonly string[] = [
  'system/*.read',
  'system/*.write',
  'system/*.*',
  'system/*.rs',
  'system/*.cud',
  'system/*.cruds',
]

/** The letters of `cruds` (create, read, update, delete, search) for each access mode of a scope. */
const rightsOf: Readonly<Record<string, string>> = { read: 'rs', write: 'cud', '*': 'cruds' }

/** Maximum number of characters in a scope: a client names few types. */
const scopeCharacters = 2000

/** A granted scope as in the response, and its rights. */
export interface GrantedScope {
  readonly scope: string
  /** Letters of `cruds`, in that order, for all types; those for one type after its name: `rs,Task.cu`. */
  readonly rights: string
}

/**
 * Parses a `scope`: `system/*.read`, `.write`, `.*`, or letters of `cruds` in that order, with a resource type in
 * place of the first `*` for that type alone, several separated by spaces. Without a scope, everything is granted.
 * Returns null if one of them is invalid.
 */
export function parseScope(scope = 'system/*.*'): GrantedScope | null {
  if (scope.length > scopeCharacters) return null
  const byType = new Map<string, Set<string>>()
  for (const item of scope.split(' ')) {
    const [, type = '', asked = ''] = /^system\/(\*|[A-Za-z]+)\.(read|write|\*|c?r?u?d?s?)$/.exec(item) ?? []
    if (asked === '' || (type !== '*' && !isType(type))) return null
    const rights = byType.get(type) ?? new Set()
    for (const right of rightsOf[asked] ?? asked) rights.add(right)
    byType.set(type, rights)
  }
  const written = [...byType].map(([type, rights]) => {
    const letters = [...'cruds'].filter((right) => rights.has(right)).join('')
    return type === '*' ? letters : `${type}.${letters}`
  })
  return { scope, rights: written.join(',') }
}

function isType(name: string): boolean {
  return fhirSystem.records.some(({ open }) => open?.kind(name) !== undefined)
}
