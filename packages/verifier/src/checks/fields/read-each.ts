import type { MatchScope } from '../../matchers/matcher.js'

/** Maximum number of items of a list that are read without a pause. */
const maxItemsOfPiece = 100

/** Replaces a result that depends on an assumption about an undecided text and is therefore not kept. */
const assumed = Symbol('assumed')

/**
 * Returns what `read` returns for each item of a list. The items of a long list are read in several pieces: the check
 * is interrupted, and evaluated again, as with long texts. Each item is read once, unless its result depends on
 * assumptions about undecided texts.
 *
 * @param key - the list: the same object in each evaluation of the check on one state, and used for no other list
 * @param read - must have no effects
 */
export function readEach<Item, Result>(
  items: readonly Item[],
  key: object,
  { budget, assumptions }: MatchScope,
  read: (item: Item, index: number) => Result,
): readonly Result[] {
  if (budget === undefined || items.length <= maxItemsOfPiece) return items.map(read)
  const kept = budget.resultsOf(key)
  return items.map((item, index) => {
    const known = kept[index]
    if (known?.result === assumed) return read(item, index)
    if (known !== undefined) {
      budget.compare(known.comparisons)
      // Results of this list are those of `read`.
      return known.result as Result
    }
    const asked = assumptions?.asked
    const read1 = budget.readItem(() => read(item, index))
    kept.push(assumptions?.asked === asked ? read1 : { ...read1, result: assumed })
    return read1.result as Result
  })
}
