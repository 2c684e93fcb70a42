import type { Family, Instance } from '../family.js'

/** An instance, and whether there is a result for it. */
export interface KnownInstance {
  readonly family: Family
  readonly instance: Instance
  /** A result for the instance as it is, of whatever engine. */
  readonly hasResult: boolean
  /** A result for the instance as it is, of the present engine. */
  readonly isCurrent: boolean
  /** An audit of the instance as it is, by the present versions of the service and the verifier. */
  readonly hasAudit: boolean
}

export interface ValidationChoice {
  /** The names of the families to validate; empty for all. */
  readonly families: readonly string[]
  /** Only instances without a result of any engine: what a change of instances has made necessary. */
  readonly changed: boolean
  /** The first instance of each family and level too, unless the present engine has validated it. */
  readonly sample: boolean
  /** Only the audits are made, of instances that have none of the present versions. */
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
 * Most instances that are published together: the people of the clinic are made once for them, and all are held in
 * memory.
 */
const maxTogether = 5

/** Groups of instances of one family, so that workers have about the same to do. */
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
