import type { JsonValue } from '@carebench/protocol'
import type { CompiledCriterion } from '../../../criteria/criterion.js'
import { isJsonObject } from '../../../values/json/is-json-object.js'
import { sortedJson } from '../../../values/json/sorted-json.js'
import type { JudgedStates } from '../../judged-states.js'
import { type AuditRule, createFinding } from '../finding.js'

/** Members of assertions that state requirements on a record; all other members select it. */
const asking = ['fields', 'assertions', 'contains', 'not_contains'] as const

/** An assertion split into its selection and its requirements on the selected records. */
interface Asked {
  readonly selection: string
  readonly asks: ReadonlySet<string>
}

/**
 * `dominated`: another criterion requires at least the same of the same record, and had the same result on every tested
 * state and mutant. Of two equivalent criteria, the lighter one is reported.
 */
export const dominated: AuditRule = ({ criteria, states }) => {
  const asked = criteria.map(({ compiled, assertion, input_entity_id }) =>
    compiled.ok ? readAsked(assertion, input_entity_id) : undefined,
  )
  const outcomes = criteria.map((_, index) => listOutcomes(states, index))
  return criteria.flatMap((criterion, index) => {
    const mine = asked[index]
    const over = criteria.flatMap((other, at) => {
      const theirs = asked[at]
      if (at === index || mine === undefined || theirs === undefined || !isAlike(other, criterion)) return []
      const isDominated = implies(theirs, mine) && (!implies(mine, theirs) || comesFirst(other, at, criterion, index))
      return isDominated && isSame(mine, theirs, outcomes[index], outcomes[at]) ? [other] : []
    })
    const [by] = over.sort((a, b) => compareText(toKey(a), toKey(b)))
    if (by === undefined) return []
    return createFinding('dominated', criterion, {
      message:
        `It adds nothing to ${JSON.stringify(by.label)}, which checks at least the same on the same record and had ` +
        'the same outcome on all states and mutants.',
      fix: 'Remove it and give its weight to the other criterion, or expect something that the other one does not.',
      evidence: { by: { criterion_id: by.id, label: by.label }, seen: outcomes[index]?.length ?? 0 },
    })
  })
}

/** Whether they count alike: in the same item, as guards or as work. */
function isAlike(one: CompiledCriterion, other: CompiledCriterion): boolean {
  return one.guard === other.guard && one.item === other.item
}

function readAsked(assertion: unknown, entity: string | null): Asked | undefined {
  const written = assertion as JsonValue | undefined
  if (!isJsonObject(written)) return undefined
  const asks = new Set<string>()
  const rest: Record<string, JsonValue> = { entity }
  for (const [key, value] of Object.entries(written)) {
    // With a count, fewer fields are not a weaker requirement: more records satisfy them.
    if (!isAsking(key) || !Array.isArray(value) || Object.hasOwn(written, 'count')) rest[`assertion.${key}`] = value
    else for (const element of value as readonly JsonValue[]) asks.add(`${key} ${sortedJson(element)}`)
  }
  return { selection: sortedJson(rest), asks }
}

function isAsking(key: string): boolean {
  return (asking as readonly string[]).includes(key)
}

function implies(stronger: Asked, weaker: Asked): boolean {
  return stronger.selection === weaker.selection && [...weaker.asks].every((ask) => stronger.asks.has(ask))
}

/** Equal assertions always agree; others must be seen both passing and failing. */
function isSame(
  mine: Asked,
  theirs: Asked,
  outcomes: readonly boolean[] = [],
  others: readonly boolean[] = [],
): boolean {
  if (mine.asks.size === theirs.asks.size) return true
  return new Set(outcomes).size === 2 && outcomes.every((passed, at) => passed === others[at])
}

/** Whether a criterion passed, for each state and mutant in turn. */
function listOutcomes({ untouched, spam, solutions }: JudgedStates, index: number): readonly boolean[] {
  return [untouched, ...(spam ? [spam] : []), ...solutions.flatMap((solution) => [solution, ...solution.mutants])].map(
    ({ runs }) => runs[index]?.passed === true,
  )
}

/** Returns which of two equivalent criteria is kept: the heavier, then by name; the first of identical ones. */
function comesFirst(a: CompiledCriterion, atA: number, b: CompiledCriterion, atB: number): boolean {
  if (a.weight !== b.weight) return a.weight > b.weight
  const order = compareText(toKey(a), toKey(b))
  return order < 0 || (order === 0 && atA < atB)
}

function toKey({ label, id, axis }: CompiledCriterion): string {
  return JSON.stringify([label, id, axis] satisfies JsonValue)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
