import type { PayerState } from '../state.js'

/** Returns the id of the next row of a resource: `CRD-0001`. Nobody deletes rows, so their number tells it. */
export function nextId({ tables }: PayerState, resource: string, prefix: string): string {
  const table = tables.get(resource)
  let number = (table?.size ?? 0) + 1
  let id = numbered(prefix, number)
  // Seeded rows may have any ids.
  while (table?.get(id) !== undefined) id = numbered(prefix, ++number)
  return id
}

function numbered(prefix: string, number: number): string {
  return `${prefix}-${String(number).padStart(4, '0')}`
}
