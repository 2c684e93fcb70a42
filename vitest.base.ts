import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

export interface TestSettings {
  /** How many times as often as in `pnpm test` properties draw; CAREBENCH_SCALE overrides it. */
  readonly scale: number
  /**
   * The files that run: those that are not long by nature; in CI those of the soak too; in the soak all that are long, and of the others
   * only those that draw, as the rest would only be repeated.
   */
  readonly files: 'short' | 'ci' | 'soak'
}

/** Of files that are long by nature, by the end of their names. `.ci/run` has those of the soak, the nightly workflow has all. */
const long = { soak: '.soak.test.ts', nightly: '.nightly.test.ts' } as const
const excluded = { short: [long.soak, long.nightly], ci: [long.nightly], soak: [] } as const

/** Five minutes: a limit is there to end what hangs, and a test must not fail because the machine is busy. */
const longestTest = 300_000

/**
 * The settings of all tests. They are one project, so that a worker loads a module once and not once a package: modules do
 * nothing at import, and tests clean up after themselves. Workspace packages resolve to their sources; no build is needed.
 */
export function testSettings({ scale: usual, files }: TestSettings): ViteUserConfig {
  const scale = readNumber('CAREBENCH_SCALE') ?? usual
  const seed = readNumber('CAREBENCH_SEED') ?? null
  return defineConfig({
    // `import` and `default` hold where they should; named here, `require` would get modules for `import` too.
    ssr: { resolve: { conditions: ['@carebench/source', 'module', 'node'] } },
    test: {
      include: files === 'soak' ? testsThatDraw() : testFiles,
      exclude: [...configDefaults.exclude, ...excluded[files].map((ending) => `**/*${ending}`)],
      sequence: { sequencer: LongFirst },
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

/** Starts the long files before the short ones, or one core would wait at the end while another ends the last of them. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => Number(isLong(other.moduleId)) - Number(isLong(one.moduleId)))
  }
}

function isLong(path: string): boolean {
  return Object.values(long).some((ending) => path.endsWith(ending))
}

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
    .filter((path) => isLong(path) || draws.test(readFileSync(path, 'utf8')))
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
