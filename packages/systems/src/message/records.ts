import { changesOfJson, type EvidencePart, hideValue, jsonKind, listPart } from '@carebench/verifier'
import { ownMember, showJson } from '@carebench/verifier/kinds'
import { everyTextBut } from '../records/every-text.js'
import { textMember } from '../records/text-member.js'
import { readTitle } from '../records/title.js'

const systemMembers = ['id', 'direction', 'from', 'status', 'at']

/** Messages that the agent sent. */
export const sentMessages = /* @__PURE__ */ jsonKind({
  collection: 'messages',
  noun: 'sent messages',
  madeBy: 'agent',
  accepts: ({ direction }) => direction === 'outbound',
  systemMembers,
  name: (message, number) =>
    `message ${number} (${showJson(ownMember(message, 'channel'))} to ${showJson(ownMember(message, 'to'))})`,
  identifies: { text: [/* @__PURE__ */ everyTextBut(...systemMembers, 'to')] },
  outward: true,
  recipient: (message) => textMember(message, 'to'),
  example: (text) => ({ direction: 'outbound', channel: 'sms', to: '555-0100', from: '555-0101', body: text }),
})

/** The members of a message that the agent provides. */
const said = new Set(['channel', 'to', 'body'])

/** Messages of both directions: SMS, e-mail and chat. */
export const messagesPart = /* @__PURE__ */ listPart({
  name: 'messages',
  kinds: [hideValue(sentMessages)],
  nameItem: (_, number) => `message ${number}`,
  titleOf: ({ channel, direction, from, to }) =>
    direction === 'inbound' ? readTitle(channel, 'from', from) : readTitle(channel, 'to', to),
  isAgents: ({ direction }) => direction === 'outbound',
  changes: (message, _, { pool }) => changesOfJson(message, { pool, accepts: ({ key }) => said.has(key) }),
})

/** The parts of the evidence that a messaging system has. */
export const messageRecords: readonly EvidencePart[] = [messagesPart]
