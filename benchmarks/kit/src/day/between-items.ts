import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { instead } from '../builders/counters.js'
import { resourcesIn } from '../builders/world-values.js'
import type { Member } from '../clinic/claims-records.js'
import type { Instance } from '../family.js'
import type { Criterion, SolutionCall } from '../task.js'
import { without } from './late-fact.js'
import { readCalls } from './merge/merge-instances.js'
import { IncompatibleError } from './merge/merge-values.js'

/** Marks the names of counterexamples that concern two items of work. */
export const outOfTurn = 'out of turn'

/**
 * Makes an instance depend on other work of the day that finds and corrects the member's number: removes the right
 * policy from the chart, and adds a counterexample in which an agent works before the correction.
 *
 * @throws IncompatibleError if no criterion contains the member number
 */
export function needMember({ id, memberId }: Member, instance: Instance): Instance {
  const { world, criteria, counters } = instance
  const policies = resourcesIn(world).filter(
    ({ resourceType, beneficiary }) =>
      resourceType === 'Coverage' && JSON.stringify(beneficiary).includes(`"Patient/${id}"`),
  )
  const decided = criteria.filter(
    ({ guard, assertion }) => guard !== true && JSON.stringify(assertion).includes(`"${memberId}"`),
  )
  if (decided.length === 0) throw new IncompatibleError(`expected ${instance.id} to need ${memberId}`)
  const early = instead(
    `${outOfTurn}: do it before the member number is corrected`,
    readCalls(instance),
    ...decided.map(({ label }) => label),
  )
  return {
    ...instance,
    world: without(policies, world as JsonValue) as Instance['world'],
    criteria: criteria.map((criterion) => nameByNumber({ id, memberId }, criterion)),
    counters: [early, ...counters],
  }
}

/** Makes a guard accept the member number as naming the patient, because the chart has no such number at first. */
function nameByNumber({ id, memberId }: Pick<Member, 'id' | 'memberId'>, criterion: Criterion): Criterion {
  const { assert, allow } = criterion.assertion as JsonObject
  if (assert !== 'no-collateral' || !Array.isArray(allow)) return criterion
  const isOfPatient = (about: JsonValue | undefined) => Array.isArray(about) && about.includes(`Patient/${id}`)
  const named = allow.map((entry) =>
    isJsonObject(entry) && isOfPatient(entry.about)
      ? { ...entry, about: [...(entry.about as JsonValue[]), memberId] }
      : entry,
  )
  return { ...criterion, assertion: { ...criterion.assertion, allow: named } } as Criterion
}

/** An instance that must leave something to other work, and the calls of an agent that takes it. */
interface SecondChoice {
  readonly instance: Instance
  readonly greedy: readonly SolutionCall[]
}

/**
 * Adds to an instance the counterexample of an agent that takes what is meant for other work.
 *
 * @param others - the same draw beside each possible course of the other work
 * @throws IncompatibleError if the right calls do not depend on the other work, so that the two do not compete
 */
export function chooseSecond(instance: Instance, others: readonly Instance[]): SecondChoice {
  const { id, criteria, counters } = instance
  const right = JSON.stringify(readCalls(instance))
  const other = others.find((one) => JSON.stringify(readCalls(one)) !== right)
  if (other === undefined) throw new IncompatibleError(`expected ${id} to want what other work takes`)
  const known = new Set(other.criteria.map((criterion) => JSON.stringify(criterion)))
  const broken = criteria.filter((one) => one.guard !== true && !known.has(JSON.stringify(one)))
  const greedy = readCalls(other)
  const take = instead(`${outOfTurn}: take what is for other work`, greedy, ...broken.map(({ label }) => label))
  return { instance: { ...instance, counters: [take, ...counters] }, greedy }
}
