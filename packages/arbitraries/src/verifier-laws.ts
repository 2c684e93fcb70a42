import { agreed, choice, searched } from './choice-laws.js'
import { creditForChange, oneAnswer } from './credit-laws.js'
import { bound, complete, ordered, repeated, spoken, uncollateral, written } from './kind-laws.js'
import { broken, honest, independent, literal, pure, shown, unobserved } from './outcome-laws.js'
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
import type { VerifierLaw } from './verifier-law.js'

/** The laws of a verifier. */
export const verifierLaws: readonly VerifierLaw[] = [
  honest,
  pure,
  independent,
  literal,
  shown,
  choice,
  searched,
  agreed,
  complete,
  bound,
  spoken,
  ordered,
  uncollateral,
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
]
