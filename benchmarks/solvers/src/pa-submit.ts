import type { FhirJson, JsonObject } from '@carebench/client'
import { findDocument, findTelephoneNotes, readNamedOrder } from './authorization-documents.js'
import { type DeskPayer, isInForce, openPortal, parseBulletins, type WantedDocument } from './authorization-handbook.js'
import {
  askRequirements,
  awaitDecision,
  closeItem,
  findPayer,
  type OrderCase,
  openOrder,
  submitRequest,
} from './authorization-order.js'
import { findPatient, includesDay, readText, searchFor, theOnly, writeReference } from './chart.js'
import { readPage } from './handbook.js'
import { needed, textAt } from './json.js'
import type { Solver } from './solver.js'
import { withdrawsOrder } from './withdrawal.js'

/**
 * The outcome of a work item by the handbook, with the type of a missing document or the number of an approval.
 */
interface Outcome {
  readonly outcome: keyof typeof statusOf
  readonly missing?: string
  readonly authNumber?: string
  /** The telephone note that withdraws the order. */
  readonly note?: FhirJson
}

const statusOf = {
  approved: 'completed',
  pended: 'in-progress',
  'not-required': 'completed',
  'order-withdrawn': 'cancelled',
  'no-coverage': 'on-hold',
  'missing-document': 'on-hold',
} as const

/** Requests prior authorizations on the portal of the payer, from the work item to its outcome. */
export const paSubmit: Solver = {
  family: 'pa-submit',
  async solve(session) {
    const patient = await findPatient(session)
    const items = await searchFor(session, 'Task', { patient: writeReference(patient), status: 'requested' })
    for (const item of items) {
      const work = await openOrder(session, patient, item)
      if (work === undefined) continue
      const outcome = await settle(work)
      await closeItem(work, item, { ...outcome, status: statusOf[outcome.outcome] })
    }
    return undefined
  },
}

async function settle(work: OrderCase): Promise<Outcome> {
  const note = await findWithdrawal(work)
  if (note !== undefined) return { outcome: 'order-withdrawn', note }
  const policies = await searchFor(work.session, 'Coverage', { beneficiary: writeReference(work.patient) })
  const covering = policies.filter((policy) => includesDay(policy.period as JsonObject | undefined, work.serviceDay))
  if (covering.length === 0) return { outcome: 'no-coverage' }
  const policy = theOnly(covering, `policy on ${work.serviceDay}`)
  const payer = await findPayer(work.session, policy)
  const wanted = await readRequirements(work, payer)
  if (wanted === undefined) return { outcome: 'not-required' }
  const attachments: JsonObject[] = []
  const missing: string[] = []
  for (const document of wanted) {
    const found = await findDocument(work, document)
    if (found === undefined) missing.push(document.type)
    else attachments.push({ document_type: document.type, text: found })
  }
  if (missing.length > 0) return { outcome: 'missing-document', missing: theOnly(missing, 'missing type of document') }
  return request(work, payer, policy, attachments)
}

/** Finds the telephone note that withdraws the order, by step 2. */
async function findWithdrawal(work: OrderCase): Promise<FhirJson | undefined> {
  const { session, order } = work
  const ordered = needed(textAt(order, 'authoredOn')?.slice(0, 10), 'the day of the order')
  const named = readNamedOrder(work)
  for (const note of await findTelephoneNotes(work)) {
    const written = textAt(note, 'date')?.slice(0, 10) ?? ''
    if (textAt(note, 'docStatus') !== 'final' || written < ordered) continue
    if (withdrawsOrder(await readText(session, note), named)) return note
  }
  return undefined
}

/** Returns the documents that the payer wants today, by step 4; undefined if it requires no authorization. */
async function readRequirements(work: OrderCase, payer: DeskPayer): Promise<readonly WantedDocument[] | undefined> {
  const required = await askRequirements(work, payer)
  if (required === undefined) return undefined
  const wanted = new Map(required.map((document) => [document.type, document]))
  for (const bulletin of parseBulletins(await readPage(work.session, 'bulletins.txt'))) {
    const isAbout = bulletin.payer === payer.name && bulletin.procedureCode === work.procedureCode
    if (isAbout && isInForce(bulletin, work.today))
      for (const document of bulletin.wants) wanted.set(document.type, document)
  }
  return [...wanted.values()]
}

/** Sends the request and waits for the decision, by steps 6 and 7. */
async function request(
  work: OrderCase,
  payer: DeskPayer,
  policy: FhirJson,
  attachments: readonly JsonObject[],
): Promise<Outcome> {
  const portal = openPortal(work.session, payer)
  const row = await submitRequest(work, portal, policy, attachments)
  const { isApproved, authNumber } = await awaitDecision(work.session, portal, row)
  return isApproved ? { outcome: 'approved', authNumber } : { outcome: 'pended' }
}
