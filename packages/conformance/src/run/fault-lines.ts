import type { Result } from './report.js'

/** Describes what did not hold in checks, at most `max` values with their JSON Pointers, a line each. */
export function faultLines(checks: Result['checks'], max: number): readonly string[] {
  return checks
    .filter(({ passed }) => !passed)
    .flatMap(({ faults }) => faults)
    .slice(0, max)
    .map(({ path, expected, actual }) => `${path === '' ? '' : `${path}: `}expected ${expected}, got ${actual}`)
}
