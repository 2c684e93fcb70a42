import { memberAt, type Step } from '@carebench/server/dashboard/task'

/** Counts of wasted calls. */
export interface WastedCalls {
  /** All calls of the agent. */
  readonly calls: number
  /** Calls answered with a status of 400 or higher. */
  readonly refused: number
  /** Repeated reads with no change in between. */
  readonly repeated: number
}

/** Counts the wasted calls in a log. */
export function countWastedCalls(steps: readonly Step[]): WastedCalls {
  const own = steps.filter(({ kind }) => kind === 'read' || kind === 'write' || kind === 'refused')
  let repeated = 0
  const seen = new Set<string>()
  for (const { kind, lane, title, effects, entry } of steps) {
    if (effects > 0) seen.clear()
    if (kind !== 'read') continue
    const call = JSON.stringify([lane, title, memberAt(entry, 'action', 'call', 'body') ?? null])
    if (seen.has(call)) repeated++
    seen.add(call)
  }
  return { calls: own.length, refused: own.filter(({ kind }) => kind === 'refused').length, repeated }
}
