import { changesOfJson } from '../audit/mutants/json-changes.js'
import { jsonKind } from '../collections/json-kind.js'
import { listPart } from '../evidence/list-part.js'
import { ownMember } from '../json/is-json-object.js'
import { showJson } from '../json/show-json.js'
import { hideValue } from '../record-kind.js'
import { titleOf } from './title.js'

/** Messages that the agent sent. */
export const sentMessages = /* @__PURE__ */ jsonKind({
  collection: 'messages',
  noun: 'sent messages',
  madeBy: 'agent',
  accepts: ({ direction }) => direction === 'outbound',
  name: (message, number) =>
    `message ${number} (${showJson(ownMember(message, 'channel'))} to ${showJson(ownMember(message, 'to'))})`,
  example: (text) => ({ direction: 'outbound', channel: 'sms', to: '555-0100', from: '555-0101', body: text }),
})

/** What an agent says of a message; the rest is the simulator's. */
const said = new Set(['channel', 'to', 'body'])

/** Messages of both directions: SMS, e-mail and chat. */
export const messagesPart = /* @__PURE__ */ listPart({
  name: 'messages',
  kinds: [hideValue(sentMessages)],
  nameItem: (_, number) => `message ${number}`,
  titleOf: ({ channel, to }) => titleOf(channel, to),
  isAgents: ({ direction }) => direction === 'outbound',
  changes: (message, _, { pool }) => changesOfJson(message, { pool, accepts: ({ key }) => said.has(key) }),
})
