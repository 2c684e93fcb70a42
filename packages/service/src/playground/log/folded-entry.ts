import type { LogEntry, LoggedAction } from '@carebench/protocol'

/** The members of a log entry that determine the state and the evidence of a playground. Every entry has them. */
export interface FoldedEntry extends Pick<LogEntry, 'seq' | 'at' | 'actor' | 'effects' | 'events'> {
  readonly action: FoldedAction
}

/** The action; for a call, only its kind. */
export type FoldedAction = Exclude<LoggedAction, { kind: 'call' }> | { readonly kind: 'call' }

const foldedCall = Object.freeze({ kind: 'call' } as const)

/** Returns an entry without the members that folding does not read: the request and the digest of its response. */
export function toFoldedEntry({ seq, at, actor, action, effects, events }: FoldedEntry): FoldedEntry {
  return { seq, at, actor, action: action.kind === 'call' ? foldedCall : action, effects, events }
}
