import type { EventRecord } from '@carebench/protocol'

/** Returns a log with an entry of each of these types, made by the agent at one time; `data.n` counts them from 0. */
export function eventLog(...types: readonly string[]): readonly EventRecord[] {
  return types.map((type, index) => ({
    seq: index + 1,
    at: '2026-01-05T09:00:00.000Z',
    actor: 'agent',
    type,
    data: { n: index },
  }))
}
