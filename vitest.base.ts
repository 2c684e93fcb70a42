import { defineProject } from 'vitest/config'

/** The settings of one package's tests: workspace packages resolve to their sources, so no build is needed. */
export const testProject = (name: string) =>
  defineProject({
    ssr: { resolve: { conditions: ['@carebench/source', 'module', 'node', 'import', 'default'] } },
    // Modules do nothing at import and tests clean up after themselves, so files can share what one has loaded.
    test: { name, include: ['src/**/*.test.ts'], isolate: false },
  })
