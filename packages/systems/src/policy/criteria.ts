import type { Criteria } from './policy-schema.js'

/** Whether criteria are met; undefined if that is unknown. */
export type Truth = boolean | undefined

/** Whether statements are true, by name. */
export type Truths = ReadonlyMap<string, Truth>

/** Normalized criteria: "all" of n needs n, "any" of n needs one. */
export type CriteriaNode =
  | { readonly kind: 'statement'; readonly name: string }
  | { readonly kind: 'count'; readonly need: number; readonly of: readonly CriteriaNode[] }
  | { readonly kind: 'not'; readonly of: CriteriaNode }

/** Compiles valid criteria. */
export function compileCriteria(criteria: Criteria): CriteriaNode {
  if (typeof criteria === 'string') return { kind: 'statement', name: criteria }
  if ('not' in criteria) return { kind: 'not', of: compileCriteria(criteria.not) }
  if ('all' in criteria) return makeCount(criteria.all.length, criteria.all)
  if ('any' in criteria) return makeCount(1, criteria.any)
  return makeCount(criteria.at_least, criteria.of)
}

function makeCount(need: number, of: readonly Criteria[]): CriteriaNode {
  return { kind: 'count', need, of: of.map(compileCriteria) }
}

/**
 * Evaluates criteria. Because each statement occurs only once, the result is undefined exactly if it depends on unknown
 * statements.
 */
export function evaluate(node: CriteriaNode, truths: Truths): Truth {
  if (node.kind === 'statement') return truths.get(node.name)
  if (node.kind === 'not') {
    const truth = evaluate(node.of, truths)
    return truth === undefined ? undefined : !truth
  }
  let met = 0
  let unknown = 0
  for (const one of node.of) {
    const truth = evaluate(one, truths)
    if (truth === true) met++
    else if (truth === undefined) unknown++
  }
  if (met >= node.need) return true
  return met + unknown < node.need ? false : undefined
}

/** Returns the unknown statements that can still decide the criteria, in the order of the criteria. */
export function openStatements(node: CriteriaNode, truths: Truths): readonly string[] {
  if (evaluate(node, truths) !== undefined) return []
  if (node.kind === 'statement') return [node.name]
  return node.kind === 'not' ? openStatements(node.of, truths) : node.of.flatMap((one) => openStatements(one, truths))
}

/**
 * Returns the smallest set of known statements whose change makes the result `wanted` possible. Of several smallest
 * sets, prefers the one with the most `preferred` statements, then the first by name.
 */
export function fewestChanges(
  node: CriteriaNode,
  wanted: boolean,
  truths: Truths,
  preferred: ReadonlySet<string>,
): readonly string[] {
  if (node.kind === 'statement') return (truths.get(node.name) ?? wanted) === wanted ? [] : [node.name]
  if (node.kind === 'not') return fewestChanges(node.of, !wanted, truths, preferred)
  const need = wanted ? node.need : node.of.length - node.need + 1
  const others = (names: readonly string[]) => names.filter((name) => !preferred.has(name)).length
  return node.of
    .map((one) => fewestChanges(one, wanted, truths, preferred))
    .sort((a, b) => a.length - b.length || others(a) - others(b) || (a.join(' ') < b.join(' ') ? -1 : 1))
    .slice(0, need)
    .flat()
    .sort()
}

/** Returns the names of the statements in criteria, in their order. */
export function statementsIn(node: CriteriaNode): readonly string[] {
  if (node.kind === 'statement') return [node.name]
  return node.kind === 'not' ? statementsIn(node.of) : node.of.flatMap(statementsIn)
}
