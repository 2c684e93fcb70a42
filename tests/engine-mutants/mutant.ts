import type { Edit } from './build-engine.js'

/** A fault in the verifier, and the law that must detect it. */
export interface Mutant extends Edit {
  readonly name: string
  /** The name of a law, {@link table}, {@link texts} or {@link vectors}. */
  readonly law: string
}

/** The table of matchers and paths. */
export const table = 'the table of matchers'

/** The scoring vectors, whole tasks. */
export const vectors = 'the scoring vectors'

/** The table of texts that state their facts only. */
export const texts = 'the table of grounded texts'
