import type { BrokenCriteria } from '@carebench/verifier'

/** The broken criteria of a task run, as this version and earlier ones store them. */
export type StoredBroken = Pick<BrokenCriteria, 'failures' | 'omissions'> &
  Partial<Pick<BrokenCriteria, 'left_undone' | 'undecided'>> & {
    /** The name of `undecided` before verifier version 3. */
    readonly untold?: number
  }

/** Reads the broken criteria; if a document does not say which work was left undone, no guard counts as left undone. */
export function readBroken({ failures, omissions, left_undone, undecided, untold }: StoredBroken): BrokenCriteria {
  return { failures, omissions, left_undone: left_undone ?? omissions, undecided: undecided ?? untold ?? 0 }
}
