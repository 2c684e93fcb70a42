import { defineProject } from 'vitest/config'
import { provide } from '../vitest.base.js'

export default defineProject({
  ssr: { resolve: { conditions: ['@carebench/source', 'module', 'node', 'import', 'default'] } },
  test: { name: 'tests', include: ['**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000, isolate: false, provide },
})
