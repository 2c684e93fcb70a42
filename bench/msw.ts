/**
 * One mocked call, in a process without a network: the mock of carebench through msw and through `mock.fetch`, beside msw with
 * one handler that answers the same text (the floor of anything through msw) and the handlers of a mock behind 200 others, and a `Response` that is made and read.
 * Contenders take turns in every round, their answers are compared before anything is timed, and the figure of each is
 * what a tenth of its rounds stayed below, as other processes only ever add to it. It runs as the packages are published,
 * bundled.
 *
 *     pnpm --filter @carebench/bench bench msw.ts
 */
import { bundle } from './bundle.js'

const { measureAll } = (await import(await bundle('msw/measure.ts'))) as typeof import('./msw/measure.js')
await measureAll()
