import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config'

export interface TestSettings {
  /** How many times as often as in `pnpm test` properties draw; CAREBENCH_SCALE overrides it. */
  readonly scale: number
  /** Whether long files, by their names, run, and of the others only those that draw; what draws nothing would only be repeated. */
  readonly soak?: boolean
}

/** Five minutes: a limit is there to end what hangs, and a test must not fail because the machine is busy. */
const longestTest = 300_000

/**
 * The settings of all tests. They are one project, so that a worker loads a module once and not once a package: modules do
 * nothing at import, and tests clean up after themselves. Workspace packages resolve to their sources; no build is needed.
 */
export function testSettings({ scale: usual, soak = false }: TestSettings): ViteUserConfig {
  const scale = readNumber('CAREBENCH_SCALE') ?? usual
  const seed = readNumber('CAREBENCH_SEED') ?? null
  return defineConfig({
    // `import` and `default` hold where they should; named here, `require` would get modules for `import` too.
    ssr: { resolve: { conditions: ['@carebench/source', 'module', 'node'] } },
    test: {
      include: soak ? testsThatDraw() : testFiles,
      exclude: [...configDefaults.exclude, ...(soak ? [] : long.map((ending) => `**/*${ending}`))],
      setupFiles: ['./vitest.setup.ts'],
      provide: { scale, seed },
      isolate: false,
      // Keeps transformed sources in node_modules for the next run.
      experimental: { fsModuleCache: true },
      // Vitest would leave one core idle, which is half of a small machine.
      maxWorkers: '100%',
      testTimeout: longestTest * scale,
      hookTimeout: longestTest * scale,
      coverage: {
        provider: 'v8',
        include: ['packages/*/src/**/*.ts'],
        exclude: [
          '**/*.{test,bench}.ts',
          '**/src/testing/**',
          'packages/store/src/contract/**',
          // Tests themselves; the soak runs every one.
          'packages/conformance/src/scenarios/**',
          'packages/carebench/src/main.ts',
        ],
        reporter: ['text-summary', 'lcov'],
        thresholds: {
          lines: 95,
          'packages/verifier/src/**': { lines: 98 },
          'packages/systems/src/*/{checks,records}.ts': { lines: 97 },
        },
      },
    },
  })
}

/** Of files that are long by nature. `.ci/run` has those of the soak, the nightly workflow has all. */
const long = ['.soak.test.ts', '.nightly.test.ts']

const testFiles = [
  '{packages,examples}/*/src/**/*.test.ts',
  '{fixtures,bench,benchmark-kit,benchmark-solvers}/src/**/*.test.ts',
  'tests/**/*.test.ts',
]

/** The files of the soak: those that are long by nature, and those with properties or with the scale. */
function testsThatDraw(): string[] {
  const draws = /\bfast-check\b|\binject\('scale'\)/
  return ['packages', 'examples', 'fixtures', 'bench', 'benchmark-kit', 'benchmark-solvers', 'tests']
    .flatMap(testsIn)
    .filter((path) => long.some((ending) => path.endsWith(ending)) || draws.test(readFileSync(path, 'utf8')))
}

function testsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : testsIn(path)
    return entry.name.endsWith('.test.ts') ? [path] : []
  })
}

/** Throws a RangeError unless it is a whole number above 0: a slip would make properties run no times at all, and pass. */
function readNumber(name: string): number | undefined {
  const text = process.env[name]
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new RangeError(`${name} must be a whole number from 1 to 999999, for example 10; got ${JSON.stringify(text)}.`)
}
