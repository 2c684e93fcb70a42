/** An item, a list of parts, or nothing, as in `condition && item`. */
export type Part<Item> = Item | readonly Part<Item>[] | false | null | undefined

/** Returns the items of all parts in order, without the empty parts. Items cannot be lists or false. */
export function collect<Item extends object>(...parts: readonly Part<Item>[]): Item[] {
  return parts.flatMap((part): readonly Item[] => {
    if (Array.isArray(part)) return collect(...(part as readonly Part<Item>[]))
    return part === false || part === null || part === undefined ? [] : [part as Item]
  })
}
