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

/** The shared guards. The order matters, because some read or change what earlier ones added. */
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

/** Returns the family with the shared guards, and counterexamples that break them, in all of its instances. */
export function addGuards(family: Family): Family {
  return { ...family, make: (draw) => guardInstance(family.make(draw)) }
}

/** Adds the guards that all families share to an instance. */
export function guardInstance(instance: Instance): Instance {
  return guards.reduce((guarded, guard) => guard(guarded), instance)
}

/** The guards that each piece of work of a day has for itself. */
const guardsOfWork: readonly ((instance: Instance) => Instance)[] = [guardNumbers, countOwnWrites]

/** Adds the guards of {@link guardsOfWork} to a piece of work of a day. */
export function guardWork(work: Instance): Instance {
  return guardsOfWork.reduce((guarded, guard) => guard(guarded), work)
}

/** Adds the other shared guards, which apply to a day as a whole. */
export function guardDay(day: Instance): Instance {
  const shared = guards.filter((guard) => guard !== guardNumbers && guard !== countWrites)
  return shared.reduce((guarded, guard) => guard(guarded), day)
}
