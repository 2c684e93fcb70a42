/** Groups items in order, in linear time, unlike filtering all items for each group. */
export function groupBy<Item, Name>(
  items: readonly Item[],
  nameOf: (item: Item) => Name,
): ReadonlyMap<Name, readonly Item[]> {
  const groups = new Map<Name, Item[]>()
  for (const item of items) {
    const group = groups.get(nameOf(item))
    if (group === undefined) groups.set(nameOf(item), [item])
    else group.push(item)
  }
  return groups
}
