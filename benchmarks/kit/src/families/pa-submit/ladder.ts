import {
  askRequirements,
  closeItem,
  daysBetween,
  findDocument,
  findPatient,
  findPayer,
  findTelephoneNotes,
  includesDay,
  isInForce,
  type OrderCase,
  openOrder,
  openPortal,
  parseBulletins,
  readNamedOrder,
  readPage,
  readText,
  searchFor,
  submitRequest,
  textAt,
  type WantedDocument,
  whenDecided,
  withdrawsOrder,
  writeReference,
} from '@carebench/benchmark-solvers/readers'
import type { FhirJson, JsonObject } from '@carebench/client'
import { type Outcome, outcomes } from '../../clinic/handbook.js'
import type { Desk } from '../../desk/desk.js'
import { firstPatient, newestDocuments } from '../../desk/first-match.js'
import type { Flaws } from '../../desk/flaws.js'

/** The result of an order; undefined if the agent leaves it open. */
type Settled =
  | {
      readonly outcome: Outcome
      readonly missing?: string
      readonly authNumber?: string
      readonly note?: FhirJson
    }
  | undefined

/** The age limit of documents, in days, in last year's handbook: half a year, whatever their source. */
const halfYear = 180

/** Works the authorization items of a patient, with the flaws of a rung of the ladder. */
export async function workPaSubmit(desk: Desk, flaws: Flaws): Promise<void> {
  const { session } = desk
  const patient = flaws.greedy ? await firstPatient(desk) : await findPatient(session)
  if (patient === undefined) return
  const items = await searchFor(session, 'Task', { patient: writeReference(patient), status: 'requested' })
  for (const item of flaws.greedy ? items.slice(0, 1) : items) {
    const work = await openOrder(session, patient, item)
    const settled = work && (await settle(work, flaws))
    if (work === undefined || settled === undefined) continue
    await closeItem(work, item, { ...settled, status: outcomes[settled.outcome].status })
  }
}

async function settle(work: OrderCase, flaws: Flaws): Promise<Settled> {
  const { session, serviceDay } = work
  const note = flaws.greedy ? undefined : await findWithdrawal(work)
  if (note !== undefined) return { outcome: 'order-withdrawn', note }
  const policies = await searchFor(session, 'Coverage', { beneficiary: writeReference(work.patient) })
  const policy = policies.find((one) => flaws.greedy || includesDay(one.period as JsonObject | undefined, serviceDay))
  if (policy === undefined) return { outcome: 'no-coverage' }
  if (flaws.recordOnly) return undefined
  const payer = await findPayer(session, policy)
  const required = await askRequirements(work, payer)
  if (required === undefined) return { outcome: 'not-required' }
  const added = flaws.greedy || flaws.outdated ? [] : await bulletinsFor(work, payer.name)
  const attachments: JsonObject[] = []
  for (const wanted of [...required, ...added]) {
    const text = await documentFor(work, wanted, flaws)
    if (text !== undefined) attachments.push({ document_type: wanted.type, text })
    else if (!flaws.greedy) return { outcome: 'missing-document', missing: wanted.type }
  }
  const portal = openPortal(session, payer)
  const sent = submitRequest(work, portal, policy, attachments)
  // An agent that verifies nothing does not see that the payer has rejected the request.
  const request = await (flaws.greedy ? sent.catch((): JsonObject => ({})) : sent)
  const decided = flaws.hasty ? request : await whenDecided(session, portal, request)
  if (textAt(decided, 'status') !== 'approved') return { outcome: 'pended' }
  return { outcome: 'approved', authNumber: textAt(decided, 'auth_number') ?? '' }
}

async function findWithdrawal(work: OrderCase): Promise<FhirJson | undefined> {
  const ordered = textAt(work.order, 'authoredOn') ?? ''
  for (const note of await findTelephoneNotes(work)) {
    const isSince = textAt(note, 'docStatus') === 'final' && (textAt(note, 'date') ?? '').slice(0, 10) >= ordered
    if (isSince && withdrawsOrder(await readText(work.session, note), readNamedOrder(work))) return note
  }
  return undefined
}

/** Resolves with the documents that bulletins in force add to the requirements of a payer. */
async function bulletinsFor({ session, today, procedureCode }: OrderCase, payer: string) {
  return parseBulletins(await readPage(session, 'bulletins.txt'))
    .filter((one) => one.payer === payer && one.procedureCode === procedureCode && isInForce(one, today))
    .flatMap(({ wants }) => wants)
}

async function documentFor(work: OrderCase, wanted: WantedDocument, flaws: Flaws): Promise<string | undefined> {
  if (!flaws.greedy && !flaws.outdated) return findDocument(work, wanted)
  for (const document of await newestDocuments(work, wanted.type)) {
    const text = await readText(work.session, document)
    if (flaws.greedy || isAsLastYear(work, document, text)) return text
  }
  return undefined
}

function isAsLastYear({ today, order }: OrderCase, document: FhirJson, text: string): boolean {
  const [, about] = /\nAbout: (.*)\n/.exec(text) ?? []
  const isAboutIt = about === undefined || about === textAt(order, 'bodySite', 0, 'text')
  const age = daysBetween(textAt(document, 'date') ?? '', today)
  return textAt(document, 'docStatus') === 'final' && age <= halfYear && isAboutIt
}
