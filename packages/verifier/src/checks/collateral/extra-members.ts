import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { CollectedRecord, RecordCollection } from '../../evidence/collections/record-collection.js'
import type { AuthoredPart, MemberNames } from '../../evidence/records/record-kind.js'
import { changedPlaces, type JsonPlace, showPlace, valueAt } from '../../values/differences/changed-places.js'
import { type Findings, pointerTo } from '../../values/finding.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import { shorten, showJson } from '../../values/json/show-json.js'
import { compileJsonPath } from '../../values/paths/json-path.js'
import { listedOnce, type SelectingPath, selectingPath } from '../fields/selecting-path.js'
import { compilePlaces, isAllowed } from './allowed-places.js'

/** A value that an entry of `allow` does not permit in a new record. */
export interface ExtraMember {
  readonly path: string
  readonly value: JsonValue
  readonly part: AuthoredPart
}

/** Returns the extra members of a record, each once, in the order of the record. */
export type FindExtras<Value> = (record: Pick<CollectedRecord<Value>, 'value' | 'content'>) => readonly ExtraMember[]

/** Maximum number of extra members listed in the evidence of a check. */
const listed = 20

/** Maximum number of extra members named in a sentence. */
const named = 3

/**
 * Compiles the `members` of an entry: a record may have only what is at or below one of these paths. A null, a blank
 * text and an empty array or object do not count as members. Undefined after reporting errors.
 */
export function compileMembers<Value>(
  members: readonly string[],
  at: string,
  { authored, memberNames, noun }: RecordCollection<Value>,
  findings: Findings,
): FindExtras<Value> | undefined {
  if (authored === undefined) {
    return findings.add(at, `expected no "members" for ${noun}, whose content has no members; leave "members" out`)
  }
  const paths = memberNames === undefined ? members : listPaths(members, memberNames, at, findings)
  const allowed = paths && compilePlaces(paths, at, findings)
  return (
    allowed &&
    (({ value, content }) => {
      const found = new Map<string, ExtraMember>()
      for (const part of authored(value, content, paths)) {
        for (const place of placesIn(part.value)) {
          const own = valueAt(part.value, place) ?? null
          if (saysNothing(own) || isAllowed(place, allowed)) continue
          const path = memberNames === undefined ? showPlace(place) : memberNames.fromPath(showPlace(place))
          // The first row is enough for a column of a table.
          if (!found.has(path)) found.set(path, { path, value: own, part })
        }
      }
      return [...found.values()]
    })
  )
}

function listPaths(
  members: readonly string[],
  { toPath, expected }: MemberNames,
  at: string,
  findings: Findings,
): readonly string[] | undefined {
  const paths = members.map(
    (name, index) =>
      toPath(name) ?? findings.add(pointerTo(at, index), `expected ${expected}; found ${showJson(name)}`),
  )
  return paths.every((path) => path !== undefined) ? paths : undefined
}

/**
 * Returns the `members` of an entry as paths, for the audit. A new record need not have all of them, so a path that no
 * record has is wrong only if records have an unlisted member with a similar name. Member names that are not paths,
 * such as names of segments, are all similar, so there are no paths for them.
 */
export function memberPaths<Value>(
  members: readonly string[],
  at: string,
  { authored, memberNames, noun, records, differing }: RecordCollection<Value>,
): readonly SelectingPath[] {
  if (authored === undefined || memberNames !== undefined) return []
  const from = listedOnce<CollectedRecord<Value>>({
    noun,
    records,
    changed: (earlier, state) => differing?.(earlier, state)?.after,
    identityOf: ({ value }) => value,
  })
  // One list for all paths: the parts of most records are copies.
  const known = new WeakMap<CollectedRecord<Value>, readonly JsonValue[]>()
  const partsOf = (record: CollectedRecord<Value>) => {
    const parts = known.get(record) ?? authored(record.value, record.content).map((part) => part.value)
    known.set(record, parts)
    return parts
  }
  return members.map((text, index) => {
    const path = compileJsonPath(text)
    const unlisted = (root: JsonValue): string | undefined => {
      const near = path.nearest(root)
      return near === undefined || members.includes(near) ? undefined : near
    }
    const ofRecord = {
      text,
      readAll: (record: CollectedRecord<Value>) => partsOf(record).flatMap((part) => path.readAll(part)),
      nearest(record: CollectedRecord<Value>) {
        for (const part of partsOf(record)) {
          const near = unlisted(part)
          if (near !== undefined) return near
        }
        return undefined
      },
    }
    const key = JSON.stringify([members, text])
    return { ...selectingPath(pointerTo(at, index), ofRecord, from), isOptional: true, key }
  })
}

/** Extra members in a sentence: `note[0].text "Normal." in row 2`. */
export function describeExtras(extras: readonly ExtraMember[]): string {
  const names = extras.slice(0, named).map(({ path, value, part }) => {
    const where = part.name === undefined ? '' : ` in ${part.name}`
    return `${path}${value === path ? '' : ` ${shorten(showJson(value), 80)}`}${where}`
  })
  const more = extras.length > named ? ` and ${extras.length - named} more` : ''
  return `${names.join(', ')}${more}`
}

/** Extra members in the evidence of a check. */
export function showExtras(extras: readonly ExtraMember[]): readonly JsonObject[] {
  return extras.slice(0, listed).map(({ path, value, part }) => ({ path, value, ...part.place }))
}

/** Returns the places of the scalars in a value, and of its empty arrays and objects, in order. */
function placesIn(value: JsonValue): readonly JsonPlace[] {
  const empty = isJsonObject(value) ? {} : Array.isArray(value) ? [] : null
  return [...changedPlaces(empty, value)].reverse()
}

function saysNothing(value: JsonValue): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}
