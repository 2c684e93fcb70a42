import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { RecordPath } from '../../evidence/records/record-format.js'
import type { MatchScope } from '../../matchers/matcher.js'
import { runLoop } from '../../matchers/run-loop.js'
import { sortedJson } from '../../values/json/sorted-json.js'
import { passesAll } from '../fields/field.js'
import type { RecordRule } from './record-rule.js'
import type { SelectedRecord, Selection } from './record-selection.js'

/**
 * Returns the first other record that has the values of the chosen record at the paths of `exclusive`, fails a field,
 * and is new or changed since the agent began; undefined if there is none, or without `exclusive`. A path without a
 * value in one of the two records does not count, unless it is so at all: leaving out a member hides no contradiction.
 */
export function findContradiction<Value>(
  chosen: SelectedRecord<Value>,
  selection: Selection<Value>,
  rule: RecordRule<Value>,
  scope: MatchScope,
): SelectedRecord<Value> | undefined {
  const { exclusive, fields } = rule
  if (exclusive === undefined) return undefined
  const wanted = keysAt(exclusive, chosen.value, scope)
  const own = writeIdentity(chosen)
  const contradicts = (rival: SelectedRecord<Value>): boolean => {
    if (rival.value === chosen.value || !areEqualAt(wanted, keysAt(exclusive, rival.value, scope))) return false
    // Most rivals are excluded here; the later tests cost more.
    return writeIdentity(rival) !== own && !passesAll(fields, rival.value, scope) && !rival.isUnchanged()
  }
  const rivals = [...selection.rivals()]
  return runLoop<SelectedRecord<Value> | undefined>(scope, {
    key: exclusive,
    subject: rivals.length,
    count: rivals.length,
    start: () => undefined,
    step(_, index) {
      const rival = rivals[index] as SelectedRecord<Value>
      return contradicts(rival) ? rival : undefined
    },
    isDone: (found) => found !== undefined,
  })
}

function writeIdentity(record: SelectedRecord<unknown>): string {
  const identity: JsonObject = record.identify()
  return sortedJson(identity)
}

/** Comparisons that take as long as making a key. */
const comparisonsOfKey = 10

/** Returns the values at each path; none if a record has no value there. */
function keysAt<Value>(
  paths: readonly RecordPath<Value>[],
  record: Value,
  { budget }: MatchScope,
): readonly ReadonlySet<string>[] {
  return paths.map((path) => {
    const read = path.readAll(record)
    budget?.compare(read.length * comparisonsOfKey)
    return new Set(read.flatMap((value) => (value === undefined ? [] : [toKey(value)])))
  })
}

/**
 * Whether two records share a value at each path where both have one, and at one path at least. For a path with several
 * values, any of them suffices.
 */
function areEqualAt(a: readonly ReadonlySet<string>[], b: readonly ReadonlySet<string>[]): boolean {
  let shared = 0
  for (const [index, keys] of a.entries()) {
    const others = b[index]
    if (others === undefined || keys.size === 0 || others.size === 0) continue
    if (![...keys].some((key) => others.has(key))) return false
    shared++
  }
  return shared > 0
}

/** A reference to a resource, optionally with a server's address before it and a version after it. */
const referenceForm = /^(?:https?:\/\/.+\/)?([A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64})(?:\/_history\/[^/]+)?$/

/**
 * Returns a value in a normalized form for comparison, because another spelling is the same answer: case, width,
 * accents, white space and invisible characters do not count, a number equals its text, and a reference equals the
 * resource that it names.
 */
function toKey(value: JsonValue): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return sortedJson(value)
  const [, resource] = referenceForm.exec(value.trim()) ?? []
  return (
    resource ??
    value
      // Sorting a long row of marks would take quadratic time.
      .replace(/\p{M}+/gu, '')
      .normalize('NFKD')
      .replace(/[\p{M}\p{Cf}\s]/gu, '')
      .toLowerCase()
  )
}
