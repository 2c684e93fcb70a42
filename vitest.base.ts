import { defineProject } from 'vitest/config'

/** The settings of one package's tests: workspace packages resolve to their sources, so no build is needed. */
export const testProject = (name: string) =>
  defineProject({
    ssr: { resolve: { conditions: ['@carebench/source', 'module', 'node', 'import', 'default'] } },
    // Modules do nothing at import and tests clean up after themselves, so files can share what one has loaded.
    test: { name, include: ['src/**/*.test.ts'], isolate: false },
  })

/**
 * Throws unless CAREBENCH_SCALE, by which long properties run longer, is absent or a number above 0: a slip would make
 * them run no times at all and pass.
 */
export function assertScale(text: string | undefined): void {
  if (text === undefined || (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0)) return
  throw new RangeError(`CAREBENCH_SCALE must be a number above 0, for example 10; got ${JSON.stringify(text)}.`)
}
