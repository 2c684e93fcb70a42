import type { RequirementId } from '../requirements/requirements.js'

/** A minimal counter-example of a property that does not hold. */
export interface Finding {
  /** The property that does not hold. */
  readonly property: string
  /** The requirements that it violates. */
  readonly ids: readonly RequirementId[]
  readonly message: string
  /** The seed and the path of fast-check that reproduce it. */
  readonly seed: number
  readonly path: string
  /** A shell script that sends its requests again. */
  readonly script: string
}
