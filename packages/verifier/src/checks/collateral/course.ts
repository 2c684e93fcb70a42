import type { JsonObject } from '@carebench/protocol'
import type { PreparedEvidence } from '../../evidence/prepared-evidence.js'
import type { EvidenceState } from '../../evidence/state/evidence-state.js'
import type { MatchScope } from '../../matchers/matcher.js'
import type { CheckContext } from '../check.js'
import type { Allowance } from './allowance.js'
import { coveredItems, type Fitting } from './cover.js'
import { describeExtras, type ExtraMember } from './extra-members.js'

/** Maximum number of changes, and of acts, in a collection for which the reason is given why no entry covers them. */
export const maxExplained = 50

/**
 * A change or an outward act that no entry of `allow` covers. There may be thousands; only a few are named and shown.
 */
export interface Unwanted {
  readonly what: string
  /** Computed when it is read, like `shown`. */
  readonly name: string
  /** Whether an entry covers such changes, but fewer of them. */
  readonly excess: boolean
  /** Whether the record satisfies the `where` of an entry that it did not satisfy before. */
  readonly fitsOnlyAfter?: boolean
  /** The reason why the nearest entry does not cover it. */
  readonly miss?: string | undefined
  /** The people whom it identifies although no entry that otherwise covers it names them. */
  readonly discloses: readonly string[]
  /** Whether it identifies them only together with earlier messages to the same recipient. */
  readonly together?: boolean
  readonly shown: JsonObject
}

/** The two states that are compared, with the evidence and the context of the check. */
export interface Course {
  readonly initial: EvidenceState
  readonly final: EvidenceState
  readonly scope: MatchScope
  readonly evidence: PreparedEvidence
  readonly context: CheckContext
}

/** The findings on the outward acts on records of a collection. */
export interface ActsResult {
  readonly unwanted: readonly Unwanted[]
  /** Names the acts that cannot be judged: the log and the states lack data, or the texts take too much work. */
  readonly unknown: readonly string[]
}

/** The findings on the changes in a collection. */
export interface ChangesResult extends ActsResult {
  readonly count: number
}

/** Says which members no entry allows; nothing if there are none. */
export function describeMiss(extras: readonly ExtraMember[]): { readonly miss?: string } {
  return extras.length === 0 ? {} : { miss: `"members" does not list ${describeExtras(extras)}` }
}

/**
 * Returns the items that no allowance covers; `excess` is true for those that one would cover if its `count` were
 * larger.
 */
export function uncovered<Value>(
  allowances: readonly Allowance<Value>[],
  fitting: readonly Fitting[],
  scope: MatchScope,
): readonly { readonly position: number; readonly excess: boolean }[] {
  const fits = allowances.map(() => 0)
  for (const positions of fitting) for (const position of positions) fits[position] = (fits[position] ?? 0) + 1
  const capacities = allowances.map((allowance, index) => allowance.capacity(fits[index] ?? 0, scope))
  return coveredItems(fitting, capacities).flatMap((covered, position) =>
    covered ? [] : [{ position, excess: (fitting[position]?.length ?? 0) > 0 }],
  )
}
