import { FhirError } from '../../resource/fhir-error.js'
import { isResourceType } from '../../resource/resource-types.js'

/*
 * Rights are written as letters of `cruds`, as the scopes of SMART 2 write them: `rs` for all types; after a type for
 * that type alone; several separated by commas, `rs,Task.cu`.
 */

/** The right that an interaction needs: create, read, update, delete or search. */
type Right = 'c' | 'r' | 'u' | 'd' | 's'

const actions: Readonly<Record<Right, string>> = { c: 'create', r: 'read', u: 'update', d: 'delete', s: 'search' }

/** Throws a FhirError (403) if a caller lacks the right that an interaction needs. */
export function checkRights(rights: string, method: string, path: readonly string[]): void {
  const needed = findRight(method, path)
  // A search of several types names the types in its parameters, which are checked later.
  if (needed === undefined || (isOfSeveralTypes(method, path) && rights.includes(needed))) return
  const type = readType(path)
  if (!allows(rights, needed, type)) throw forbiddenError(needed, type, `${method} ${path.join('/')}`)
}

/** Throws a FhirError (403) if a caller lacks the right to search one of the types. */
export function checkSearched(rights: string | undefined, types: Iterable<string>): void {
  if (rights === undefined || allows(rights, 's', undefined)) return
  for (const type of types)
    if (!allows(rights, 's', type)) throw forbiddenError('s', type, `A search that reaches ${type}`)
}

/** Whether rights are limited to types, so that the other types that a search reaches must be checked. */
export function isLimited(rights: string | undefined): boolean {
  return rights?.includes('.') === true
}

/** Whether rights permit seeing resources of a type: reads and searches both return them in full. */
export function mayRead(rights: string | undefined, type: string | undefined): boolean {
  return rights === undefined || allows(rights, 'r', type) || allows(rights, 's', type)
}

/** Returns the resource type of a path; undefined for a path of all types. */
export function readType([type, , third]: readonly string[]): string | undefined {
  if (third !== undefined && isResourceType(third)) return third
  return type !== undefined && isResourceType(type) ? type : undefined
}

/** Whether rights include a right to a type; without a type, to all types. */
function allows(rights: string, right: Right, type: string | undefined): boolean {
  return rights.split(',').some((item) => {
    const dot = item.indexOf('.')
    return item.includes(right, dot + 1) && (dot < 0 || item.slice(0, dot) === type)
  })
}

function forbiddenError(right: Right, type: string | undefined, what: string): FhirError {
  const scope = `system/${type ?? '*'}.${right === 'r' || right === 's' ? 'rs' : 'cud'}`
  return FhirError.of(
    403,
    'forbidden',
    `The access token has no right to ${actions[right]}: ${what} needs a scope such as ${scope}.`,
  )
}

function isOfSeveralTypes(method: string, [type, , third]: readonly string[]): boolean {
  return (type === undefined && method !== 'POST') || type === '_search' || third === '*'
}

/** Returns the right that a request needs; undefined for the CapabilityStatement and for requests rejected anyway. */
function findRight(method: string, path: readonly string[]): Right | undefined {
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
