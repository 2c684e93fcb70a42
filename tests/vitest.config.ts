import { defineProject } from 'vitest/config'

export default defineProject({
  ssr: { resolve: { conditions: ['@carebench/source', 'module', 'node', 'import', 'default'] } },
  test: { name: 'tests', include: ['**/*.test.ts'], testTimeout: 60_000, isolate: false },
})
