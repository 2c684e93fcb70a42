import type { JsonObject } from '@carebench/protocol/wire'
import { uniteCreated } from '../index/created-list.js'
import { joinConditions, type RangeCondition, type RangeIndex } from '../index/range-index.js'
import { ListedResources, RangedResources } from '../index/resource-set.js'
import type { TypeIndex } from '../index/type-index.js'
import type { SearchParameter } from '../parameters/search-parameters.js'
import type { RangedClause, SearchClause } from './search-clause.js'

/** A condition, and how to read its ranges from an index and from a resource. */
export interface PlacedCondition extends Pick<RangedClause, 'ranges' | 'rangesIn'> {
  readonly condition: RangeCondition
}

/**
 * Returns the condition that a resource has a range which satisfies one of `conditions`; `test` compares a resource
 * with all of them.
 */
export function rangeClause(
  parameter: SearchParameter,
  conditions: readonly PlacedCondition[],
  test: (resource: JsonObject) => boolean,
): SearchClause {
  const joined = conditions.map(({ condition, ranges }) => ({ conditions: joinConditions([condition]), ranges }))
  const clause: SearchClause = {
    prepare: (index) => index.prepare(parameter, 'values'),
    test,
    tester(index) {
      const testers = joined.map(({ conditions, ranges }) => ranges(index).tester(conditions))
      const [only] = testers
      return only !== undefined && testers.length === 1 ? only : (stored) => testers.some((isMatch) => isMatch(stored))
    },
    estimate(index) {
      let most = 0
      for (const { conditions, ranges } of joined) most += ranges(index).most(conditions)
      return most
    },
    find(index) {
      const { inOrder } = index
      const sets = joined.map(({ conditions, ranges }) => new RangedResources(ranges(index), conditions, inOrder))
      if (sets[0] !== undefined && sets.length === 1) return sets[0]
      // Ranges that overlap heavily are found repeatedly; scanning every resource is then cheaper.
      if ((clause.estimate(index) ?? 0) > inOrder.length) {
        return new ListedResources(inOrder.filter(({ resource }) => test(resource)))
      }
      return new ListedResources(uniteCreated(sets.map((set) => set.all())))
    },
  }
  const [first] = conditions
  const [only] = joined
  if (first !== undefined && only !== undefined && joined.length === 1) {
    clause.ranged = { parameter, ...only, rangesIn: first.rangesIn }
  }
  return clause
}

/** Joins conditions on the same ranges of an index, so that `ge` and `lt` are looked up as one range. */
export function joinRanges(clauses: readonly SearchClause[], index: TypeIndex): readonly SearchClause[] {
  if (!sharesParameter(clauses)) return clauses
  const groups = new Map<RangeIndex, SearchClause[]>()
  for (const clause of clauses) {
    if (clause.ranged === undefined) continue
    const ranges = clause.ranged.ranges(index)
    const group = groups.get(ranges)
    if (group === undefined) groups.set(ranges, [clause])
    else group.push(clause)
  }
  let joined = clauses
  for (const group of groups.values()) {
    const [first] = group
    if (first?.ranged === undefined || group.length < 2) continue
    joined = [...joined.filter((clause) => !group.includes(clause)), joinGroup(group, first.ranged)]
  }
  return joined
}

/** Whether two conditions are about ranges of one parameter. */
function sharesParameter(clauses: readonly SearchClause[]): boolean {
  return clauses.some(
    ({ ranged }, place) =>
      ranged !== undefined && clauses.slice(place + 1).some((other) => other.ranged?.parameter === ranged.parameter),
  )
}

function joinGroup(group: readonly SearchClause[], ranged: RangedClause): SearchClause {
  const { ranges, rangesIn } = ranged
  const conditions = joinConditions(group.flatMap((clause) => clause.ranged?.conditions.all ?? []))
  const test = (resource: JsonObject): boolean => {
    const resourceRanges = rangesIn(resource)
    return conditions.all.every(({ holds }) => resourceRanges.some(holds))
  }
  return {
    test,
    tester: (index) => ranges(index).tester(conditions),
    estimate: (index) => ranges(index).most(conditions),
    find: (index) => new RangedResources(ranges(index), conditions, index.inOrder),
    ranged: { parameter: ranged.parameter, conditions, ranges, rangesIn },
  }
}
