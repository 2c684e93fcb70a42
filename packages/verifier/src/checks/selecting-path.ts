import type { Steps } from '@carebench/protocol'
import type { RecordPath } from '../collections/record-format.js'
import type { EvidenceState } from '../evidence/evidence-state.js'
import type { MatchScope } from '../matchers/matcher.js'
import type { Field } from './field.js'

/**
 * A path by which an assertion selects records. If it is misspelled, it selects none, and nothing else tells: what it is there
 * to notice goes unnoticed.
 */
export interface SelectingPath {
  /** The JSON Pointer of the path in the assertion. */
  readonly at: string
  /** As it is written. */
  readonly path: string
  /** The records that it reads, in the plural. */
  readonly noun: string
  /** Whether records may well have nothing there; such a path is wrong only if they have one that is like it. */
  readonly isOptional: boolean
  /** Reads all records in steps. */
  readIn(state: EvidenceState): Steps<PathReading>
}

/** What a path finds in the records of a state. */
export interface PathReading {
  /** The number of records that it reads. */
  readonly records: number
  /** Whether one of them has a value there. */
  readonly isFound: boolean
  /**
   * The path that is most like it, of those that lead to a value; undefined if there is none. Passes over records in `seen`,
   * and adds the others: states share most of their records.
   */
  nearest(seen: Set<unknown>): Steps<string | undefined>
}

/** What a path finds in a state without such records. */
export const nothingRead: PathReading = {
  records: 0,
  isFound: false,
  // biome-ignore lint/correctness/useYield: there is nothing to look through.
  *nearest() {
    return undefined
  },
}

/** How many records are read in one step. */
const recordsInStep = 100

/** The records that a path reads. */
export interface SelectedFrom<Value> {
  readonly noun: string
  /** Undefined if they were not observed. */
  records(state: EvidenceState): Iterable<Value> | undefined
}

/** The path at a place of an assertion, as it selects from records. */
export function selectingPath<Value>(
  at: string,
  path: RecordPath<Value>,
  { noun, records }: SelectedFrom<Value>,
): SelectingPath {
  return {
    at,
    path: path.text,
    noun,
    isOptional: false,
    *readIn(state) {
      const read: Value[] = []
      for (const record of records(state) ?? []) {
        read.push(record)
        if (read.length % recordsInStep === 0) yield
        if (path.readAll(record).some((value) => value !== undefined)) {
          return { ...nothingRead, records: read.length, isFound: true }
        }
      }
      return {
        records: read.length,
        isFound: false,
        *nearest(seen) {
          for (const [place, record] of read.entries()) {
            if (place % recordsInStep === 0) yield
            if (seen.has(record)) continue
            seen.add(record)
            const found = path.nearest?.(record)
            if (found !== undefined) return found
          }
          return undefined
        },
      }
    },
  }
}

/** The paths of conditions, apart from those that a record without a value satisfies. */
export function conditionPaths<Value>(
  conditions: readonly Field<Value>[],
  from: SelectedFrom<Value>,
): readonly SelectingPath[] {
  const once = { ...from, records: oncePerState(from.records) }
  return conditions.map(({ at, path, matches }) => {
    const selecting = selectingPath(at, path, once)
    const acceptsNothing = (record: Value): boolean => matches(undefined, noEntity, record)
    return {
      ...selecting,
      *readIn(state) {
        const [first] = once.records(state) ?? []
        return first !== undefined && acceptsNothing(first) ? nothingRead : yield* selecting.readIn(state)
      },
    }
  })
}

/** The same list for each path that reads the records of a state. */
export function oncePerState<Value>(
  records: (state: EvidenceState) => Iterable<Value> | undefined,
): (state: EvidenceState) => readonly Value[] | undefined {
  const known = new WeakMap<EvidenceState, readonly Value[] | undefined>()
  return (state) => {
    if (!known.has(state)) {
      const list = records(state)
      known.set(state, list && [...list])
    }
    return known.get(state)
  }
}

const noEntity: MatchScope = { entity: undefined }
