import 'vitest'

declare module 'vitest' {
  /** What `vitest.base.ts` gives to the tests of every project. */
  interface ProvidedContext {
    /** How many times longer than usual the long properties run: `inject('scale')`. */
    readonly scale: number
  }
}
