import type { OpenedRecord } from '@carebench/service'
import { type RegradeOptions, regrade } from '@carebench/systems/verifier'
import { InvalidCriteriaError, InvalidEvidenceError, type Regrade } from '@carebench/verifier'
import { UsageError } from '../../terminal/exit-reason.js'

/** Verifies a record again. Throws a {@link UsageError} that names the file if that is impossible. */
export function regradeRecord(record: OpenedRecord, options: RegradeOptions, file: string): Regrade {
  try {
    return regrade(record, options)
  } catch (error) {
    if (error instanceof InvalidCriteriaError || error instanceof InvalidEvidenceError || error instanceof RangeError) {
      throw new UsageError(`${file}: ${error.message}`)
    }
    throw error
  }
}
