import { agreed, choice, searched } from './choice-laws.js'
import { creditForChange, oneAnswer } from './credit-laws.js'
import { counted, ordered, within } from './event-laws.js'
import { criticalItem, failingItem, itemOrder, itemsAddUp, oneItem } from './item-laws.js'
import {
  bound,
  complete,
  membersOnly,
  mostlyCovered,
  oneCode,
  repeated,
  scoped,
  spoken,
  uncollateral,
  written,
} from './kind-laws.js'
import type { LawOptions } from './law-options.js'
import { broken, honest, independent, literal, pure, shown, unobserved } from './outcome-laws.js'
import { withStrictness } from './scoring-laws.js'
import {
  addsUp,
  fairVerdict,
  identity,
  idleEarnsNothing,
  monotone,
  noPartialCredit,
  orderFree,
  scaleFree,
} from './task-score-laws.js'
import { grounded } from './text-laws.js'
import type { StrictVerifierLaw, VerifierLaw } from './verifier-law.js'

const laws: readonly StrictVerifierLaw[] = [
  honest,
  pure,
  independent,
  literal,
  shown,
  choice,
  searched,
  agreed,
  complete,
  oneCode,
  bound,
  spoken,
  ordered,
  counted,
  within,
  grounded,
  uncollateral,
  mostlyCovered,
  membersOnly,
  scoped,
  repeated,
  written,
  broken,
  unobserved,
  orderFree,
  scaleFree,
  addsUp,
  fairVerdict,
  identity,
  monotone,
  idleEarnsNothing,
  noPartialCredit,
  creditForChange,
  oneAnswer,
  oneItem,
  itemOrder,
  itemsAddUp,
  failingItem,
  criticalItem,
]

/**
 * The laws of a verifier, with other weights or with a tolerance for its scores.
 *
 * @throws {RangeError} if the tolerance is not from 0 to below 1
 */
export function createVerifierLaws(options: LawOptions = {}): readonly VerifierLaw[] {
  return withStrictness(laws, options)
}

/** The laws of a verifier, to the last bit and for all weights. */
export const verifierLaws: readonly VerifierLaw[] = /* @__PURE__ */ createVerifierLaws()
