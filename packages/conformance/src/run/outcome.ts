/**
 * How it stands with a requirement.
 *
 * - `passed`: every check of it held.
 * - `failed`: a check did not hold, or could not be made for want of something that the server has to give.
 * - `warned`: as `failed`, for a SHOULD.
 * - `untestable`: the specification alone gives no way to check it here; the cause says what would.
 * - `not-applicable`: the server is declared not to have it.
 * - `not-observable`: no request could show it.
 */
export const outcomes = ['passed', 'failed', 'warned', 'untestable', 'not-applicable', 'not-observable'] as const
export type Outcome = (typeof outcomes)[number]
