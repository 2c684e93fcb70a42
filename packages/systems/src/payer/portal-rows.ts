import type { PortalRows } from '@carebench/protocol'
import type { EvidenceState } from '@carebench/verifier'
import { type Make, pointerTo } from '@carebench/verifier/kinds'
import { RowIndex } from './row-index.js'

/** The rows of a portal resource, empty if there is no such resource; undefined if the portal was not observed. */
export function portalRows(state: EvidenceState, resource: string): RowIndex | undefined {
  return state.once('portal', makeIndexes)?.rowsOf(resource)
}

const makeIndexes: Make<PortalRows, RowIndexes> = (portal, { at, kept, earlier }) =>
  new RowIndexes(portal, { at, kept }, earlier)

/** Indexes of the rows of a portal, each built on first use. */
class RowIndexes {
  readonly #portal: PortalRows
  readonly #at: string
  readonly #kept: boolean
  readonly #indexes = new Map<string, RowIndex>()

  /** The index is shared with earlier rows if they are identical. */
  constructor(
    portal: PortalRows,
    { at, kept }: { readonly at: string; readonly kept: boolean },
    earlier: RowIndexes | undefined,
  ) {
    this.#portal = portal
    this.#at = at
    this.#kept = kept
    if (earlier === undefined) return
    for (const [resource, index] of earlier.#indexes) {
      if (index.isOf(rowsIn(portal, resource))) this.#indexes.set(resource, index)
    }
  }

  rowsOf(resource: string): RowIndex {
    let index = this.#indexes.get(resource)
    if (index === undefined) {
      const list = rowsIn(this.#portal, resource) ?? []
      index = new RowIndex({ list, at: pointerTo(this.#at, resource) }, this.#kept)
      this.#indexes.set(resource, index)
    }
    return index
  }
}

/** The rows of a resource; undefined if the portal has no resource of that name. */
export function rowsIn(portal: PortalRows, resource: string): PortalRows[string] | undefined {
  return Object.hasOwn(portal, resource) ? portal[resource] : undefined
}
