import { finish, type Steps } from '@carebench/protocol'
import { listEventRecords } from '../log/event-records.js'
import type { FoldedEntry } from '../log/folded-entry.js'
import { type PlaygroundEvidence, toEvidence } from '../playground-evidence.js'
import { createPlaygroundState, foldEntriesInSteps } from '../playground-state.js'
import type { SimulatorSet } from '../simulator-set.js'

/** Returns the evidence that results from applying the effects of a log, made with a seed. `base` is unchanged. */
export function foldLog(base: SimulatorSet, seed: number, entries: readonly FoldedEntry[]): PlaygroundEvidence {
  return finish(foldLogInSteps(base, seed, entries))
}

/** Does the same as {@link foldLog} in steps. */
export function* foldLogInSteps(
  base: SimulatorSet,
  seed: number,
  entries: readonly FoldedEntry[],
): Steps<PlaygroundEvidence> {
  const state = createPlaygroundState(base, seed)
  yield* foldEntriesInSteps(state, entries)
  return toEvidence(state.simulators, state.initial.evidence(), listEventRecords(entries), state.agentless.evidence())
}
