import type { FileRecord, JsonObject, JsonValue } from '@carebench/protocol'
import { parseCsv } from '../../files/csv.js'
import { readFileText } from '../../files/file-content.js'
import { isJsonObject, ownMember } from '../../json/is-json-object.js'
import { jsonEqual } from '../../json/json-equal.js'
import { otherTextThan, otherValue } from './changed-value.js'
import { changesOfJson, type RecordChange } from './json-changes.js'
import { type Leaf, readSteps, withValue } from './leaf.js'
import type { Said } from './said.js'
import { changesOfHl7, changesOfX12, type TextChange } from './text-changes.js'
import type { ValuePool } from './value-pool.js'
import type { WrittenRecord } from './written-records.js'

/** What the changes of a record depend on. */
export interface RecordChangeOptions {
  readonly pool: ValuePool
  /** What the solution sent; undefined if that is not known. */
  readonly said: Said | undefined
}

/** All changes of one value of a record that an agent left. */
export const changesOfRecord = (
  { place, what, record, earlier }: WrittenRecord,
  { pool, said }: RecordChangeOptions,
): readonly RecordChange[] => {
  if (what === 'removed') return []
  const changed = (leaf: Leaf): boolean => earlier === undefined || differs(earlier, leaf)
  const mayBeWrong = (leaf: Leaf): boolean => (said === undefined ? changed(leaf) && !isMade(leaf) : said.has(leaf))
  switch (place.part) {
    case 'fhir':
      return changesOfJson(record, { pool, accepts: (leaf) => !isOfResource(leaf) && mayBeWrong(leaf) })
    case 'portal':
      return changesOfJson(record, { pool, resource: place.resource, accepts: mayBeWrong })
    case 'cds':
      return changesOfJson(record, { pool, accepts: (leaf) => leaf.steps[0] !== 'cards' && mayBeWrong(leaf) })
    case 'output':
      return changesOfJson(record, { pool, accepts: () => true })
    case 'faxes':
    case 'messages':
      return changesOfJson(record, { pool, accepts: ({ key }) => contents.has(key) })
    case 'hl7':
      return changesOfPayload(record, changesOfHl7)
    case 'x12':
      return changesOfPayload(record, (payload) =>
        changesOfX12(payload).filter(({ from }) => said === undefined || said.hasText(from)),
      )
    case 'files':
      return changesOfFile(record, pool)
    case 'voice':
      return changesOfCall(record)
  }
}

/** What an agent says of a fax or message; the rest is the simulator's. */
const contents = new Set(['to_number', 'document_type', 'text', 'channel', 'to', 'body'])

/** What a FHIR server keeps, and the narrative. */
const isOfResource = ({ steps: [first, ...rest] }: Leaf): boolean =>
  first === 'meta' || first === 'text' || (first === 'id' && rest.length === 0)

/** Times, sizes and histories: what simulators write into a record that an agent made. */
const isMade = ({ key, steps: [first] }: Leaf): boolean => /_at$|^size$/.test(key) || first === 'history'

const differs = (earlier: JsonValue, { steps, value }: Leaf): boolean => {
  const before = readSteps(earlier, steps)
  return before === undefined || !jsonEqual(before, value)
}

const changesOfPayload = (
  record: JsonValue,
  changesOf: (payload: string) => readonly TextChange[],
): readonly RecordChange[] => {
  const payload = ownMember(record, 'payload')
  if (typeof payload !== 'string') return []
  return changesOf(payload).map(({ verb, what, text }) => ({
    verb,
    what,
    record: withValue(record, ['payload'], text),
  }))
}

/** Values of a JSON file, cells of a CSV file, of others the whole content; and the path of any. */
const changesOfFile = (record: JsonValue, pool: ValuePool): readonly RecordChange[] => {
  if (!isJsonObject(record)) return []
  const { content: _, content_base64: __, ...rest } = record
  const containing = (text: string): JsonObject => ({ ...rest, content: text })
  const renamed: RecordChange = {
    verb: 'change',
    what: 'path to another folder',
    record: { ...record, path: `elsewhere/${String(record.path)}` },
  }
  const text = readFileText(record as unknown as FileRecord)
  if (typeof text !== 'string') return [renamed]
  return [renamed, ...changesOfContent(String(record.path), text, pool, containing)]
}

const changesOfContent = (
  path: string,
  text: string,
  pool: ValuePool,
  containing: (text: string) => JsonObject,
): readonly RecordChange[] => {
  const json = /\.csv$/i.test(path) ? undefined : parseJson(text)
  if (typeof json === 'object' && json !== null) {
    return changesOfJson(json, { pool, accepts: () => true }).map((change) => ({
      ...change,
      record: containing(JSON.stringify(change.record)),
    }))
  }
  const cells = /\.csv$/i.test(path) ? changesOfCsv(text) : []
  if (cells.length > 0) return cells.map(({ verb, what, text }) => ({ verb, what, record: containing(text) }))
  return [{ verb: 'change', what: 'content to another text', record: containing(otherTextThan(text)) }]
}

const parseJson = (text: string): JsonValue | undefined => {
  try {
    return JSON.parse(text) as JsonValue
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const changesOfCsv = (text: string): readonly TextChange[] => {
  const [names = [], ...rows] = parseCsv(text)
  return rows.flatMap((row, line) =>
    row.flatMap((cell, column): TextChange[] => {
      if (cell === '') return []
      const { verb, how, value } = otherValue(cell)
      const changed = [names, ...rows.with(line, row.with(column, String(value)))]
      return [
        {
          verb,
          what: `row ${line + 1} ${names[column] ?? column + 1} ${how}`,
          from: cell,
          text: serializeCsv(changed),
        },
      ]
    }),
  )
}

const serializeCsv = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .join('\r\n')

/** What the agent says in a call: another text, or nothing. Of a call without a speaker "agent", what anybody says. */
const changesOfCall = (record: JsonValue): readonly RecordChange[] => {
  const turns = ownMember(record, 'turns')
  if (!Array.isArray(turns)) return []
  const all: readonly JsonValue[] = turns
  const agents = all.some((turn) => ownMember(turn, 'speaker') === 'agent')
  return all.flatMap((turn, index): readonly RecordChange[] => {
    const text = ownMember(turn, 'text')
    if (typeof text !== 'string' || (agents && ownMember(turn, 'speaker') !== 'agent')) return []
    const said = withValue(record, ['turns', index, 'text'], otherTextThan(text))
    const silent = withValue(record, ['turns'], all.toSpliced(index, 1))
    return [
      { verb: 'change', what: `turn ${index + 1} to another text`, record: said },
      { verb: 'change', what: `turn ${index + 1} to silence`, record: silent },
    ]
  })
}
