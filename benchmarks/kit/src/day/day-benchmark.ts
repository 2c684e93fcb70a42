import type { BenchmarkDefinition } from '@carebench/protocol'
import { buildBenchmark, canary, coverLabels, maxCounters } from '../build-benchmark.js'
import { afterwards } from '../builders/counters.js'
import type { Clinic } from '../clinic/clinic.js'
import type { Instance } from '../family.js'
import type { Counter } from '../task.js'
import { secondsPerCall } from './clock.js'
import type { Day } from './draw-day.js'

/** Real seconds that an agent has for a day. */
const timeout = 14_400

/** Returns the benchmark of several days. */
export function benchmarkOfDays(
  name: string,
  clinic: Clinic,
  days: readonly Day[],
  mark = canary,
): BenchmarkDefinition {
  const instances = days.map(({ instance }) => ({ ...instance, counters: chooseCounters(instance) }))
  const { overrides, ...benchmark } = buildBenchmark(name, clinic, instances, mark)
  return { ...benchmark, timeout, overrides: { ...overrides, seconds_per_call: secondsPerCall } }
}

/**
 * Selects at most {@link maxCounters} counterexamples. First combines those that follow the right work, then takes a
 * greedy cover of the critical criteria, and last a cover of the other criteria.
 */
function chooseCounters({ counters, criteria, items = [] }: Instance): readonly Counter[] {
  const critical = new Set(criteria.flatMap(({ label, severity }) => (severity === 'critical' ? [label] : [])))
  const keyOf = ({ name }: Counter) => items.find(({ key }) => name.startsWith(`${key}: `))?.key
  const own = counters.filter((one) => one.after !== undefined && keyOf(one) !== undefined)
  const all = [...joinCounters(own, keyOf), ...counters.filter((one) => !own.includes(one))]
  const needed = coverLabels(all, (label) => Number(critical.has(label)))
  const broken = new Set(needed.flatMap(({ fails }) => fails))
  return [...needed, ...coverLabels(all, (label) => Number(!broken.has(label)))].slice(0, maxCounters)
}

/**
 * Combines counterexamples so that each combination has at most one mistake in each piece of work, and no two mistakes
 * send to one system, which may reject a repeated number.
 */
function joinCounters(
  counters: readonly Counter[],
  keyOf: (counter: Counter) => string | undefined,
): readonly Counter[] {
  const rounds: { readonly taken: Set<string | undefined>; readonly made: Counter[] }[] = []
  for (const counter of counters) {
    const marks = [keyOf(counter), ...counter.calls.flatMap(({ method, path }) => (method === 'POST' ? [path] : []))]
    const room = rounds.find(({ taken }) => marks.every((mark) => mark === 'wait' || !taken.has(mark)))
    if (room === undefined) rounds.push({ taken: new Set(marks), made: [counter] })
    else {
      room.made.push(counter)
      for (const mark of marks) room.taken.add(mark)
    }
  }
  return rounds.map(({ made }, index) =>
    afterwards(
      `one mistake in each of ${made.length} pieces of work (${index + 1})`,
      made.flatMap(({ calls }) => calls),
      ...new Set(made.flatMap(({ fails }) => fails)),
    ),
  )
}
