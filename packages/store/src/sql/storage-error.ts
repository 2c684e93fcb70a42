import { StoreUnavailableError } from '../store.js'

/**
 * Codes of PostgreSQL errors: the classes 08 connection, 53 resources, 57 operator intervention and 58 system; 25006 a
 * standby; 55P03 a lock in use.
 */
const unavailable = /^(?:08|53|57|58)|^25006$|^55P03$/
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
/** Messages of driver errors without a code. */
const driverMessages = new RegExp(
  '^Connection terminated|^timeout exceeded when trying to connect|^Cannot use a pool after calling end|' +
    'not queryable|connection error|^driver has already been destroyed|PGlite is clos',
  'i',
)

/** Returns the code of an error of the database or the network; empty if it has none. */
export function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Whether the database has rolled back everything and a retry may succeed: a serialization failure or a deadlock. */
export function canRetry(error: unknown): boolean {
  return ['40001', '40P01'].includes(readCode(error))
}

/**
 * Converts an error to the one that the port of the store promises: a {@link StoreUnavailableError} if the storage
 * cannot be reached.
 */
export function storageError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailableError) return error
  const code = readCode(error)
  if (!unavailable.test(code) && !networkCodes.has(code) && !driverMessages.test(error.message)) return error
  return new StoreUnavailableError(`The database is not available: ${error.message}`, { cause: error })
}
