/** The scopes of access tokens: reading, writing, or both; the last ones are in the syntax of SMART 2. */
export const scopesSupported: readonly string[] = [
  'system/*.read',
  'system/*.write',
  'system/*.*',
  'system/*.rs',
  'system/*.cud',
  'system/*.cruds',
]

/** Of `cruds`: create, read, update, delete, search. */
const rightsOf: Readonly<Record<string, string>> = { read: 'rs', write: 'cud', '*': 'cruds' }

/** A granted scope as in the response, and its rights. */
export interface GrantedScope {
  readonly scope: string
  /** Letters of `cruds`, in that order. */
  readonly rights: string
}

/**
 * Parses a `scope`: `system/*.read`, `.write`, `.*`, or letters of `cruds` in that order, several separated by spaces.
 * Without a scope, everything is granted; null if one of them is invalid.
 */
export function parseScope(scope = 'system/*.*'): GrantedScope | null {
  const rights = new Set<string>()
  for (const item of scope.split(' ')) {
    const asked = /^system\/\*\.(read|write|\*|c?r?u?d?s?)$/.exec(item)?.[1]
    if (asked === undefined || asked === '') return null
    for (const right of rightsOf[asked] ?? asked) rights.add(right)
  }
  return { scope, rights: [...'cruds'].filter((right) => rights.has(right)).join('') }
}
