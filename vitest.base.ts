import { defineProject } from 'vitest/config'

/** What the tests of every project can ask for. */
export const provide = { scale: parseScale(process.env.CAREBENCH_SCALE) }

/** The settings of one package's tests: workspace packages resolve to their sources, so no build is needed. */
export const testProject = (name: string) =>
  defineProject({
    ssr: { resolve: { conditions: ['@carebench/source', 'module', 'node', 'import', 'default'] } },
    // The time limit is for what hangs; a busy machine must not fail a test. Modules do nothing at import and tests clean up
    // after themselves, so files can share what one has loaded.
    test: { name, include: ['src/**/*.test.ts'], isolate: false, provide, testTimeout: 30_000 },
  })

/**
 * Reads CAREBENCH_SCALE; absent it is 1. Throws a RangeError unless it is a number above 0: a slip would make properties
 * run no times at all and pass.
 */
function parseScale(text: string | undefined): number {
  if (text === undefined) return 1
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text)
  throw new RangeError(`CAREBENCH_SCALE must be a number above 0, for example 10; got ${JSON.stringify(text)}.`)
}
