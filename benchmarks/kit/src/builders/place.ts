/** The place of an item in the order of what everybody sees of it, from 0; null of no item. */
export function findPlace<Item>(
  items: readonly Item[],
  item: Item | null,
  seen: (item: Item) => string | number,
): number | null {
  if (item === null) return null
  const sorted = items.toSorted((one, other) => (seen(one) < seen(other) ? -1 : 1))
  return sorted.indexOf(item)
}
