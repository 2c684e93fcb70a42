import type { PayerState } from '../state.js'

/**
 * Returns the id of the next row of a resource, `CRD-0001`. Rows are never deleted, so their number gives the next id.
 */
export function nextId({ tables }: PayerState, resource: string, prefix: string): string {
  const table = tables.get(resource)
  for (let number = (table?.size ?? 0) + 1; ; number++) {
    const id = `${prefix}-${String(number).padStart(4, '0')}`
    // Seeded rows may have any ids.
    if (table?.get(id) === undefined) return id
  }
}
