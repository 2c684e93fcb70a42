import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Vitest would leave one core idle, which is half of a small machine.
    maxWorkers: '100%',
    projects: ['packages/*', 'fixtures', 'examples/*', 'tests'],
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      exclude: [
        '**/*.{test,bench}.ts',
        '**/src/testing/**',
        'packages/service/src/contract/**',
        'packages/carebench/src/main.ts',
      ],
      reporter: ['text-summary', 'lcov'],
      thresholds: { lines: 95, 'packages/verifier/src/**': { lines: 98 } },
    },
  },
})
