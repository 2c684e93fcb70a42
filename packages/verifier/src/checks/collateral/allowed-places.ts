import type { JsonValue } from '@carebench/protocol'
import type { Change } from '../../evidence/collections/changes.js'
import type { CollectedRecord, RecordCollection } from '../../evidence/collections/record-collection.js'
import { changedPlaces, type JsonPlace, showPlace, valueAt } from '../../values/differences/changed-places.js'
import { type Findings, pointerTo } from '../../values/finding.js'
import { shorten, showJson } from '../../values/json/show-json.js'
import { type PathStep, PathSyntaxError, parseJsonPath } from '../../values/paths/parse-json-path.js'

/** Paths in an entry of `allow`; each stands for everything at and below it. */
export type AllowedPlaces = readonly (readonly PathStep[])[]

/** Compiles paths; undefined after reporting errors. */
export function compilePlaces(paths: readonly string[], at: string, findings: Findings): AllowedPlaces | undefined {
  const compiled = paths.map((path, index) => {
    try {
      return parseJsonPath(path)
    } catch (error) {
      if (error instanceof PathSyntaxError) return findings.add(pointerTo(at, index), error.message)
      throw error
    }
  })
  return compiled.every((steps) => steps !== undefined) ? compiled : undefined
}

/** Whether a path reads anything at, above or below these places. */
export function reads(path: string, places: AllowedPlaces): boolean {
  const steps = parseJsonPath(path)
  return places.some((place) => place.every((step, index) => isSameStep(step, steps[index])))
}

function isSameStep(a: PathStep, b: PathStep | undefined): boolean {
  return b === undefined || a.any || b.any || (a.key === b.key && a.index === b.index)
}

/** Whether a record existed before and differs only at these places and inside them. */
export function staysWithin<Value>(
  places: AllowedPlaces,
  { record, earlier }: Change<CollectedRecord<Value>>,
  { format }: RecordCollection<Value>,
): boolean {
  if (earlier === undefined) return false
  const compared = (content: JsonValue): JsonValue => format.comparable?.(content) ?? content
  for (const place of changedPlaces(compared(earlier.content), compared(record.content))) {
    if (!isAllowed(place, places)) return false
  }
  return true
}

/** The old and the new value of a change; undefined for a missing one. */
export interface ChangedValue {
  readonly path: string
  readonly from: JsonValue | undefined
  readonly to: JsonValue | undefined
}

/** Returns the changes in a record outside these places, in the order of the record. */
export function changesOutside<Value>(
  places: AllowedPlaces,
  { record, earlier }: Change<CollectedRecord<Value>>,
  { format }: RecordCollection<Value>,
): readonly ChangedValue[] {
  if (earlier === undefined) return []
  const [from, to] = [earlier, record].map(({ content }) => format.comparable?.(content) ?? content) as [
    JsonValue,
    JsonValue,
  ]
  return [...changedPlaces(from, to)]
    .filter((place) => !isAllowed(place, places))
    .map((place) => ({ path: showPlace(place), from: valueAt(from, place), to: valueAt(to, place) }))
    .reverse()
}

/** Maximum number of changes that are named in a sentence. */
const named = 3

/** Changed values in a sentence: `valueQuantity.value changed from 4.6 to 6.4`. */
export function describeChanges(changes: readonly ChangedValue[]): string {
  const shown = (value: JsonValue | undefined): string =>
    value === undefined ? 'nothing there' : shorten(showJson(value), 80)
  const sentences = changes
    .slice(0, named)
    .map(
      ({ path, from, to }) => `${path === '' ? 'the whole record' : path} changed from ${shown(from)} to ${shown(to)}`,
    )
  const more = changes.length > named ? ` and ${changes.length - named} more` : ''
  return `${sentences.join(', ')}${more}`
}

/** Whether a place is at or below one of these. */
export function isAllowed(place: JsonPlace, places: AllowedPlaces): boolean {
  return places.some((steps) => isAtOrBelow(place, steps))
}

function isAtOrBelow(place: JsonPlace, steps: readonly PathStep[]): boolean {
  return steps.every((step, index) => {
    const at = place[index]
    if (step.any) return typeof at === 'number'
    return typeof at === 'number' ? at === step.index : at === step.key
  })
}
