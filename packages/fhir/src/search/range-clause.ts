import { uniteCreated } from '../created-list.js'
import type { JsonObject } from '../json.js'
import type { RangeCondition, RangeIndex } from './range-index.js'
import { ListedResources, RangedResources } from './resource-set.js'
import type { RangedClause, SearchClause } from './search-clause.js'
import type { SearchParameter } from './search-parameters.js'
import type { TypeIndex } from './type-index.js'

/** A condition and the ranges it is about, of an index and of a resource. */
export interface PlacedCondition extends Pick<RangedClause, 'ranges' | 'rangesIn'> {
  readonly condition: RangeCondition
}

/** The condition that a resource has ranges which satisfy any of some conditions; `test` compares a resource with all of them. */
export function rangeClause(
  parameter: SearchParameter,
  conditions: readonly PlacedCondition[],
  test: (resource: JsonObject) => boolean,
): SearchClause {
  const [only] = conditions
  const clause: SearchClause = {
    prepare: (index) => index.prepare(parameter, 'values'),
    test,
    tester(index) {
      const testers = conditions.map(({ condition, ranges }) => ranges(index).tester([condition]))
      const [only] = testers
      return only !== undefined && testers.length === 1 ? only : (stored) => testers.some((isMatch) => isMatch(stored))
    },
    estimate: (index) => conditions.reduce((sum, { condition, ranges }) => sum + ranges(index).most([condition]), 0),
    find(index) {
      const { inOrder } = index
      const sets = conditions.map(({ condition, ranges }) => {
        return new RangedResources(ranges(index), [condition], inOrder)
      })
      if (sets[0] !== undefined && sets.length === 1) return sets[0]
      // Ranges that overlap heavily are found repeatedly; scanning every resource is then cheaper.
      if ((clause.estimate(index) ?? 0) > inOrder.length) {
        return new ListedResources(inOrder.filter(({ resource }) => test(resource)))
      }
      return new ListedResources(uniteCreated(sets.map((set) => set.all())))
    },
  }
  if (only === undefined || conditions.length > 1) return clause
  const { condition, ranges, rangesIn } = only
  clause.ranged = { parameter, conditions: [condition], ranges, rangesIn }
  return clause
}

/** Joins the conditions on the same ranges of an index into one each, so that `ge` and `lt` are looked up as one range. */
export function joinRanges(clauses: readonly SearchClause[], index: TypeIndex): readonly SearchClause[] {
  let ranged = 0
  for (const clause of clauses) if (clause.ranged !== undefined) ranged++
  if (ranged < 2) return clauses
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

function joinGroup(group: readonly SearchClause[], ranged: RangedClause): SearchClause {
  const { ranges, rangesIn } = ranged
  const conditions = group.flatMap((clause) => clause.ranged?.conditions ?? [])
  const test = (resource: JsonObject): boolean => {
    const own = rangesIn(resource)
    return conditions.every(({ holds }) => own.some(holds))
  }
  return {
    test,
    tester: (index) => ranges(index).tester(conditions),
    estimate: (index) => ranges(index).most(conditions),
    find: (index) => new RangedResources(ranges(index), conditions, index.inOrder),
    ranged: { parameter: ranged.parameter, conditions, ranges, rangesIn },
  }
}
