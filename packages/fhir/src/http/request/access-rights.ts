import { FhirError } from '../../resource/fhir-error.js'
import { isResourceType } from '../../resource/resource-types.js'

/** What an interaction needs: to create, read, update, delete or search, as the scopes of SMART 2 write it. */
type Right = 'c' | 'r' | 'u' | 'd' | 's'

const verbs: Readonly<Record<Right, string>> = { c: 'create', r: 'read', u: 'update', d: 'delete', s: 'search' }

/** Throws a FhirError (403) if a caller lacks the right that an interaction needs; `rights` are letters of `cruds`. */
export function checkRights(rights: string, method: string, path: readonly string[]): void {
  const needed = neededRight(method, path)
  if (needed === undefined || rights.includes(needed)) return
  throw FhirError.of(
    403,
    'forbidden',
    `The access token does not permit to ${verbs[needed]}: ${method} ${path.join('/')} needs a scope such as system/*.${needed === 'r' || needed === 's' ? 'read' : 'write'}.`,
  )
}

/** Whether `rights` reveal the contents of resources: reads and searches both return them in full. */
export function mayRead(rights: string): boolean {
  return rights.includes('r') || rights.includes('s')
}

/** Undefined if no right is needed: for the CapabilityStatement, and for requests that are rejected anyway. */
function neededRight(method: string, path: readonly string[]): Right | undefined {
  const [type, second, third] = path
  if (type === 'metadata') return undefined
  const isSearch = type === undefined || second === undefined || type.startsWith('_') || second.startsWith('_')
  if (third !== undefined && (third === '*' || isResourceType(third))) return 's'
  switch (method) {
    case 'GET':
    case 'HEAD':
      return isSearch ? 's' : 'r'
    case 'POST':
      if (type === '_search' || second === '_search') return 's'
      return second === undefined ? 'c' : 'r'
    case 'PUT':
    case 'PATCH':
      return 'u'
    case 'DELETE':
      return 'd'
    default:
      return undefined
  }
}
