/** The options of a record. The same options give the same bytes in every runtime. */
export interface RecordOptions {
  /** Any safe integer of at least 0; different seeds give different people. */
  readonly seed: number
  /** Number of patients, from 0 to 99,999. */
  readonly patients: number
  /** The reference date, RFC 3339: only booked appointments and the end dates of policies are later. */
  readonly now: string
}

const maxPatients = 99_999
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/** Validates the options and returns the reference date in milliseconds. Throws a RangeError that says what to pass. */
export function readReferenceDate({ seed, patients, now }: RecordOptions): number {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new RangeError(`seed: expected an integer from 0 to 9007199254740991, got ${seed}; for example 42`)
  }
  if (!Number.isInteger(patients) || patients < 0 || patients > maxPatients) {
    throw new RangeError(`patients: expected an integer from 0 to ${maxPatients}, got ${patients}; for example 25`)
  }
  const moment = DATE_TIME.test(now) ? Date.parse(now) : Number.NaN
  if (Number.isNaN(moment)) {
    throw new RangeError(
      `now: expected an RFC 3339 date-time, got ${JSON.stringify(now)}; for example "2026-01-15T12:00:00Z"`,
    )
  }
  return moment
}
