import type { BrokenCriteria } from '@carebench/verifier'

/** What was broken in a task run, as this version and earlier ones store it. */
export type StoredBroken = Pick<BrokenCriteria, 'failures' | 'omissions'> &
  Partial<Pick<BrokenCriteria, 'left_undone' | 'undecided'>> & {
    /** What `undecided` was called before verifier version 3. */
    readonly untold?: number
  }

/** Reads what was broken; where a document does not say what was left undone, no guard counts as left undone. */
export function readBroken({ failures, omissions, left_undone, undecided, untold }: StoredBroken): BrokenCriteria {
  return { failures, omissions, left_undone: left_undone ?? omissions, undecided: undecided ?? untold ?? 0 }
}
