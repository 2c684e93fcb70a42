import { changesOfJson, type EvidencePart, hideValue, jsonKind, listPart } from '@carebench/verifier'
import { ownMember, showJson } from '@carebench/verifier/kinds'
import { everyTextBut } from '../records/every-text.js'
import { textMember } from '../records/text-member.js'
import { readTitle } from '../records/title.js'

const systemMembers = ['id', 'direction', 'from_number', 'status', 'pages', 'at']

/** Faxes that the agent sent, with their extracted text. */
export const sentFaxes = /* @__PURE__ */ jsonKind({
  collection: 'faxes',
  noun: 'sent faxes',
  madeBy: 'agent',
  accepts: ({ direction }) => direction === 'outbound',
  systemMembers,
  name: (fax, number) =>
    `fax ${number} (${showJson(ownMember(fax, 'document_type'))} to ${showJson(ownMember(fax, 'to_number'))})`,
  identifies: { text: [/* @__PURE__ */ everyTextBut(...systemMembers, 'to_number')] },
  outward: true,
  recipient: (fax) => textMember(fax, 'to_number'),
  example: (text) => ({
    direction: 'outbound',
    to_number: '555-0100',
    from_number: '555-0101',
    document_type: 'notes',
    text,
  }),
})

/** The members of a fax that the agent provides. */
const said = new Set(['to_number', 'document_type', 'text'])

/** Faxes of both directions. */
export const faxesPart = /* @__PURE__ */ listPart({
  name: 'faxes',
  kinds: [hideValue(sentFaxes)],
  nameItem: (_, number) => `fax ${number}`,
  titleOf: ({ direction, to_number, from_number }) =>
    direction === 'inbound' ? readTitle('from', from_number) : readTitle('to', to_number),
  isAgents: ({ direction }) => direction === 'outbound',
  changes: (fax, _, { pool }) => changesOfJson(fax, { pool, accepts: ({ key }) => said.has(key) }),
})

/** The parts of the evidence that the fax machine provides. */
export const faxRecords: readonly EvidencePart[] = [faxesPart]
