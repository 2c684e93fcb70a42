import type { Family, Instance } from '../family.js'

/** An instance, and which results exist for it. */
export interface KnownInstance {
  readonly family: Family
  readonly instance: Instance
  /** Whether there is a result for its current version, from any engine. */
  readonly hasResult: boolean
  /** Whether there is a result for its current version from the current engine. */
  readonly isCurrent: boolean
  /** Whether there is an audit of its current version by the current service and verifier. */
  readonly hasAudit: boolean
}

export interface ValidationChoice {
  /** The names of the families to validate; empty for all. */
  readonly families: readonly string[]
  /** Whether to validate only instances without a result from any engine, as after a change of instances. */
  readonly changed: boolean
  /** Whether to validate also the first instance of each family and level, unless the current engine has done so. */
  readonly sample: boolean
  /** Whether to make only audits, for instances that have a result but no current audit. */
  readonly audits: boolean
}

/** Returns the instances to validate; all others keep their results. */
export function planValidation<Known extends KnownInstance>(
  all: readonly Known[],
  { families, changed, sample, audits }: ValidationChoice,
): readonly Known[] {
  const chosen = all.filter(({ family }) => families.length === 0 || families.includes(family.name))
  if (audits) return chosen.filter(({ hasResult, hasAudit }) => hasResult && !hasAudit)
  if (!changed && !sample) return chosen.filter(({ isCurrent }) => !isCurrent)
  const samples = new Map<string, Known>()
  for (const known of chosen) {
    const place = `${known.family.name} ${known.instance.level}`
    if (!samples.has(place)) samples.set(place, known)
  }
  const sampled = new Set(sample ? samples.values() : [])
  return chosen.filter((known) => (sampled.has(known) && !known.isCurrent) || (changed && !known.hasResult))
}

/**
 * Maximum number of instances of a group, which are published as one benchmark: they share the generation of the
 * clinic's people, and memory holds all of them.
 */
const maxTogether = 5

/** Returns groups of instances of one family, of similar size, so that workers are evenly loaded. */
export function makeGroups<Known extends KnownInstance>(open: readonly Known[], workers: number): readonly Known[][] {
  const size = Math.max(1, Math.min(maxTogether, Math.ceil(open.length / workers)))
  const groups: Known[][] = []
  for (const known of open) {
    const last = groups.at(-1)
    if (last !== undefined && last.length < size && last[0]?.family === known.family) last.push(known)
    else groups.push([known])
  }
  return groups
}
