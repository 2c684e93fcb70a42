/** Returns the index of an item when all are sorted by what an agent sees of them; null without an item. */
export function findPlace<Item>(
  items: readonly Item[],
  item: Item | null,
  seen: (item: Item) => string | number,
): number | null {
  if (item === null) return null
  const sorted = items.toSorted((one, other) => (seen(one) < seen(other) ? -1 : 1))
  return sorted.indexOf(item)
}
