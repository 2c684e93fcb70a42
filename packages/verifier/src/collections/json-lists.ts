import type { FaxRecord, JsonObject, JsonValue, MessageRecord } from '@carebench/protocol'
import type { EvidenceState } from '../evidence/evidence-state.js'
import { isJsonObject } from '../json/is-json-object.js'
import { showJson } from '../json/show-json.js'
import { jsonFormat } from './json-format.js'
import type { CollectedRecord, RecordCollection } from './record-collection.js'

interface JsonListInput {
  readonly name: string
  readonly part: 'faxes' | 'messages' | 'cds' | 'voice'
  readonly noun: string
  /** Which records belong to it. */
  accepts(record: JsonObject): boolean
  /** Names a record in a sentence. */
  describe(record: JsonObject, number: number): string
}

/** Records that are JSON objects in a list of the evidence. */
const createJsonList = ({ name, part, noun, accepts, describe }: JsonListInput): RecordCollection<JsonValue> => {
  const readList = ({ parts }: EvidenceState): readonly CollectedRecord<JsonValue>[] | undefined =>
    parts[part]?.flatMap((record: unknown, position) => {
      if (!isJsonObject(record)) {
        throw new TypeError(`Expected /${part}/${position} to be an object, got ${showJson(record as JsonValue)}.`)
      }
      return accepts(record) ? [{ value: record, position, content: record, name: describe(record, position + 1) }] : []
    })
  return {
    name,
    part,
    noun,
    format: jsonFormat,
    records: (state) => state.once(readList),
    identify: ({ position }) => ({ collection: name, record: position }),
    keyOf: () => undefined,
  }
}

type Direction = FaxRecord['direction'] | MessageRecord['direction']

const going =
  (direction: Direction) =>
  (record: JsonObject): boolean =>
    record.direction === direction

const describeFax = (fax: JsonObject, number: number): string =>
  `fax ${number} (${showJson(fax.document_type)} to ${showJson(fax.to_number)})`

const describeMessage = (message: JsonObject, number: number): string =>
  `message ${number} (${showJson(message.channel)} to ${showJson(message.to)})`

/** Faxes that the agent sent, with their extracted text. */
export const sentFaxes = createJsonList({
  name: 'faxes',
  part: 'faxes',
  noun: 'sent faxes',
  accepts: going('outbound'),
  describe: describeFax,
})

/** Messages that the agent sent. */
export const sentMessages = createJsonList({
  name: 'messages',
  part: 'messages',
  noun: 'sent messages',
  accepts: going('outbound'),
  describe: describeMessage,
})

/** Calls of CDS services: request, cards and feedback. */
export const cdsCalls = createJsonList({
  name: 'cds',
  part: 'cds',
  noun: 'calls of CDS services',
  accepts: () => true,
  describe: (call, number) => `CDS call ${number} (${showJson(call.hook)})`,
})

/** Calls of the voice simulator with their turns. */
export const voiceCalls = createJsonList({
  name: 'voice.calls',
  part: 'voice',
  noun: 'voice calls',
  accepts: () => true,
  describe: (call, number) => `call ${number} (${showJson(call.call_id)})`,
})
