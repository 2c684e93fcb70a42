/**
 * The outcome of a requirement.
 *
 * - `passed`: all its checks held.
 * - `failed`: a check did not hold, or could not be made because the server did not provide something that it must.
 * - `warned`: as `failed`, for a SHOULD.
 * - `untestable`: the specification alone provides no way to check it here; the cause says what would.
 * - `not-applicable`: the server is declared not to support it.
 * - `not-observable`: requests cannot verify it.
 */
export const outcomes = ['passed', 'failed', 'warned', 'untestable', 'not-applicable', 'not-observable'] as const
export type Outcome = (typeof outcomes)[number]
