import type { RequirementId } from '../requirements/requirements.js'

/** A counter-example, as small as it could be made. */
export interface Finding {
  /** What was tried. */
  readonly property: string
  readonly ids: readonly RequirementId[]
  readonly message: string
  /** Repeats it. */
  readonly seed: number
  readonly path: string
  /** A shell script that shows it. */
  readonly script: string
}
