/**
 * The outcome of a requirement.
 *
 * - `passed`: all its checks passed.
 * - `failed`: a check did not pass, or was not possible because the server, or in `extended` the caller of the kit, did
 * not provide something that the check needs.
 * - `warned`: as `failed`, for a SHOULD.
 * - `untestable`: the specification alone provides no way to check it here, or the run did not reach it; the cause says
 * why.
 * - `not-applicable`: the server is declared not to support it.
 * - `not-observable`: requests cannot verify it.
 */
export const outcomes = ['passed', 'failed', 'warned', 'untestable', 'not-applicable', 'not-observable'] as const
export type Outcome = (typeof outcomes)[number]
