import type { Clinic } from '../clinic/clinic.js'
import type { Family, Instance } from '../family.js'
import { drawn } from '../refusals.js'
import { look } from './look.js'

/** The visible features of an instance, and the choices that are right for it, as JSON. */
export interface Glance {
  readonly features: ReadonlySet<string>
  readonly course: string
}

/** A decision tree over visible features; {@link bestPolicy} makes it at most two levels deep by default. */
export type Policy =
  | { readonly course: string }
  | { readonly feature: string; readonly has: Policy; readonly lacks: Policy }

/** First seed of the instances that the adversary draws; no split in the repository uses these seeds. */
const firstSeed = 5_000_000
/** Minimum share of the instances that have a feature, and of those that lack it; rarer ones do not generalize. */
const rarest = 0.05

export function glanceAt(instance: Instance): Glance {
  return { features: look(instance), course: JSON.stringify(instance.choices) }
}

/** Draws instances in the proportions of the plan of the split `test`, and returns what is visible of each. */
export function drawGlances(family: Family, clinic: Clinic, count: number): readonly Glance[] {
  const places = family.splits.test.flatMap(({ level, branch, count: times }) =>
    Array.from({ length: times }, () => ({ level, branch })),
  )
  const glances: Glance[] = []
  for (let seed = firstSeed; glances.length < count && seed < firstSeed + 50 * count; seed++) {
    const place = places[glances.length % places.length]
    const instance = place && drawn(() => family.make({ ...place, seed, clinic }))
    if (instance !== undefined) glances.push(glanceAt(instance))
  }
  return glances
}

/** Returns the course that a policy chooses for an instance with these features. */
export function courseBy(policy: Policy, features: ReadonlySet<string>): string {
  if (!('feature' in policy)) return policy.course
  return courseBy(features.has(policy.feature) ? policy.has : policy.lacks, features)
}

/** Returns the share of instances for which a policy chooses the right course; 0 without instances. */
export function passedBy(policy: Policy, glances: readonly Glance[]): number {
  const passed = glances.filter((glance) => courseBy(policy, glance.features) === glance.course).length
  return glances.length === 0 ? 0 : passed / glances.length
}

/** Returns the policy that always chooses the most frequent course. */
export function bestConstant(glances: readonly Glance[]): { readonly course: string } {
  const counts = new Map<string, number>()
  for (const { course } of glances) counts.set(course, (counts.get(course) ?? 0) + 1)
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return { course: most?.[0] ?? '' }
}

/** Returns a policy that tests at most `depth` features in turn and chooses the right course most often. */
export function bestPolicy(glances: readonly Glance[], depth = 2): Policy {
  const constant = bestConstant(glances)
  if (depth === 0 || glances.length === 0) return constant
  const hits = (policy: Policy, among: readonly Glance[]) => passedBy(policy, among) * among.length
  let best: { readonly policy: Policy; readonly hits: number } = { policy: constant, hits: hits(constant, glances) }
  for (const feature of listFeatures(glances)) {
    const has = glances.filter(({ features }) => features.has(feature))
    const lacks = glances.filter(({ features }) => !features.has(feature))
    const policy = { feature, has: bestPolicy(has, depth - 1), lacks: bestPolicy(lacks, depth - 1) }
    const found = hits(policy.has, has) + hits(policy.lacks, lacks)
    if (found > best.hits) best = { policy, hits: found }
  }
  return best.policy
}

function listFeatures(glances: readonly Glance[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { features } of glances)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const least = rarest * glances.length
  return [...counts].flatMap(([feature, count]) => (count >= least && count <= glances.length - least ? [feature] : []))
}
