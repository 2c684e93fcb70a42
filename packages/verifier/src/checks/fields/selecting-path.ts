import type { Steps } from '@carebench/protocol'
import type { RecordPath } from '../../evidence/records/record-format.js'
import type { EvidenceState } from '../../evidence/state/evidence-state.js'
import type { MatchScope } from '../../matchers/matcher.js'
import type { Field } from './field.js'

/**
 * A path by which an assertion selects records. A misspelled path selects no records without an error, so the criterion
 * misses what it should notice.
 */
export interface SelectingPath {
  /** The JSON Pointer of the path in the assertion. */
  readonly at: string
  /** The path as written. */
  readonly path: string
  /** The records that it reads, in the plural. */
  readonly noun: string
  /** Whether records may lack a value there; such a path is wrong only if records have a similar one. */
  readonly isOptional: boolean
  /** Paths with the same key have the same result on the same states. Absent if no other path may have it. */
  readonly key?: string
  /** Reads all records of some states in steps; shared records are read once. */
  readIn(states: readonly EvidenceState[]): Steps<PathReading>
}

/** The result of a path on the records of some states. */
export interface PathReading {
  /** Whether there is a record. */
  readonly isRead: boolean
  /** Whether one of the records has a value there. */
  readonly isFound: boolean
  /** The most similar path that leads to a value in a record; undefined if there is none. */
  nearest(): Steps<string | undefined>
}

/** The result of a path on states without such records. */
const nothingRead: PathReading = {
  isRead: false,
  isFound: false,
  // biome-ignore lint/correctness/useYield: there is nothing to look through.
  *nearest() {
    return undefined
  },
}

/** The number of records that are read in one step. */
const recordsInStep = 100

/** The records that a path reads. */
export interface SelectedFrom<Value> {
  readonly noun: string
  /** Undefined if they were not observed. */
  records(state: EvidenceState): Iterable<Value> | undefined
  /**
   * Returns the records of a state that may differ from those of an earlier state; undefined if that cannot be decided
   * without reading all.
   */
  changed?(earlier: EvidenceState, state: EvidenceState): Iterable<Value> | undefined
  /** The same object in all states that share the record. Default: the record. */
  identityOf?(record: Value): unknown
}

/** Creates the selecting path at a place in an assertion. */
export function selectingPath<Value>(
  at: string,
  path: Pick<RecordPath<Value>, 'text' | 'readAll' | 'nearest'>,
  from: SelectedFrom<Value>,
): SelectingPath {
  const { noun, identityOf = (record) => record } = from
  return {
    at,
    path: path.text,
    noun,
    isOptional: false,
    *readIn(states) {
      const read = new Map<unknown, Value>()
      let seen = 0
      for (const record of listRecords(states, from)) {
        if (++seen % recordsInStep === 0) yield
        const identity = identityOf(record)
        if (read.has(identity)) continue
        if (path.readAll(record).some((value) => value !== undefined)) {
          return { ...nothingRead, isRead: true, isFound: true }
        }
        read.set(identity, record)
      }
      return {
        isRead: read.size > 0,
        isFound: false,
        *nearest() {
          let place = 0
          for (const record of read.values()) {
            const found = path.nearest?.(record)
            if (found !== undefined) return found
            if (++place % recordsInStep === 0) yield
          }
          return undefined
        },
      }
    },
  }
}

/** Yields the records of some states; records that later states share with the first are left out, if known. */
function* listRecords<Value>(
  [first, ...later]: readonly EvidenceState[],
  { records, changed }: SelectedFrom<Value>,
): Iterable<Value> {
  if (first === undefined) return
  yield* records(first) ?? []
  for (const state of later) yield* changed?.(first, state) ?? records(state) ?? []
}

/** Returns the paths of conditions; that of a condition that a record without a value satisfies reads nothing. */
export function conditionPaths<Value>(
  conditions: readonly Field<Value>[],
  from: SelectedFrom<Value>,
): readonly SelectingPath[] {
  const once = listedOnce(from)
  return conditions.map(({ at, path, matches }) => {
    const selecting = selectingPath(at, path, once)
    const acceptsNothing = (record: Value): boolean => matches(undefined, noEntity, record)
    return {
      ...selecting,
      *readIn(states) {
        const [first] = listRecords(states, once)
        return first !== undefined && acceptsNothing(first) ? nothingRead : yield* selecting.readIn(states)
      },
    }
  })
}

/** Returns the path with a key that also names where its records are. */
export function addToKey(place: string, path: SelectingPath): SelectingPath {
  return path.key === undefined ? path : { ...path, key: `${place} ${path.key}` }
}

/** Keeps one list for all paths that read all records of a state. */
export function listedOnce<Value>(from: SelectedFrom<Value>): SelectedFrom<Value> {
  const known = new WeakMap<EvidenceState, readonly Value[] | undefined>()
  return {
    ...from,
    records(state) {
      if (!known.has(state)) {
        const list = from.records(state)
        known.set(state, list && [...list])
      }
      return known.get(state)
    },
  }
}

const noEntity: MatchScope = { entity: undefined }
