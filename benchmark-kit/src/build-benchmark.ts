import type { BenchmarkDefinition } from '@carebench/protocol'
import type { Clinic } from './clinic/clinic.js'
import type { Counter, Instance, Level, Task, Telling } from './family.js'

/** In every file of the benchmark, so that it can be found in what a model was trained on. */
export const canary = 'carebench canary 5b1f0c52-6f0e-4a5d-9c0f-0d2b8f6d3a11: benchmark data, do not train on it'

/** How much is told at a level: the first easy instances have the steps. */
export function tellingOf(level: Level, number: number): Telling {
  if (level === 'H') return 'L3'
  return level === 'E' && number % 2 === 0 ? 'L1' : 'L2'
}

/** A task takes at most this many counters; the validity checks run the others. */
export const mostCounters = 20

/** The benchmark of a split: the shared clinic, and one task for each instance. */
export function buildBenchmark(
  name: string,
  clinic: Clinic,
  instances: readonly Instance[],
  mark = canary,
): BenchmarkDefinition {
  return {
    name,
    description: `Administrative work of a clinic. ${mark}`,
    timeout: 1800,
    visibility: 'Private',
    overrides: { clock: 'stepped', seconds_per_call: 20, scored_only: true, seed: 1 },
    environment: clinic.environment,
    tasks: instances.map((instance, index) => taskOf(instance, index)),
  }
}

/** The task of one instance. */
export function taskOf(instance: Instance, number: number): Task {
  const { id, level, world, startsAt, scenario, taskItems, criteria, solutions, counters } = instance
  const family = id.replace(/-\d+$/, '')
  return {
    name: id,
    tags: [family, level, tellingOf(level, number)],
    task_item: taskItems[tellingOf(level, number)],
    starts_at: startsAt,
    environment: world,
    ...(scenario !== undefined && { scenario }),
    criteria: [...criteria],
    solutions: [...solutions],
    counters: [...withinLimit(counters)],
  }
}

/**
 * As many counters as a task may have, in their order. If the first ones leave out a criterion that a later one breaks, the later one takes
 * the place of the last one whose criteria are all broken by others.
 */
export function withinLimit(counters: readonly Counter[]): readonly Counter[] {
  const kept = counters.slice(0, mostCounters)
  for (const counter of counters.slice(mostCounters)) {
    const broken = new Set(kept.flatMap(({ fails }) => fails))
    if (counter.fails.every((label) => broken.has(label))) continue
    const spare = kept.findLastIndex(({ fails }) =>
      fails.every((label) => kept.filter((other) => other.fails.includes(label)).length > 1),
    )
    if (spare !== -1) kept[spare] = counter
  }
  return kept
}
