import type { LogEntry, LoggedAction } from '@carebench/protocol'

/**
 * The members of an entry of the log from which the state and the evidence of a playground follow. Every entry is one.
 */
export interface FoldedEntry extends Pick<LogEntry, 'seq' | 'at' | 'actor' | 'effects' | 'events'> {
  readonly action: FoldedAction
}

/** What was done; of a call, only that it was one. */
export type FoldedAction = Exclude<LoggedAction, { kind: 'call' }> | { readonly kind: 'call' }

const foldedCall = Object.freeze({ kind: 'call' } as const)

/** An entry without what folding does not read: the request and the digest of its answer. */
export function foldedEntryOf({ seq, at, actor, action, effects, events }: FoldedEntry): FoldedEntry {
  return { seq, at, actor, action: action.kind === 'call' ? foldedCall : action, effects, events }
}
