import { changesOfJson } from '../audit/mutants/json-changes.js'
import { jsonKind } from '../collections/json-kind.js'
import { listPart } from '../evidence/list-part.js'
import { ownMember } from '../json/is-json-object.js'
import { showJson } from '../json/show-json.js'
import { hideValue } from '../record-kind.js'
import { titleOf } from './title.js'

/** Faxes that the agent sent, with their extracted text. */
export const sentFaxes = /* @__PURE__ */ jsonKind({
  collection: 'faxes',
  noun: 'sent faxes',
  madeBy: 'agent',
  accepts: ({ direction }) => direction === 'outbound',
  name: (fax, number) =>
    `fax ${number} (${showJson(ownMember(fax, 'document_type'))} to ${showJson(ownMember(fax, 'to_number'))})`,
  example: (text) => ({
    direction: 'outbound',
    to_number: '555-0100',
    from_number: '555-0101',
    document_type: 'notes',
    text,
  }),
})

/** What an agent says of a fax; the rest is the simulator's. */
const said = new Set(['to_number', 'document_type', 'text'])

/** Faxes of both directions. */
export const faxesPart = /* @__PURE__ */ listPart({
  name: 'faxes',
  kinds: [hideValue(sentFaxes)],
  nameItem: (_, number) => `fax ${number}`,
  titleOf: ({ direction, to_number }) => titleOf(direction, to_number),
  isAgents: ({ direction }) => direction === 'outbound',
  changes: (fax, _, { pool }) => changesOfJson(fax, { pool, accepts: ({ key }) => said.has(key) }),
})
