import { broken, choice, honest, independent, literal, pure, unobserved } from './outcome-laws.js'
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
  choice,
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
]
