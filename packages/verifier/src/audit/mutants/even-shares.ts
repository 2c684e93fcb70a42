import { chooseEvenly } from './make-mutants.js'

/**
 * Returns at most `limit` items in the order of the kinds, evenly spaced within each kind. Kinds with the fewest items
 * choose first, so that their unused shares go to the others.
 */
export function evenShares<Kind extends string, One>(
  kinds: readonly Kind[],
  byKind: Readonly<Record<Kind, readonly One[]>>,
  limit: number,
): readonly One[] {
  const ascending = [...kinds].sort((a, b) => byKind[a].length - byKind[b].length)
  const chosen = new Map<Kind, readonly One[]>()
  let left = Math.max(0, Math.floor(limit))
  ascending.forEach((kind, index) => {
    const few = chooseEvenly(byKind[kind], Math.ceil(left / (ascending.length - index)))
    chosen.set(kind, few)
    left -= few.length
  })
  return kinds.flatMap((kind) => chosen.get(kind) ?? [])
}
