import type { Family, Instance } from '../family.js'
import { countWrites } from './count-writes.js'
import { guardOthers } from './guard-others.js'
import { guardQuestions } from './guard-questions.js'
import { guardRefusals } from './guard-refusals.js'

/** In this order, so that each sees the criteria of those before it. */
const guards: readonly ((instance: Instance) => Instance)[] = [guardQuestions, guardRefusals, guardOthers, countWrites]

/** A family whose instances have the guards that all families share, with a counterexample for each. */
export function addGuards(family: Family): Family {
  return { ...family, make: (draw) => guards.reduce((instance, guard) => guard(instance), family.make(draw)) }
}
