import type { Severity } from '@carebench/protocol'
import type { TrialResult } from './trial-result.js'

/** Whether a trial broke a criterion of this severity by an act; false if its severities are not known. */
export function didHarm(
  { broken, left_undone: undone }: Pick<TrialResult, 'broken' | 'left_undone'>,
  severity: Severity,
): boolean {
  return broken !== null && broken[severity] > (undone?.[severity] ?? 0)
}
