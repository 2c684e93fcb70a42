import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What a mode of `vitest run` sets. */
interface Mode {
  /** How many times as often as in `pnpm test` properties draw; CAREBENCH_SCALE overrides it. */
  readonly scale: number
  /** The endings of the test files that the mode leaves out. */
  readonly leavesOut: readonly string[]
  /**
   * Whether it runs only the files that are long by nature and those that draw: the others would only repeat
   * themselves.
   */
  readonly onlyDraws?: true
}

/** The endings of files that are long by nature. */
const long = { soak: '.soak.test.ts', nightly: '.nightly.test.ts' } as const

const test: Mode = { scale: 1, leavesOut: [long.soak, long.nightly] }

/**
 * `pnpm test` runs every example, and every law with few draws; `--mode ci` the tests of the soak too, in one run, so
 * that no core waits, with as few draws: its seed is fixed, so that more of them would find nothing new; `--mode soak`
 * all that is long, with many draws.
 */
const modes: Readonly<Record<string, Mode>> = {
  test,
  ci: { scale: 1, leavesOut: [long.nightly] },
  soak: { scale: 10, leavesOut: [], onlyDraws: true },
  // The modes of Vite itself, in which knip reads this file.
  development: test,
  production: test,
}

/** Five minutes: a limit is there to end what hangs, and a test must not fail because the machine is busy. */
const maxTestMs = 300_000

const testFiles = [
  '{packages,examples}/*/src/**/*.test.ts',
  '{fixtures,benchmarks/*,tools/*}/src/**/*.test.ts',
  'tests/**/*.test.ts',
]

/**
 * Starts the long files before the short ones, or one core would wait at the end while another ends the last of them.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => Number(isLong(other.moduleId)) - Number(isLong(one.moduleId)))
  }
}

/**
 * The settings of all tests. They are one project, so that a worker loads a module once and not once a package: modules
 * do nothing at import, and tests clean up after themselves. Workspace packages resolve to their sources; no build is
 * needed.
 */
export default defineConfig(({ mode }) => {
  const settings = modes[mode]
  if (settings === undefined) {
    throw new RangeError(`--mode must be test, ci or soak; got ${JSON.stringify(mode)}.`)
  }
  const scale = readNumber('CAREBENCH_SCALE') ?? settings.scale
  const seed = readNumber('CAREBENCH_SEED') ?? null
  return {
    // `import` and `default` hold where they should; named here, `require` would get modules for `import` too.
    ssr: { resolve: { conditions: ['@carebench/source', 'module', 'node'] } },
    test: {
      include: settings.onlyDraws ? testsThatDraw() : testFiles,
      exclude: [...configDefaults.exclude, ...settings.leavesOut.map((ending) => `**/*${ending}`)],
      sequence: { sequencer: LongFirst },
      setupFiles: ['./tests/vitest.setup.ts'],
      provide: { scale, seed },
      isolate: false,
      // Keeps transformed sources in node_modules for the next run.
      experimental: { fsModuleCache: true },
      // One more than cores: tests that wait for sockets, children and timers leave a core to the others.
      maxWorkers: availableParallelism() + 1,
      // The helper threads of V8 would compete with the workers for the cores: a tenth of the time of the processor.
      execArgv: ['--single-threaded-gc', '--no-concurrent-recompilation'],
      testTimeout: maxTestMs * scale,
      hookTimeout: maxTestMs * scale,
      coverage: {
        provider: 'v8',
        include: ['packages/*/src/**/*.ts'],
        exclude: [
          '**/*.{test,bench}.ts',
          '**/src/**/testing/**',
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
  }
})

/** The files of the soak: those that are long by nature, and those with properties or with the scale. */
function testsThatDraw(): string[] {
  const draws = /\bfast-check\b|\binject\('scale'\)/
  return ['packages', 'examples', 'fixtures', 'benchmarks', 'tools', 'tests']
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

/**
 * Throws a RangeError unless it is a whole number above 0: a slip would make properties run no times at all, and pass.
 */
function readNumber(name: string): number | undefined {
  const text = process.env[name]
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new RangeError(`${name} must be a whole number from 1 to 999999, for example 10; got ${JSON.stringify(text)}.`)
}

function isLong(path: string): boolean {
  return Object.values(long).some((ending) => path.endsWith(ending))
}
