import { isResourceType } from '../../resource/resource-types.js'
import { listTypeOperations } from './operations.js'

const read = ['GET', 'HEAD']
const form = ['POST']

/** Returns the methods that a path below the base supports, for `Allow`; `path` is split and decoded. */
export function allowedMethods(path: readonly string[]): readonly string[] {
  const [type, id, third] = path
  if (type === undefined) return [...read, 'POST']
  if (path.at(-1) === '_search') return form
  if (
    type === 'metadata' ||
    path.includes('_history') ||
    (third !== undefined && (third === '*' || isResourceType(third)))
  )
    return read
  if (id === undefined) return [...read, 'POST', 'PUT', 'PATCH', 'DELETE']
  const name = path.at(-1) ?? ''
  if (!name.startsWith('$')) return [...read, 'PUT', 'PATCH', 'DELETE']
  const operation = listTypeOperations(type).find((each) => `$${each.name}` === name)
  return (third === undefined ? operation?.onType : operation?.onInstance) ?? []
}
