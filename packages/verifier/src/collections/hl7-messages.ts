import { Hl7Error, type Message, parseMessage } from '@carebench/hl7v2'
import type { EvidenceState } from '../evidence/evidence-state.js'
import { hl7Format } from './hl7-format.js'
import type { CollectedRecord, RecordCollection } from './record-collection.js'

type Direction = 'outbound' | 'inbound'

/** HL7 messages of one direction. Payloads that are no HL7 are passed over: nobody could have received them. */
const createHl7Collection = (direction: Direction): RecordCollection<Message> => ({
  name: `hl7.${direction}`,
  part: 'hl7',
  noun: `${direction} HL7 messages`,
  format: hl7Format,
  records: (state) => state.once(readMessages)?.get(direction),
  identify: ({ value, position }) => ({
    collection: `hl7.${direction}`,
    message: position,
    message_type: value.messageType,
    control_id: value.controlId,
  }),
  keyOf: () => undefined,
})

const readMessages = ({
  parts,
}: EvidenceState): ReadonlyMap<Direction, readonly CollectedRecord<Message>[]> | undefined => {
  const { hl7 } = parts
  if (hl7 === undefined) return undefined
  const found = new Map<Direction, CollectedRecord<Message>[]>([
    ['outbound', []],
    ['inbound', []],
  ])
  hl7.forEach(({ direction, payload, at = null }, position) => {
    const value = readMessage(payload)
    if (value === undefined) return
    const name = `HL7 message ${position + 1} (${value.messageType}, control id ${JSON.stringify(value.controlId)})`
    found.get(direction)?.push({ value, position, content: { payload, at }, name })
  })
  return found
}

const readMessage = (payload: string): Message | undefined => {
  try {
    return parseMessage(payload)
  } catch (error) {
    if (error instanceof Hl7Error) return undefined
    throw error
  }
}

/** What the agent sent. */
export const outboundHl7 = createHl7Collection('outbound')

/** What the agent received. */
export const inboundHl7 = createHl7Collection('inbound')
