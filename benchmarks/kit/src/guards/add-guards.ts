import type { Family, Instance } from '../family.js'
import { countOwnWrites, countWrites } from './count-writes.js'
import { groundTexts } from './ground-texts.js'
import { guardNumbers } from './guard-numbers.js'
import { guardOthers } from './guard-others.js'
import { guardQuestions } from './guard-questions.js'
import { guardRefusals } from './guard-refusals.js'
import { hangUp } from './hang-up.js'
import { judgeTime } from './judge-time.js'
import { plantOrders } from './plant-orders.js'
import { scopeAccess } from './scope-access.js'
import { splitGuards } from './split-guards.js'
import { typeFiles } from './type-files.js'

/** In this order, so that each sees the criteria of those before it. */
const guards: readonly ((instance: Instance) => Instance)[] = [
  splitGuards,
  guardNumbers,
  guardQuestions,
  guardRefusals,
  guardOthers,
  countWrites,
  groundTexts,
  hangUp,
  scopeAccess,
  typeFiles,
  judgeTime,
  plantOrders,
]

/** A family whose instances have the guards that all families share, with a counterexample for each. */
export function addGuards(family: Family): Family {
  return { ...family, make: (draw) => guardInstance(family.make(draw)) }
}

/** An instance with the guards that all families share. */
export function guardInstance(instance: Instance): Instance {
  return guards.reduce((guarded, guard) => guard(guarded), instance)
}

/** Those that guard each piece of work of a day by itself. */
const guardsOfWork: readonly ((instance: Instance) => Instance)[] = [guardNumbers, countOwnWrites]

/** A piece of work of a day with the guards of its own. */
export function guardWork(work: Instance): Instance {
  return guardsOfWork.reduce((guarded, guard) => guard(guarded), work)
}

/** A day with the guards that its pieces of work share. */
export function guardDay(day: Instance): Instance {
  const shared = guards.filter((guard) => guard !== guardNumbers && guard !== countWrites)
  return shared.reduce((guarded, guard) => guard(guarded), day)
}
