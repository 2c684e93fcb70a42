import type { PortalRows } from '@carebench/protocol'
import type { EvidenceState } from '@carebench/verifier'
import { type Make, pointerTo } from '@carebench/verifier/kinds'
import { RowIndex } from './row-index.js'

/** Returns the rows of a portal resource, empty if it does not exist; undefined if the portal was not observed. */
export function portalRows(state: EvidenceState, resource: string): RowIndex | undefined {
  return state.once('portal', makeIndexes)?.findRows(resource)
}

const makeIndexes: Make<PortalRows, RowIndexes> = (portal, { at, kept, earlier }) =>
  new RowIndexes(portal, { at, kept }, earlier)

interface ResourceIndex {
  readonly resource: string
  readonly index: RowIndex
}

/** Indexes the rows of a portal by resource; each index is built on first use. */
class RowIndexes {
  readonly #portal: PortalRows
  readonly #at: string
  readonly #kept: boolean
  /** An array, because a portal has few resources and a linear search beats building a Map. */
  readonly #indexes: ResourceIndex[] = []

  /** Reuses the indexes of an earlier portal for lists that are identical. */
  constructor(
    portal: PortalRows,
    { at, kept }: { readonly at: string; readonly kept: boolean },
    earlier: RowIndexes | undefined,
  ) {
    this.#portal = portal
    this.#at = at
    this.#kept = kept
    if (earlier === undefined) return
    for (const known of earlier.#indexes) {
      if (known.index.isOf(rowsIn(portal, known.resource))) this.#indexes.push(known)
    }
  }

  findRows(resource: string): RowIndex {
    const indexes = this.#indexes
    for (let i = 0; i < indexes.length; i++) {
      const known = indexes[i] as ResourceIndex
      if (known.resource === resource) return known.index
    }
    const list = rowsIn(this.#portal, resource) ?? []
    const index = new RowIndex({ list, at: pointerTo(this.#at, resource) }, this.#kept)
    indexes.push({ resource, index })
    return index
  }
}

/** Returns the rows of a resource; undefined if the portal does not have it. */
export function rowsIn(portal: PortalRows, resource: string): PortalRows[string] | undefined {
  return Object.hasOwn(portal, resource) ? portal[resource] : undefined
}
