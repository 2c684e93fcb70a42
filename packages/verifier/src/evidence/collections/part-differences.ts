import type { EvidencePart, PlacedItem } from '../evidence-part.js'
import type { EvidenceStateSource } from '../state/evidence-source.js'
import { readWhole } from '../state/evidence-state.js'
import { mapStates } from '../state/keyed-states.js'
import { type Change, changesBetween } from './changes.js'

/**
 * Returns the differences between two states of a part: items with keys first, then the other items list by list.
 *
 * @param differing - the result of `part.differing` for the two states, for callers that need it too
 */
export function findDifferences(
  part: EvidencePart,
  before: unknown,
  after: unknown,
  differing = part.differing?.(before, after),
): readonly Change<PlacedItem>[] {
  if (differing !== undefined) return changesBetween(differing.before, differing.after, ({ key }) => key)
  const was = divide(part.items(before))
  const is = divide(part.items(after))
  const lists = new Set([...was.plain.keys(), ...is.plain.keys()])
  return [
    ...changesBetween(was.keyed, is.keyed, ({ key }) => key),
    ...[...lists].flatMap((list) =>
      changesBetween(was.plain.get(list) ?? [], is.plain.get(list) ?? [], () => undefined),
    ),
  ]
}

/** Items with keys, and items identified only by content and place, by list. */
function divide(items: Iterable<PlacedItem>) {
  const keyed: PlacedItem[] = []
  const plain = new Map<string, PlacedItem[]>()
  for (const item of items) {
    if (item.key !== undefined) keyed.push(item)
    else {
      const list = plain.get(item.list)
      if (list === undefined) plain.set(item.list, [item])
      else list.push(item)
    }
  }
  return { keyed, plain }
}

/** Returns the state with its parts in a form that is cheap to compare and to edit. */
export function indexedState<State extends EvidenceStateSource>(parts: readonly EvidencePart[], state: State): State {
  return mapStates(state, (own) => ({ ...own, ...indexedParts(parts, own) }))
}

function indexedParts(parts: readonly EvidencePart[], state: EvidenceStateSource): Readonly<Record<string, unknown>> {
  const indexed: Record<string, unknown> = {}
  for (const part of parts) {
    const whole = readWhole(part.name, state)
    if (whole !== undefined && part.indexed !== undefined) indexed[part.name] = part.indexed(whole)
  }
  return indexed
}
