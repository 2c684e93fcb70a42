import { changesOfJson } from '../audit/mutants/json-changes.js'
import { jsonKind } from '../collections/json-kind.js'
import { listPart } from '../evidence/list-part.js'
import { ownMember } from '../json/is-json-object.js'
import { showJson } from '../json/show-json.js'
import { hideValue } from '../record-kind.js'
import { titleOf } from './title.js'

/** Calls of CDS services: request, cards and feedback. A call changes nothing that `no-collateral` could mind. */
export const cdsCalls = /* @__PURE__ */ jsonKind({
  collection: 'cds',
  noun: 'calls of CDS services',
  madeBy: 'system',
  name: (call, number) => `CDS call ${number} (${showJson(ownMember(call, 'hook'))})`,
  example: (text) => ({ hook: 'order-sign', request: { patient: text }, cards: [], feedback: [] }),
})

/** Calls of CDS services; their cards are the service's, the rest is the agent's. */
export const cdsPart = /* @__PURE__ */ listPart({
  name: 'cds',
  kinds: [hideValue(cdsCalls)],
  nameItem: (_, number) => `cds call ${number}`,
  titleOf: ({ hook }) => titleOf(hook),
  changes: (call, _, { pool, mayBeWrong }) =>
    changesOfJson(call, { pool, accepts: (leaf) => leaf.steps[0] !== 'cards' && mayBeWrong(leaf) }),
})
