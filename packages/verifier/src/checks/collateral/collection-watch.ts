import type { Collections, NamedCollection } from '../../evidence/collections/collections.js'
import { describeUnreadable, type RecordCollection } from '../../evidence/collections/record-collection.js'
import { People } from '../../evidence/people/people.js'
import type { EvidenceState } from '../../evidence/state/evidence-state.js'
import { nameIn } from '../../evidence/state/keyed-states.js'
import { type RecordedAct, recordedActs } from '../../evidence/state/recorded-acts.js'
import { type Findings, pointerTo } from '../../values/finding.js'
import { showJson } from '../../values/json/show-json.js'
import { sortedJson } from '../../values/json/sorted-json.js'
import type { JsonPath } from '../../values/paths/json-path.js'
import { readEach } from '../fields/read-each.js'
import { addToKey, type SelectingPath } from '../fields/selecting-path.js'
import { compileAllowance, type WrittenAllowance } from './allowance.js'
import type { ActsResult, ChangesResult, Course, Unwanted } from './course.js'
import { sentValuesIn } from './disclosure.js'
import { judgeActs } from './judge-acts.js'
import { judgeChanges } from './judge-changes.js'
import { judgeRefused } from './judge-refused.js'
import { recordsOfAct } from './record-of-act.js'

/** Judges the changes in one collection, and the acts on its records. */
export interface Watch {
  readonly part: string
  /** Undefined if only one of the states was observed. */
  findUnwanted(course: Course): ChangesResult | undefined
  /** Judges outward and refused acts on records of the collection. */
  judgeActs(acts: readonly RecordedAct[], course: Course): ActsResult
  /** The selecting paths of all entries. */
  readonly selectingPaths: readonly SelectingPath[]
}

interface WatchOptions {
  readonly findings: Findings
  readonly entityPaths: JsonPath[]
  readonly collections: Collections
}

/** Compiles the entries for one collection; undefined after reporting errors. */
export function compileWatch(
  { collection: name, system }: NamedCollection,
  entries: readonly WrittenAllowance[],
  options: WatchOptions,
): Watch | undefined {
  const watch = options.collections.use(
    name,
    (collection) => createWatch({ collection, system }, entries, options),
    system,
  )
  if (watch !== undefined) {
    return {
      ...watch,
      selectingPaths: watch.selectingPaths.map((path) => addToKey(JSON.stringify([name, system]), path)),
    }
  }
  for (const { at } of entries) {
    options.findings.add(pointerTo(at, 'collection'), `${options.collections.expected}; found ${showJson(name)}`)
  }
  return undefined
}

function createWatch<Value>(
  { collection, system }: { readonly collection: RecordCollection<Value>; readonly system: string | undefined },
  entries: readonly WrittenAllowance[],
  options: WatchOptions,
): Watch {
  const { changes: allChanges } = options.collections
  const allowances = entries.flatMap((entry) => compileAllowance(entry, collection, options) ?? [])
  const peopleOf = ({ initial }: Course): People => People.of(options.collections, initial)
  const keys = { changes: {}, listed: {}, recorded: {}, sent: {}, removed: {}, refused: {} }
  return {
    part: collection.part,
    selectingPaths: allowances.flatMap((allowance) => allowance.selectingPaths),
    findUnwanted(course) {
      const changes = allChanges.of(collection, course.initial, course.final)
      if (changes === undefined) return undefined
      let listed: ReadonlySet<string> | undefined
      const isListed = (value: string): boolean => {
        listed ??= listSent(collection, nameIn(collection.name, system), keys.listed, course)
        return listed.has(value)
      }
      const judged = { changes, collection, allowances, people: () => peopleOf(course), isListed }
      const unreadable = findUnreadable(collection, course)
      const result = judgeChanges(judged, keys.changes, course)
      if (unreadable.length === 0) return result
      return { ...result, count: result.count + unreadable.length, unwanted: [...result.unwanted, ...unreadable] }
    },
    judgeActs(acts, course) {
      const hasKey = (state: EvidenceState, key: string) => allChanges.hasKey(collection, state, key)
      const people = () => peopleOf(course)
      const refused = judgeRefused(acts, { allowances, people, key: keys.refused }, course)
      const taken = acts.filter(({ what }) => what !== 'refused')
      const { unwanted, unknown } = judgeActs(taken, { collection, allowances, people, hasKey, keys }, course)
      return { unwanted: [...unwanted, ...refused.unwanted], unknown: [...unknown, ...refused.unknown] }
    },
  }
}

/** Returns the values of the records that events list as sent, apart from records with texts that the log left out. */
function listSent<Value>(
  collection: RecordCollection<Value>,
  name: string,
  key: object,
  { initial, final, scope, evidence: { events = [] } }: Course,
): ReadonlySet<string> {
  const sent = (recordedActs(events).get(name) ?? []).filter(({ what }) => what === 'sent')
  const looked = { states: [final, initial], budget: scope.budget }
  const listed = readEach(sent, key, scope, (act) =>
    recordsOfAct(act, collection, looked).flatMap(({ record, unknown }) =>
      unknown.length > 0 ? [] : sentValuesIn(collection, record, scope.budget).map(({ value }) => value),
    ),
  )
  return new Set(listed.flat())
}

/** Returns the items that cannot be read and were not in the initial state: no entry can cover them. */
function findUnreadable<Value>(
  { name, unreadable }: RecordCollection<Value>,
  { initial, final }: Course,
): readonly Unwanted[] {
  const found = unreadable?.(final) ?? []
  if (found.length === 0) return []
  const known = new Set(unreadable?.(initial).map(({ item }) => sortedJson(item)))
  return found
    .filter(({ item }) => !known.has(sortedJson(item)))
    .map((one): Unwanted => {
      return {
        what: 'added',
        name: describeUnreadable(one),
        excess: false,
        discloses: [],
        shown: { collection: name, change: 'added', item: one.position, unreadable: one.why },
      }
    })
}
