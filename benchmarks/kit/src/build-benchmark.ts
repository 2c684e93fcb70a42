import type { BenchmarkDefinition } from '@carebench/protocol'
import type { Clinic } from './clinic/clinic.js'
import type { Instance } from './family.js'
import { repeatedIn } from './repeated.js'
import type { Counter, Criterion, InstanceLevel, Task, Telling } from './task.js'

/** A text in every file of the benchmark, so that its presence in training data can be detected. */
export const canary = 'carebench canary 5b1f0c52-6f0e-4a5d-9c0f-0d2b8f6d3a11: benchmark data, do not train on it'

/** The version of carebench-1 whose instances the kit draws. */
export const benchmarkVersion = '1.2.0'

/** The address of the folder with the card pages of the suite, the families and the instances. */
const cards = 'https://github.com/carebench/carebench/tree/main/carebench-1/cards'

/**
 * Returns how much the instruction of an instance says: the ticket at levels H and X, the goal at level M, and at level
 * E the steps or the goal, depending on whether `number`, the instance's place in the benchmark, is even.
 */
export function makeTelling(level: InstanceLevel, number: number): Telling {
  if (level === 'H' || level === 'X') return 'L3'
  return level === 'E' && number % 2 === 0 ? 'L1' : 'L2'
}

/** Maximum number of counterexamples of a task; the validity checks run the others. */
export const maxCounters = 20

/**
 * Returns the benchmark of a split: the shared clinic, and one task for each instance.
 *
 * @throws RangeError if two instances have the same id.
 */
export function buildBenchmark(
  name: string,
  clinic: Clinic,
  instances: readonly Instance[],
  mark = canary,
): BenchmarkDefinition {
  const twice = repeatedIn(instances.map(({ id }) => id))
  if (twice !== undefined) throw new RangeError(`expected a seed of its own for each instance, got ${twice} twice`)
  return {
    name,
    description: `Administrative work of a clinic. Cards: ${cards} ${mark}`,
    timeout: 1800,
    visibility: 'Private',
    overrides: { clock: 'stepped', seconds_per_call: 20, scored_only: true, seed: 1 },
    environment: clinic.environment,
    tasks: instances.map((instance, index) => makeTask(instance, index)),
  }
}

/** Returns the task of an instance; `number`, its place in the benchmark, decides how much the instruction says. */
export function makeTask(instance: Instance, number: number): Task {
  const { id, level, world, startsAt, endsAt, items, scenario, taskItems, criteria, solutions, counters } = instance
  const family = id.replace(/-\d+$/, '')
  return {
    name: id,
    tags: [family, level, makeTelling(level, number)],
    task_item: taskItems[makeTelling(level, number)],
    starts_at: startsAt,
    ...(items !== undefined && { items: [...items] }),
    ...(endsAt !== undefined && { ends_at: endsAt }),
    environment: world,
    ...(scenario !== undefined && { scenario }),
    criteria: [...criteria],
    solutions: [...solutions],
    counters: [...withinLimit(counters, criteria)],
  }
}

/**
 * Returns at most {@link maxCounters} counterexamples, in their order: the first ones, if they break every criterion
 * that any of them breaks. Otherwise, a greedy cover of the criteria, filled up in order; critical criteria weigh more
 * if the cover would miss one.
 */
export function withinLimit(
  counters: readonly Counter[],
  criteria: readonly Pick<Criterion, 'label' | 'severity'>[] = [],
): readonly Counter[] {
  const first = counters.slice(0, maxCounters)
  const all = listFails(counters)
  const brokenByFirst = listFails(first)
  if ([...all].every((label) => brokenByFirst.has(label))) return first
  const critical = new Set(criteria.flatMap(({ label, severity }) => (severity === 'critical' ? [label] : [])))
  const take = (weigh: (label: string) => number) => {
    const taken = new Set(coverLabels(counters, weigh).slice(0, maxCounters))
    for (const counter of counters) if (taken.size < maxCounters) taken.add(counter)
    return counters.filter((counter) => taken.has(counter))
  }
  const taken = take(() => 1)
  const broken = listFails(taken)
  const isLeftOut = [...all].some((label) => critical.has(label) && !broken.has(label))
  return isLeftOut ? take((label) => (critical.has(label) ? counters.length : 1)) : taken
}

function listFails(counters: readonly Counter[]): Set<string> {
  return new Set(counters.flatMap(({ fails }) => fails))
}

/**
 * Returns a greedy cover of the criteria: repeatedly the counterexample with the highest weight of criteria that no
 * earlier one breaks. Leaves out those that break nothing new.
 */
export function coverLabels(counters: readonly Counter[], weigh: (label: string) => number): readonly Counter[] {
  const broken = new Set<string>()
  const taken: Counter[] = []
  const gain = ({ fails }: Counter) => fails.reduce((sum, label) => (broken.has(label) ? sum : sum + weigh(label)), 0)
  for (;;) {
    const most = Math.max(0, ...counters.map(gain))
    const next = most === 0 ? undefined : counters.find((counter) => gain(counter) === most)
    if (next === undefined) return taken
    taken.push(next)
    for (const label of next.fails) broken.add(label)
  }
}
