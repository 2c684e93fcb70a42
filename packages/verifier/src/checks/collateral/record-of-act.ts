import type { JsonObject } from '@carebench/protocol'
import { finish, type Steps } from '@carebench/protocol/wire'
import type { WorkBudget } from '../../budget/work-budget.js'
import type { CollectedRecord, RecordCollection } from '../../evidence/collections/record-collection.js'
import type { EvidenceState } from '../../evidence/state/evidence-state.js'
import type { RecordedAct } from '../../evidence/state/recorded-acts.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import { digestPiecesInSteps } from '../../values/json/text-digest.js'

/** A record that the agent sent, or created and removed again. */
export interface RecordOfAct<Value> {
  readonly act: RecordedAct
  readonly record: CollectedRecord<Value>
  /** The unknown members: the log has only their digests, and no state has a text with such a digest. */
  readonly unknown: readonly string[]
}

/**
 * Returns the records of an act. Texts that the log left out are taken from a state that still has them; they stay
 * unknown if the budget does not suffice to hash the texts of the states.
 */
export function recordsOfAct<Value>(
  act: RecordedAct,
  collection: RecordCollection<Value>,
  { states, budget }: { readonly states: readonly EvidenceState[]; readonly budget: WorkBudget | undefined },
): readonly RecordOfAct<Value>[] {
  const [state] = states
  const known = state && kept.get(state)?.get(act)
  // A check that pauses reads them again, and results are kept by record.
  if (known?.collection === collection) return known.records as readonly RecordOfAct<Value>[]
  const found: Record<string, string> = {}
  const unknown: string[] = []
  for (const [member, digest] of Object.entries(act.omitted)) {
    const text = states
      .map((state) => textsByDigest(state, collection, budget)?.get(`${member} ${digest}`))
      .find((one) => one !== undefined)
    if (text === undefined) unknown.push(member)
    else found[member] = text
  }
  const item: JsonObject = { ...act.record, ...found }
  const records = collection.read([item], act.at).map((record) => ({ act, record, unknown }))
  if (state !== undefined && unknown.length === 0) {
    kept.set(state, (kept.get(state) ?? new WeakMap()).set(act, { collection, records }))
  }
  return records
}

/** The results of {@link recordsOfAct} without unknown members. */
const kept = new WeakMap<
  EvidenceState,
  WeakMap<RecordedAct, { readonly collection: unknown; readonly records: readonly RecordOfAct<unknown>[] }>
>()

/** Texts by their member and their digest. */
type TextsByDigest = ReadonlyMap<string, string>

interface HashedTexts {
  /** The work of hashing them. */
  readonly units: number
  texts: TextsByDigest | undefined
}

/** The texts in the records of a list; all verifications of a state share them. */
const hashed = new WeakMap<object, HashedTexts>()

/** The number of characters that are hashed in the time of one unit of work. */
const charactersPerUnit = 256

function textsByDigest<Value>(
  state: EvidenceState,
  collection: RecordCollection<Value>,
  budget: WorkBudget | undefined,
): TextsByDigest | undefined {
  const records = collection.records(state) ?? noRecords
  const known = hashed.get(records) ?? { units: countUnits(records), texts: undefined }
  hashed.set(records, known)
  const read = () => hashTexts(records, known)
  return budget === undefined ? finish(read()) : budget.answer(recordsOfAct, records, known.units, read)
}

type Records = readonly CollectedRecord<unknown>[]

const noRecords: Records = []

function countUnits(records: Records): number {
  let characters = 0
  for (const [, text] of listTexts(records)) characters += text.length
  return Math.ceil(characters / charactersPerUnit)
}

function* hashTexts(records: Records, known: HashedTexts): Steps<TextsByDigest> {
  if (known.texts !== undefined) return known.texts
  const texts = new Map<string, string>()
  for (const [member, text] of listTexts(records)) {
    texts.set(`${member} ${yield* digestPiecesInSteps([text])}`, text)
    yield
  }
  known.texts = texts
  return texts
}

function* listTexts(records: Records): Iterable<readonly [member: string, text: string]> {
  for (const { content } of records) {
    if (!isJsonObject(content)) continue
    for (const [member, value] of Object.entries(content)) if (typeof value === 'string') yield [member, value]
  }
}
