import { Hl7Error, type Message, parseMessage } from '@carebench/hl7v2'
import type { JsonObject } from '@carebench/protocol'
import { type EvidencePart, hideValue, listPart, type RecordKind, readItems } from '@carebench/verifier'
import { isPartCollection } from '@carebench/verifier/kinds'
import { changesOfPayload } from '../records/delimited-changes.js'
import { stringMember } from '../records/expected-member.js'
import { readTitle } from '../records/title.js'
import { hl7Identity } from './view/identity.js'
import { joinMessages } from './view/joined-message.js'
import { messagesOfPatients } from './view/patients-of-message.js'
import { piecesOfHl7 } from './view/payload-changes.js'
import { hl7Format } from './view/record-format.js'
import { hl7Members, segmentsOfMessage } from './view/segments-of-message.js'

type Direction = 'outbound' | 'inbound'

/** Reads the payload of an item as a message; undefined if it is not HL7. */
const readMessages = /* @__PURE__ */ readItems((item, place): Message | undefined => {
  const read = tryParse(stringMember(item, 'payload', place))
  return typeof read === 'string' ? undefined : read
})

/** Returns the message, or why the text is not one. */
function tryParse(payload: string): Message | string {
  try {
    return parseMessage(payload)
  } catch (error) {
    if (error instanceof Hl7Error) return `expected ${error.expected}; received ${error.received}`
    throw error
  }
}

/** Returns why the payload of an item is not HL7; undefined if it is. */
function findFault({ payload }: JsonObject): string | undefined {
  const read = tryParse(String(payload))
  return typeof read === 'string' ? read : undefined
}

function messages(direction: Direction, madeBy: RecordKind['madeBy']): RecordKind<Message> {
  return {
    collection: `hl7.${direction}`,
    noun: `${direction} HL7 messages`,
    format: hl7Format,
    madeBy,
    accepts: (item) => item.direction === direction,
    read: readMessages,
    unreadable: findFault,
    authored: segmentsOfMessage,
    memberNames: hl7Members,
    content: (_, { payload = null, at = null }) => ({ payload, at }),
    name: ({ messageType, controlId }, number) =>
      `HL7 message ${number} (${messageType}, control id ${JSON.stringify(controlId)})`,
    identify: ({ messageType, controlId }, position) => ({
      collection: `hl7.${direction}`,
      message: position,
      message_type: messageType,
      control_id: controlId,
    }),
    subjects: messagesOfPatients,
    outward: madeBy === 'agent',
    identifies: hl7Identity,
    example: (text) => ({
      direction,
      payload: `MSH|^~\\&|A|B|C|D|20260105||ORU^R01|1|P|2.5.1\rOBR|1|${text}\r`,
      at: '2026-01-05T09:00:00.000Z',
    }),
  }
}

/** HL7 messages that the agent sent. */
export const outboundHl7 = /* @__PURE__ */ messages('outbound', 'agent')

/** HL7 messages that the agent received. */
export const inboundHl7 = /* @__PURE__ */ messages('inbound', 'system')

/** HL7 v2 messages of both directions. */
export const hl7Part = /* @__PURE__ */ listPart({
  name: 'hl7',
  kinds: [hideValue(outboundHl7), hideValue(inboundHl7)],
  nameItem: (_, number) => `hl7 outbound message ${number}`,
  titleOf: (item) => readTitle(item.direction, readType(item)),
  isAgents: ({ direction }) => direction === 'outbound',
  changes: (item) => changesOfPayload(item, piecesOfHl7),
  join: joinMessages,
  isNamed: ({ collection, message }, { position }) => isPartCollection('hl7', collection) && message === position,
})

/** Returns MSH-9, assuming the standard field separator. */
function readType({ payload }: JsonObject): string | undefined {
  return typeof payload === 'string' ? payload.split('\r', 1)[0]?.split('|')[8] : undefined
}

/** The parts of the evidence that the HL7 interface provides. */
export const hl7Records: readonly EvidencePart[] = [hl7Part]
