import { changesOfJson, type EvidencePart, hideValue, jsonKind, listPart } from '@carebench/verifier'
import { ownMember, showJson } from '@carebench/verifier/kinds'
import { everyText } from '../records/every-text.js'
import { readTitle } from '../records/title.js'

/** Calls of CDS services: request, cards and feedback. A call changes nothing that `no-collateral` would report. */
export const serviceCalls = /* @__PURE__ */ jsonKind({
  collection: 'cds',
  noun: 'calls of CDS services',
  madeBy: 'system',
  name: (call, number) => `CDS call ${number} (${showJson(ownMember(call, 'hook'))})`,
  identifies: { id: ['request.context.patientId'], text: [everyText] },
  example: (text) => ({ hook: 'order-sign', request: { patient: text }, cards: [], feedback: [] }),
})

/** Calls of CDS services; the cards come from the service, the rest from the agent. */
export const cdsPart = /* @__PURE__ */ listPart({
  name: 'cds',
  kinds: [hideValue(serviceCalls)],
  nameItem: (_, number) => `cds call ${number}`,
  titleOf: ({ hook }) => readTitle(hook),
  changes: (call, _, { pool, mayBeWrong }) =>
    changesOfJson(call, { pool, accepts: (leaf) => leaf.steps[0] !== 'cards' && mayBeWrong(leaf) }),
})

/** The parts of the evidence that the system has. */
export const cdsRecords: readonly EvidencePart[] = [cdsPart]
