/** An item to cover: the positions of the allowances that may cover it. */
export type Fitting = readonly number[]

/**
 * Returns which items are covered if allowance n covers at most `capacities[n]` of the items that fit it and every item
 * takes one place. Covers as many items as possible, preferring earlier ones. The result does not depend on the order
 * of the allowances.
 *
 * This is a bipartite matching. Items are placed one after the other along augmenting paths, so an item with a place
 * keeps a place, and the earliest items are covered (the greedy basis of a transversal matroid).
 */
export function coveredItems(items: readonly Fitting[], capacities: readonly number[]): readonly boolean[] {
  const holders = capacities.map(() => new Set<number>())
  const full = new Set<string>()
  return items.map((fitting, item) => {
    const free = fitting.some((allowance) => capacities[allowance] === Number.POSITIVE_INFINITY)
    if (free) return true
    // If an item found no place, items that fit the same allowances find none either.
    const alike = fitting.join()
    if (full.has(alike)) return false
    const placed = place(item, { items, capacities, holders })
    if (!placed) full.add(alike)
    return placed
  })
}

interface Places {
  readonly items: readonly Fitting[]
  readonly capacities: readonly number[]
  /** The items that each allowance covers at present. */
  readonly holders: readonly Set<number>[]
}

/** Finds a place for an item, moving others if need be: a breadth-first search over the allowances. */
function place(item: number, { items, capacities, holders }: Places): boolean {
  /** The item that would move into each visited allowance. */
  const reachedBy = new Map<number, { readonly mover: number; readonly from: number | undefined }>()
  const queue: number[] = []
  const visit = (mover: number, from: number | undefined): void => {
    for (const allowance of items[mover] ?? []) {
      if (reachedBy.has(allowance)) continue
      reachedBy.set(allowance, { mover, from })
      queue.push(allowance)
    }
  }
  visit(item, undefined)
  for (const allowance of queue) {
    if ((holders[allowance]?.size ?? 0) < (capacities[allowance] ?? 0)) {
      moveAlong(allowance, reachedBy, holders)
      return true
    }
    for (const holder of holders[allowance] ?? []) visit(holder, allowance)
  }
  return false
}

function moveAlong(
  last: number,
  reachedBy: ReadonlyMap<number, { readonly mover: number; readonly from: number | undefined }>,
  holders: readonly Set<number>[],
): void {
  let to: number | undefined = last
  while (to !== undefined) {
    const step = reachedBy.get(to)
    if (step === undefined) return
    holders[to]?.add(step.mover)
    if (step.from !== undefined) holders[step.from]?.delete(step.mover)
    to = step.from
  }
}
