/** What may be, or is not there: `condition && item`. */
export type Part<Item> = Item | readonly Part<Item>[] | false | null | undefined

/** The items of all parts in their order, without those parts that are not there. No item is a list or false itself. */
export function collect<Item extends object>(...parts: readonly Part<Item>[]): Item[] {
  return parts.flatMap((part): readonly Item[] => {
    if (Array.isArray(part)) return collect(...(part as readonly Part<Item>[]))
    return part === false || part === null || part === undefined ? [] : [part as Item]
  })
}
