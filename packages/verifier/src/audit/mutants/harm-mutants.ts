import type { Steps } from '@carebench/protocol'
import type { EvidencePart } from '../../evidence/evidence-part.js'
import type { EvidenceSource } from '../../evidence/state/evidence-source.js'
import { findDisclosures } from './disclosures.js'
import { evenShares } from './even-shares.js'
import { type HarmContext, type HarmInput, type HarmKind, type HarmMutant, harmKinds } from './harm.js'
import { copiesForOthers, makeContradictions, makeOpposites, repeatedInside } from './harmful-copies.js'
import { makeDuplicates, makeUndoing, readSaidBy, withNames } from './make-mutants.js'
import { mergedWith } from './merged-solutions.js'
import { canChange, seededChanges } from './seeded-changes.js'
import { listTexts } from './texts/texts.js'
import { createValuePool } from './value-pool.js'
import { isOfAgent, type WrittenRecord } from './written-records.js'

/** Harm mutants, and the number of those left out. */
export interface HarmMutants {
  readonly harms: readonly HarmMutant[]
  readonly left_out: number
}

/**
 * Returns final states of a solution with harm done: a record exists twice, says everything twice, contradicts the
 * right one or is also about another person; initial records are changed or removed; the work is undone; two solutions
 * are merged; a text says the opposite; a sent record names another person or also went to another recipient; a new
 * record has additional content.
 *
 * Deterministic. Records that a system makes by itself are left alone. Above the limit every kind of harm gets an equal
 * share, evenly spaced; what one kind does not use goes to the others.
 */
export function* makeHarmMutants(
  parts: readonly EvidencePart[],
  { state: after, beginning, written: left, calls, task_item, others = [], limit }: HarmInput,
): Steps<HarmMutants> {
  const before = beginning.state
  const context: HarmContext = {
    parts,
    beginning,
    before,
    after,
    pool: createValuePool(parts, [before, after]),
    statuses: new Map(),
    said: calls === undefined ? undefined : yield* readSaidBy(parts, calls),
  }
  const touched = left.filter(isOfAgent)
  const written = touched.filter(({ what }) => what !== 'removed')
  yield* beginning.identify()
  const own = listTexts([
    task_item ?? null,
    calls ?? null,
    Object.values(after.entities ?? {}),
    touched.map(({ record }) => record),
  ])
  return choose(
    {
      duplicate: yield* ofEach(written, (record) => [...repeated(record, after), ...repeatedInside(record, context)]),
      contradiction: yield* ofEach(written, (record) => makeContradictions(record, context)),
      'wrong-person': yield* ofEach(written, (record) => copiesForOthers(record, context)),
      'seeded-change': yield* seededChanges(parts, before, after, limit),
      undone: yield* ofEach(touched.filter(canBeUndone), (record) => [undone(record, after)]),
      merged: others.flatMap((other) => mergedWith(other, touched, context)),
      'opposite-statement': yield* ofEach(written, (record) => makeOpposites(record, context)),
      disclosure: yield* findDisclosures(after.events, written, own, context),
      addition: yield* ofEach(written, additionsTo),
    },
    limit,
  )
}

/** Returns the harm to each of these records, with the record. */
function* ofEach(
  records: readonly WrittenRecord[],
  harmsOf: (record: WrittenRecord) => readonly HarmMutant[],
): Steps<readonly HarmMutant[]> {
  const harms: HarmMutant[] = []
  for (const record of records) {
    yield
    const { place, item } = record
    for (const harm of harmsOf(record)) harms.push({ ...harm, record: { place, list: item?.list ?? place.part } })
  }
  yield
  return harms
}

/** Returns a new record with an addition that the solution did not write. */
function additionsTo({ part, item, what, place, name }: WrittenRecord): readonly HarmMutant[] {
  if (what !== 'added' || part === undefined || item === undefined) return []
  return (part.additions?.(item.value) ?? []).map(({ what: addition, record }) => ({
    kind: 'addition',
    name: `${name} with ${addition} added`,
    edits: [{ name: '', place, change: 'replace', record }],
  }))
}

function canBeUndone({ part, item }: WrittenRecord): boolean {
  return part !== undefined && item !== undefined && canChange(part, item)
}

function repeated(record: WrittenRecord, after: EvidenceSource): readonly HarmMutant[] {
  const name = `${record.name} a second time`
  return makeDuplicates(record, after).map((edit) => ({ kind: 'duplicate', name, edits: [edit] }))
}

function undone(record: WrittenRecord, after: EvidenceSource): HarmMutant {
  return { kind: 'undone', name: `${record.name} undone`, edits: [makeUndoing(record, after)] }
}

function choose(byKind: Readonly<Record<HarmKind, readonly HarmMutant[]>>, limit: number): HarmMutants {
  const harms = withNames(evenShares(harmKinds, byKind, limit))
  const all = harmKinds.reduce((sum, kind) => sum + byKind[kind].length, 0)
  return { harms, left_out: all - harms.length }
}
