import type { JsonValue } from '@carebench/protocol'
import type { Steps } from '@carebench/protocol/wire'
import { NameIndex } from '@carebench/text'
import type { Collections } from '../../evidence/collections/collections.js'
import type { CollectedRecord, RecordCollection } from '../../evidence/collections/record-collection.js'
import { PreparedEvidence } from '../../evidence/prepared-evidence.js'
import type { RecordPath } from '../../evidence/records/record-format.js'
import type { EvidenceState } from '../../evidence/state/evidence-state.js'
import type {
  EvidenceReader,
  EvidenceValues,
  NamedEvents,
  NamedRecords,
  RecordValues,
} from '../../values/evidence-reader.js'
import { type Findings, pointerTo } from '../../values/finding.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import { showJson } from '../../values/json/show-json.js'
import type { JsonPath } from '../../values/paths/json-path.js'
import { compileEvent, isMeant } from '../events/logged-event.js'
import { compileFields, type Field, passesAll } from '../fields/field.js'
import { conditionsAt } from '../fields/written-field.js'

/** Records that are read in one step. */
const recordsPerStep = 200
const noEntity = { entity: undefined }

/** Creates the reader of matchers for evidence with these collections. Errors go to `findings`. */
export function createEvidenceReader(collections: Collections, findings: Findings): EvidenceReader {
  const reader: EvidenceReader = {
    select: (written, at) =>
      compileIn(written, at, (collection) => {
        const records = compileRecords(collection, written, at, findings)
        return records && ((evidence) => readRecords(evidence, collection, records))
      }),
    values: (written, at) =>
      compileIn(written, at, (collection) => {
        const records = compileRecords(collection, written, at, findings)
        return records && readValues(collection, records)
      }),
    times: (written, at) => withoutReader(() => compileTimes(written, at, findings)),
    *world(evidence) {
      if (!(evidence instanceof PreparedEvidence)) return { names: new NameIndex(), days: [] }
      const { whole } = evidence
      return { names: yield* namesIn(pickWorld(whole), collections), days: listDays(whole) }
    },
  }
  return reader

  function compileIn<Result>(
    { collection: name, system }: NamedRecords,
    at: string,
    compile: <Value>(collection: RecordCollection<Value>) => Result | undefined,
  ): Result | undefined {
    if (collections.use(name, () => true) === undefined) {
      return findings.add(pointerTo(at, 'collection'), `${collections.expected}; found ${showJson(name)}`)
    }
    return withoutReader(() => collections.use(name, compile, system))
  }

  /** Matchers inside conditions cannot name records themselves. */
  function withoutReader<Result>(compile: () => Result): Result {
    findings.reader = undefined
    const result = compile()
    findings.reader = reader
    return result
  }
}

/**
 * Returns the state as it would be without the agent, so that an agent cannot ground a statement by writing it down;
 * the final state if the initial one is unknown.
 */
function pickWorld({ withoutAgent, final }: PreparedEvidence): EvidenceState {
  return withoutAgent ?? final
}

/** The records that a matcher names by conditions, with the path that is read. */
interface CompiledRecords<Value> {
  readonly conditions: readonly Field<Value>[]
  readonly path: RecordPath<Value> | undefined
}

function compileRecords<Value>(
  { format }: RecordCollection<Value>,
  { where, path: text }: NamedRecords,
  at: string,
  findings: Findings,
): CompiledRecords<Value> | undefined {
  const entityPaths: JsonPath[] = []
  const conditionsPath = pointerTo(at, 'where')
  const conditions = compileFields(conditionsAt(where, conditionsPath), format, { findings, entityPaths })
  if (entityPaths.length > 0) findings.add(conditionsPath, 'must not read $entity in conditions that select records')
  const path = text === undefined ? undefined : format.compilePath(text, pointerTo(at, 'path'), findings)
  if (conditions === undefined || entityPaths.length > 0 || (text !== undefined && path === undefined)) return undefined
  return { conditions, path }
}

function readRecords<Value>(
  evidence: object,
  collection: RecordCollection<Value>,
  { conditions, path }: CompiledRecords<Value>,
): RecordValues | undefined {
  if (!(evidence instanceof PreparedEvidence)) return undefined
  const select = (state: EvidenceState) =>
    collection.records(state)?.filter(({ value }) => passesAll(conditions, value, noEntity))
  const [judged, known] = [select(evidence.whole.final), select(pickWorld(evidence.whole))]
  evidence.whole.final.noteReading()
  if (judged === undefined || known === undefined) return undefined
  return {
    values: judged.flatMap(({ value }) => path?.readAll(value).filter((one) => one !== undefined) ?? []),
    records: known.map(({ content }) => content),
  }
}

/** Conditions on an item that take about one unit of a work budget. */
const conditionsPerUnit = 8

function readValues<Value>(
  collection: RecordCollection<Value>,
  { conditions, path }: CompiledRecords<Value>,
): EvidenceValues {
  const recordsIn = (evidence: object) =>
    evidence instanceof PreparedEvidence ? collection.records(evidence.whole.final) : undefined
  return lookUp(recordsIn, conditions.length, ({ value }) =>
    passesAll(conditions, value, noEntity) ? (path?.readAll(value) ?? []) : [],
  )
}

function compileTimes(written: NamedEvents, at: string, findings: Findings): EvidenceValues | undefined {
  const entityPaths: JsonPath[] = []
  const event = compileEvent(written, at, { findings, entityPaths })
  if (entityPaths.length > 0)
    return findings.add(pointerTo(at, 'where'), 'must not read $entity in conditions that select events')
  const eventsIn = (evidence: object) => (evidence instanceof PreparedEvidence ? evidence.events : undefined)
  return event && lookUp(eventsIn, event.where.length, (entry) => (isMeant(entry, event, noEntity) ? [entry.at] : []))
}

/** Returns a reader that collects the results of `read` for each item of the evidence. */
function lookUp<Item>(
  itemsIn: (evidence: object) => readonly Item[] | undefined,
  conditions: number,
  read: (item: Item) => readonly (JsonValue | undefined)[],
): EvidenceValues {
  return {
    units: (evidence) => Math.ceil(((itemsIn(evidence)?.length ?? 0) * (1 + conditions)) / conditionsPerUnit),
    *read(evidence) {
      const items = itemsIn(evidence)
      if (items === undefined) return undefined
      const found: JsonValue[] = []
      for (const [index, item] of items.entries()) {
        if (index % recordsPerStep === recordsPerStep - 1) yield
        for (const value of read(item)) if (value !== undefined) found.push(value)
      }
      return found
    },
  }
}

/** The names by the state from which they were read. */
const namesOfStates = new WeakMap<EvidenceState, NameIndex>()

function* namesIn(state: EvidenceState, collections: Collections): Steps<NameIndex> {
  state.noteReading()
  const known = namesOfStates.get(state)
  if (known !== undefined) return known
  const names = new NameIndex()
  let read = 0
  for (const { collection, system } of collections.changeable(state)) {
    const records = collections.use(collection, (found) => found.records(state) ?? [], system) ?? []
    for (const record of records) {
      if (++read % recordsPerStep === 0) yield
      const { people, organization } = readNamesOnce(record)
      for (const person of people) names.addPerson(person)
      if (organization !== undefined) names.addOrganization(organization)
    }
  }
  namesOfStates.set(state, names)
  return names
}

/** Maximum nesting depth of the names of people in a record. */
const deepest = 8

/** The names in a record: those of people, and the record's own. */
interface RecordNames {
  readonly people: readonly string[]
  readonly organization: string | undefined
}

const noNames: RecordNames = { people: [], organization: undefined }

/** The names by the value of the record, which all states share that have the record as it is. */
const namesOfRecords = new WeakMap<object, RecordNames>()

function readNamesOnce(record: CollectedRecord<unknown>): RecordNames {
  const { value } = record
  if (typeof value !== 'object' || value === null) return readNames(record.content)
  const known = namesOfRecords.get(value)
  if (known !== undefined) return known
  const names = readNames(record.content)
  namesOfRecords.set(value, names)
  return names
}

function readNames(content: JsonValue): RecordNames {
  const people: string[] = []
  collectPeople(content, people, 0)
  const name = isJsonObject(content) ? content.name : undefined
  if (typeof name === 'string') return { people, organization: name }
  return people.length === 0 ? noNames : { people, organization: undefined }
}

/** Collects the names of people, `{"family", "given"}`, down to {@link deepest} levels. */
function collectPeople(value: JsonValue, people: string[], depth: number): void {
  if (typeof value !== 'object' || value === null || depth > deepest) return
  if (isJsonObject(value)) {
    const { family, given } = value
    if (typeof family === 'string' && Array.isArray(given)) people.push(`${given.join(' ')} ${family}`)
  }
  for (const member of Object.values(value)) collectPeople(member, people, depth + 1)
}

function listDays({ events = [] }: PreparedEvidence): readonly string[] {
  return [...new Set(events.flatMap(({ actor, at }) => (actor === 'agent' ? at.slice(0, 10) : [])))]
}
