import type { RequirementId } from '../requirements/requirements.js'

/** A minimal counter-example. */
export interface Finding {
  /** The property that does not hold. */
  readonly property: string
  readonly ids: readonly RequirementId[]
  readonly message: string
  /** The seed that reproduces it. */
  readonly seed: number
  readonly path: string
  /** A shell script that reproduces it. */
  readonly script: string
}
