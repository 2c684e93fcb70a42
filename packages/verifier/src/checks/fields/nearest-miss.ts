import { plural } from '@carebench/text'
import type { MatchScope } from '../../matchers/matcher.js'
import { describeFailures } from './describe.js'
import { countPassed, type Field, fieldResults } from './field.js'

interface Candidate<Value> {
  readonly value: Value
  readonly name: string
}

interface MissOptions<Value> {
  readonly scope: MatchScope
  /** The values of a record that identify the person it is about. Default none. */
  readonly identifyingValues?: (value: Value) => readonly string[]
}

/** Of large collections only the first records are examined for values that identify a person. */
const examined = 50

/**
 * A sentence, with a leading space, on the record that satisfies the most conditions; "" if there are no records. A record of the
 * right person is nearer than any of another: conditions that identify a person count first.
 */
export function nearestMiss<Value>(
  conditions: readonly Field<Value>[],
  candidates: readonly Candidate<Value>[],
  { scope, identifyingValues = () => [] }: MissOptions<Value>,
): string {
  if (conditions.length === 0) return ''
  const personal = conditions.filter((condition) =>
    candidates.slice(0, examined).some(({ value }) => identifies(condition, value, identifyingValues)),
  )
  const others = conditions.filter((condition) => !personal.includes(condition))
  let nearest: Candidate<Value> | undefined
  let most = { personal: -1, all: -1 }
  for (const candidate of candidates) {
    const own = countPassed(personal, candidate.value, scope)
    if (own < most.personal) continue
    const all = own + countPassed(others, candidate.value, scope)
    if (own === most.personal && all <= most.all) continue
    nearest = candidate
    most = { personal: own, all }
  }
  if (nearest === undefined) return ''
  // A wrong person is named before all else.
  const sorted = [...personal, ...others]
  const failures = describeFailures(sorted, nearest.value, fieldResults(sorted, nearest.value, scope), scope)
  return ` The nearest is ${nearest.name}, with ${most.all} of ${plural(conditions.length, 'condition')}. ${failures}`
}

/** Whether the value at the path of a condition identifies the person that the record is about. */
function identifies<Value>(
  { path }: Field<Value>,
  record: Value,
  identifyingValues: (value: Value) => readonly string[],
): boolean {
  const found = (path.many ? path.readAll(record) : [path.read(record)]).filter(
    (value) => typeof value === 'string' || typeof value === 'number',
  )
  return found.length > 0 && found.some((value) => identifyingValues(record).includes(String(value)))
}
