import type { ProvisionedOrganization } from '@carebench/service'
import type { WorldState } from './mock-world.js'

/** A world right after its benchmarks were published. Immutable. */
export interface PreparedWorld {
  readonly keys: ProvisionedOrganization
  /** References of the benchmarks, in the same order. */
  readonly references: readonly string[]
  readonly beginning: WorldState
}

const maxWorlds = 8
const kept = /* @__PURE__ */ new Map<string, Promise<PreparedWorld>>()

/**
 * Prepares a world once per key in this process, because publishing audits a benchmark, which takes as long as
 * thousands of calls. At most eight worlds are cached; with a null key, nothing is cached.
 */
export function prepareWorld(key: string | null, prepare: () => Promise<PreparedWorld>): Promise<PreparedWorld> {
  const present = key === null ? undefined : kept.get(key)
  if (present !== undefined) return present
  const preparing = prepare()
  if (key === null) return preparing
  kept.set(key, preparing)
  preparing.catch(() => kept.delete(key))
  const [oldest] = kept.keys()
  if (kept.size > maxWorlds && oldest !== undefined) kept.delete(oldest)
  return preparing
}
