import 'vitest'

declare module 'vitest' {
  /** What `vitest.config.ts` provides to every test. */
  interface ProvidedContext {
    /** How many times as often as in `pnpm test` a property draws: `{ numRuns: 20 * inject('scale') }`. */
    readonly scale: number
    /** The seed of every property (`CAREBENCH_SEED`); null draws anew in each run. */
    readonly seed: number | null
  }
}
