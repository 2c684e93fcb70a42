import type { DifferingItems, EvidencePart } from '../evidence/evidence-part.js'

/** A part of a state, split into the data shared with other states and its differences from them. */
export interface SharedPart {
  /** The same object in all states that share it. */
  readonly shared: object
  readonly differing: DifferingItems
}

/** Returns a part split this way; undefined if it shares nothing, or if only reading everything would show that. */
export function toSharedPart(part: EvidencePart, whole: unknown): SharedPart | undefined {
  const shared = part.shared?.(whole)
  const differing = shared && part.differing?.(shared, whole)
  return shared && differing && { shared, differing }
}
