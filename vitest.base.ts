import { defineProject } from 'vitest/config'

/** The settings of one package's tests: workspace packages resolve to their sources, so no build is needed. */
export const testProject = (name: string) =>
  defineProject({
    ssr: { resolve: { conditions: ['@carebench/source', 'module', 'node', 'import', 'default'] } },
    test: { name, include: ['src/**/*.test.ts'] },
  })
