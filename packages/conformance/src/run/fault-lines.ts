import type { Result } from './report.js'

/** Describes the faults in checks: at most `max` values with their JSON Pointers, one per line. */
export function faultLines(checks: Result['checks'], max: number): readonly string[] {
  return checks
    .filter(({ passed }) => !passed)
    .flatMap(({ faults }) => faults)
    .slice(0, max)
    .map(({ path, expected, actual }) => `${path === '' ? '' : `${path}: `}expected ${expected}, got ${actual}`)
}
