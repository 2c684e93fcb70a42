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

/** Prefix of the names of counterexamples that involve two pieces of work. */
export const outOfTurn = 'out of turn'

/**
 * Returns the instance without the policies of a member, which other work corrects first, and with a counterexample
 * that does the work before the correction, with the wrong number.
 *
 * @throws IncompatibleError if no criterion is about the member number
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

/**
 * Returns the guard with the member number accepted as a name of the patient: until the correction, nobody in the chart
 * has the number.
 */
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

/** Work that leaves the first choice to other work, and the calls of an agent that takes the other's choice instead. */
interface SecondChoice {
  readonly instance: Instance
  readonly greedy: readonly SolutionCall[]
}

/**
 * Adds a counterexample to an instance: the agent takes what other work needs.
 *
 * @param others - the same draw beside other work that may need the same thing
 *
 * @throws IncompatibleError if the other work changes nothing, so that the two do not conflict
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
