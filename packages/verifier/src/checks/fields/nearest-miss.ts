import { plural } from '@carebench/text'
import type { MatchScope } from '../../matchers/matcher.js'
import { runLoop } from '../../matchers/run-loop.js'
import { describeFailures } from './describe.js'
import { countPassed, type Field, fieldResults } from './field.js'

interface Candidate<Value> {
  readonly value: Value
  readonly name: string
}

interface MissOptions<Value> {
  readonly scope: MatchScope
  /** The values that identify the person whom a record is about. Default none. */
  readonly identifyingValues?: (value: Value) => readonly string[]
}

/** Maximum number of records of a collection that are examined for values that identify a person. */
const examined = 50

/**
 * Returns a sentence, with a leading space, on the record that satisfies the most conditions; "" without records or
 * conditions. A record of the right person is nearer than any record of another: conditions that identify a person
 * count first.
 */
export function nearestMiss<Value>(
  conditions: readonly Field<Value>[],
  candidates: readonly Candidate<Value>[],
  { scope, identifyingValues = () => [] }: MissOptions<Value>,
): string {
  if (conditions.length === 0) return ''
  const identifying = findIdentifying(conditions, candidates.slice(0, examined), scope, identifyingValues)
  const personal = conditions.filter((condition) => identifying.has(condition))
  const others = conditions.filter((condition) => !identifying.has(condition))
  const { nearest, all: most } = runLoop<Nearest<Value>>(scope, {
    key: conditions,
    subject: `nearest of ${candidates.length}`,
    count: candidates.length,
    start: () => ({ nearest: undefined, personal: -1, all: -1 }),
    step(best, index) {
      const candidate = candidates[index] as Candidate<Value>
      const own = countPassed(personal, candidate.value, scope)
      if (own < best.personal) return best
      const all = own + countPassed(others, candidate.value, scope)
      return own === best.personal && all <= best.all ? best : { nearest: candidate, personal: own, all }
    },
  })
  if (nearest === undefined) return ''
  // A wrong person is named first.
  const sorted = [...personal, ...others]
  const failures = describeFailures(sorted, nearest.value, fieldResults(sorted, nearest.value, scope), scope)
  return ` The nearest is ${nearest.name}, with ${most} of ${plural(conditions.length, 'condition')}. ${failures}`
}

/** The record that satisfies the most conditions so far, and how many of them. */
interface Nearest<Value> {
  readonly nearest: Candidate<Value> | undefined
  readonly personal: number
  readonly all: number
}

/** Returns the conditions with a path to a value that identifies the person whom one of the records is about. */
function findIdentifying<Value>(
  conditions: readonly Field<Value>[],
  candidates: readonly Candidate<Value>[],
  scope: MatchScope,
  identifyingValues: (value: Value) => readonly string[],
): ReadonlySet<Field<Value>> {
  return runLoop<Set<Field<Value>>>(scope, {
    key: conditions,
    subject: `identifying of ${candidates.length}`,
    count: candidates.length,
    start: () => new Set(),
    step(found, index) {
      const { value: record } = candidates[index] as Candidate<Value>
      scope.budget?.compare(conditions.length)
      let values: ReadonlySet<string> | undefined
      for (const condition of conditions) {
        if (found.has(condition)) continue
        const texts = textsAt(condition, record, scope)
        if (texts.length === 0) continue
        values ??= new Set(identifyingValues(record))
        if (texts.some((text) => values?.has(text))) found.add(condition)
      }
      return found
    },
  })
}

/** Returns the texts and numbers at the path of a condition. */
function textsAt<Value>({ path }: Field<Value>, record: Value, { budget }: MatchScope): readonly string[] {
  const values = path.many ? path.readAll(record) : [path.read(record)]
  budget?.compare(values.length)
  return values.flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [String(value)] : []))
}
