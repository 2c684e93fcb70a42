import type { JsonObject } from '@carebench/protocol'
import { afterwards } from '../builders/counters.js'
import { guard } from '../builders/criteria.js'
import { rightCalls, writtenIn } from '../builders/world-values.js'
import type { Instance } from '../family.js'
import type { Criterion, SolutionCall } from '../task.js'

export const writtenOnce = 'The chart was written no more often than the work needs'

/**
 * An instance that says so: what was wrong at first has been acted on, whatever was written then. Everything that has
 * to be written is written at least once, so the number of all writes says that nothing was written twice.
 */
export function countWrites(instance: Instance): Instance {
  return addCount(instance, isWrite)
}

/** The same for a piece of work of a day: of the agent's writes, those of the records that it is about are counted. */
export function countOwnWrites(instance: Instance): Instance {
  const { ids } = writtenIn(rightCalls(instance))
  const own = new RegExp(`^fhir/\\w+/(?:${[...ids].join('|')})$`)
  const where = { actor: 'agent', 'data.id': { $oneOf: [...ids].sort() } }
  return addCount(instance, (call) => isWrite(call) && own.test(call.path), where)
}

function addCount(instance: Instance, counts: (call: SolutionCall) => boolean, where?: JsonObject): Instance {
  const { criteria, counters, solutions, extras } = instance
  const [reference] = solutions
  const again = reference?.calls.findLast((call) => call.method === 'PATCH' && counts(call) && !isFilledIn(call))
  if (reference === undefined || again === undefined) return instance
  const written = [...solutions, ...extras].map(({ calls }) => calls.filter(counts).length)
  return {
    ...instance,
    criteria: [...criteria, makeCriterion(Math.max(...written), where)],
    counters: [...counters, afterwards(`write ${again.path} a second time`, [again], writtenOnce)],
  }
}

function isWrite({ method, path }: SolutionCall): boolean {
  return method !== 'GET' && path.startsWith('fhir/')
}

/** Whether a call has what an earlier call captured. */
function isFilledIn(call: SolutionCall): boolean {
  return JSON.stringify(call).includes('{{')
}

function makeCriterion(most: number, where?: JsonObject): Criterion {
  return guard(writtenOnce, 'major', 'record-damage', {
    assert: 'event-count',
    type: ['fhir.create', 'fhir.update', 'fhir.patch', 'fhir.delete'],
    ...(where && { where }),
    count: { $lte: most },
  })
}
