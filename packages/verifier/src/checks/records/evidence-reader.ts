import type { JsonValue } from '@carebench/protocol'
import type { Steps } from '@carebench/protocol/wire'
import { NameIndex } from '@carebench/text'
import type { Collections } from '../../evidence/collections/collections.js'
import type { RecordCollection } from '../../evidence/collections/record-collection.js'
import { PreparedEvidence } from '../../evidence/prepared-evidence.js'
import type { EvidenceState } from '../../evidence/state/evidence-state.js'
import type { EvidenceReader, NamedRecords, RecordValues } from '../../values/evidence-reader.js'
import { type Findings, pointerTo } from '../../values/finding.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import { showJson } from '../../values/json/show-json.js'
import type { JsonPath } from '../../values/paths/json-path.js'
import { compileFields, passesAll } from '../fields/field.js'
import { conditionsAt } from '../fields/written-field.js'

/** Records that are read in one step. */
const recordsPerStep = 200
const noEntity = { entity: undefined }

/** Creates the reader of matchers for evidence with these collections. Errors go to `findings`. */
export function createEvidenceReader(collections: Collections, findings: Findings): EvidenceReader {
  return {
    select(written, at) {
      const { collection: name, system } = written
      if (collections.use(name, () => true) === undefined) {
        return findings.add(pointerTo(at, 'collection'), `${collections.expected}; found ${showJson(name)}`)
      }
      return collections.use(name, (collection) => compileSelection(collection, written, at, findings), system)
    },
    *world(evidence) {
      if (!(evidence instanceof PreparedEvidence)) return { names: new NameIndex(), days: [] }
      const { whole } = evidence
      return { names: yield* namesIn(worldOf(whole), collections), days: daysOf(whole) }
    },
  }
}

/** The state as it would be without the agent, so that nobody grounds a statement by writing it down. */
function worldOf({ withoutAgent, final }: PreparedEvidence): EvidenceState {
  return withoutAgent ?? final
}

function compileSelection<Value>(
  collection: RecordCollection<Value>,
  { where, path: text }: NamedRecords,
  at: string,
  findings: Findings,
): ((evidence: object) => RecordValues | undefined) | undefined {
  const entityPaths: JsonPath[] = []
  const conditionsPath = pointerTo(at, 'where')
  const conditions = compileFields(conditionsAt(where, conditionsPath), collection.format, { findings, entityPaths })
  if (entityPaths.length > 0) findings.add(conditionsPath, 'must not read $entity: it selects records')
  const path = text === undefined ? undefined : collection.format.compilePath(text, pointerTo(at, 'path'), findings)
  if (conditions === undefined || entityPaths.length > 0 || (text !== undefined && path === undefined)) return undefined
  return (evidence) => {
    if (!(evidence instanceof PreparedEvidence)) return undefined
    const select = (state: EvidenceState) =>
      collection.records(state)?.filter(({ value }) => passesAll(conditions, value, noEntity))
    const [judged, known] = [select(evidence.whole.final), select(worldOf(evidence.whole))]
    evidence.whole.final.noteReading()
    if (judged === undefined || known === undefined) return undefined
    return {
      values: judged.flatMap(({ value }) => path?.readAll(value).filter((one) => one !== undefined) ?? []),
      records: known.map(({ content }) => content),
    }
  }
}

/** Names by the state that they were read from. */
const namesOfStates = new WeakMap<EvidenceState, NameIndex>()

function* namesIn(state: EvidenceState, collections: Collections): Steps<NameIndex> {
  state.noteReading()
  const known = namesOfStates.get(state)
  if (known !== undefined) return known
  const names = new NameIndex()
  let read = 0
  for (const { collection, system } of collections.changeable(state)) {
    const records = collections.use(collection, (found) => found.records(state) ?? [], system) ?? []
    for (const { content } of records) {
      if (++read % recordsPerStep === 0) yield
      addNames(content, names, 0)
    }
  }
  namesOfStates.set(state, names)
  return names
}

const deepest = 8

/** Adds the names of people, `{"family", "given"}`, and the `name` of what is no person, at any depth. */
function addNames(value: JsonValue, names: NameIndex, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > deepest) return
  if (isJsonObject(value)) {
    const { family, given, name } = value
    if (typeof family === 'string' && Array.isArray(given)) names.addPerson(`${given.join(' ')} ${family}`)
    if (typeof name === 'string' && depth === 0) names.addOrganization(name)
  }
  for (const member of Object.values(value)) addNames(member, names, depth + 1)
}

function daysOf({ events = [] }: PreparedEvidence): readonly string[] {
  return [...new Set(events.flatMap(({ actor, at }) => (actor === 'agent' ? at.slice(0, 10) : [])))]
}
