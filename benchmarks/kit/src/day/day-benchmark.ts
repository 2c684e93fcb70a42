import type { BenchmarkDefinition } from '@carebench/protocol'
import { buildBenchmark, canary } from '../build-benchmark.js'
import type { Clinic } from '../clinic/clinic.js'
import type { Day } from './draw-day.js'
import { secondsPerCall } from './draw-item.js'

/** Seconds of real time that an agent has for a day. */
const timeout = 14_400

/** The benchmark of several days. */
export function benchmarkOfDays(
  name: string,
  clinic: Clinic,
  days: readonly Day[],
  mark = canary,
): BenchmarkDefinition {
  const instances = days.map(({ instance }) => instance)
  const { overrides, ...benchmark } = buildBenchmark(name, clinic, instances, mark)
  return { ...benchmark, timeout, overrides: { ...overrides, seconds_per_call: secondsPerCall } }
}
