import type { FhirJson, JsonObject, PortalSystem } from '@carebench/client'
import { findDocument, findTelephoneNotes } from './authorization-documents.js'
import { type DeskPayer, openPortal } from './authorization-handbook.js'
import {
  askRequirements,
  awaitDecision,
  closeItem,
  findPayer,
  type OrderCase,
  openOrder,
  readRequestFields,
} from './authorization-order.js'
import { daysBetween, findPatient, readName, readText, searchFor, writeReference } from './chart.js'
import { readPage } from './handbook.js'
import { at, needed, objectsAt, textAt } from './json.js'
import { type Practice, parsePractices, practiceInNote, requestRecords } from './records-request.js'
import type { Solver } from './solver.js'

/** A request that its payer has sent back, with the payer and its portal. */
interface ReturnedRequest {
  readonly row: JsonObject
  readonly payer: DeskPayer
  readonly portal: PortalSystem
}

/**
 * The outcome of a work item by the handbook, with the type of a missing document or the number of an approval.
 */
interface Outcome {
  readonly outcome: keyof typeof statusOf
  readonly missing?: string
  readonly authNumber?: string
  /** The telephone note that says which practice to ask. */
  readonly note?: FhirJson
  /** The last day on which a reply would have been in time. */
  readonly lastDay?: string
}

const statusOf = { approved: 'completed', 'not-obtainable': 'on-hold', overdue: 'on-hold' } as const

/** Answers payers' requests for more information, from the work item to its outcome. */
export const paRfi: Solver = {
  family: 'pa-rfi',
  async solve(session) {
    const patient = await findPatient(session)
    const items = await searchFor(session, 'Task', { patient: writeReference(patient), status: 'requested' })
    for (const item of items) {
      const work = await openOrder(session, patient, item)
      if (work === undefined || textAt(item, 'code', 'text') !== 'Request for information') continue
      const outcome = await settle(work)
      await closeItem(work, item, { ...outcome, status: statusOf[outcome.outcome] })
    }
    return undefined
  },
}

async function settle(work: OrderCase): Promise<Outcome> {
  const { session } = work
  const request = await findRequest(work)
  const { row, payer, portal } = request
  const lastAge = await daysToReply(work, payer)
  const asked = needed(textAt(row, 'determined_at'), 'the time at which the payer has asked')
  if (daysBetween(asked, work.today) > lastAge) return { outcome: 'overdue', lastDay: dayAfter(asked, lastAge) }
  const documents = await findDocuments(work, request)
  if ('missing' in documents) return { outcome: 'not-obtainable', ...documents }
  // Waiting for a practice may have taken days.
  const { now } = await session.clock()
  if (daysBetween(asked, now) > lastAge) return { outcome: 'overdue', lastDay: dayAfter(asked, lastAge) }
  const ordered = Object.entries(await readRequestFields(work))
  const corrections = ordered.filter(([field, value]) => JSON.stringify(at(row, field)) !== JSON.stringify(value))
  const authNumber = needed(textAt(row, 'auth_number'), 'the number of the request')
  const amended = await portal.amendPriorAuth(authNumber, {
    ...Object.fromEntries(corrections),
    attachments: documents.attachments,
  })
  const { isApproved } = await awaitDecision(session, portal, amended)
  if (!isApproved) throw new Error(`Expected a decision on ${authNumber}, it is pending without a time.`)
  return { outcome: 'approved', authNumber, ...(documents.note && { note: documents.note }) }
}

/** Returns the day that is `days` days after the day of a time, `YYYY-MM-DD`. */
function dayAfter(time: string, days: number): string {
  return new Date(Date.parse(`${time.slice(0, 10)}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Finds the returned request with a member number of the patient and the procedure code of the order, by section 1. */
async function findRequest({ session, patient, procedureCode }: OrderCase): Promise<ReturnedRequest> {
  const found: ReturnedRequest[] = []
  const policies: readonly FhirJson[] = await searchFor(session, 'Coverage', { beneficiary: writeReference(patient) })
  for (const policy of policies) {
    const payer = await findPayer(session, policy)
    const portal = openPortal(session, payer)
    const member = needed(textAt(policy, 'subscriberId'), 'the member number of the policy')
    const page = await portal.listPriorAuths({ patient_member_id: member, procedure_code: procedureCode })
    for (const row of objectsAt(page, 'data')) {
      if (textAt(row, 'status') === 'more_information') found.push({ row, payer, portal })
    }
  }
  const [request] = found
  if (request === undefined || found.length > 1) {
    throw new Error(`Expected one request for ${procedureCode} that was sent back, found ${found.length}.`)
  }
  return request
}

/** Reads how many days after its question a payer accepts a reply, by section 2. */
async function daysToReply({ session }: OrderCase, payer: DeskPayer): Promise<number> {
  const page = await readPage(session, 'requests-for-information.txt')
  const row = [...page.matchAll(/^ +(.+): (\d+) days$/gm)].find(([, name]) => name === payer.name)
  return Number(needed(row?.[2], `the days that ${payer.name} allows`))
}

/** The documents that a payer lacks, or the type that cannot be obtained; with the note that says who has it. */
type FoundDocuments = { readonly note?: FhirJson } & (
  | { readonly attachments: readonly JsonObject[] }
  | { readonly missing: string }
)

/** Collects the documents that the payer lacks, from the chart or from practices, by sections 3 and 4. */
async function findDocuments(work: OrderCase, { row, payer }: ReturnedRequest): Promise<FoundDocuments> {
  const required = needed(await askRequirements(work, payer), 'a payer that requires an authorization')
  const types = at(row, 'missing_documents')
  const attachments: JsonObject[] = []
  const elsewhere: (Keeper & { readonly type: string })[] = []
  let note: FhirJson | undefined
  for (const type of Array.isArray(types) ? types : []) {
    const wanted = needed(
      required.find((one) => one.type === type),
      `the age of ${type}`,
    )
    const text = await findDocument(work, wanted)
    if (text !== undefined) {
      attachments.push({ document_type: wanted.type, text })
      continue
    }
    const keeper = await findKeeper(work, wanted.type)
    if (keeper === undefined) return { missing: wanted.type }
    note = keeper.note
    elsewhere.push({ type: wanted.type, ...keeper })
  }
  for (const { type, practice } of elsewhere) {
    const birthDate = needed(textAt(work.patient, 'birthDate'), 'the date of birth')
    const asked = { practice, document: inPlainWords(type), patient: readName(work.patient), birthDate }
    const text = await requestRecords(work.session, asked)
    if (text === undefined) return { missing: type, ...(note && { note }) }
    attachments.push({ document_type: type, text })
  }
  return { attachments, ...(note && { note }) }
}

/** A practice that has a document, and the telephone note that says so. */
interface Keeper {
  readonly practice: Practice
  readonly note: FhirJson
}

/** Finds the practice that has a document of a type, by the newest telephone note that names one. */
async function findKeeper(work: OrderCase, type: string): Promise<Keeper | undefined> {
  const practices = parsePractices(await readPage(work.session, 'practices.txt'))
  for (const note of await findTelephoneNotes(work)) {
    const practice = practiceInNote(await readText(work.session, note), inPlainWords(type), practices)
    if (practice !== undefined) return { practice, note }
  }
  return undefined
}

function inPlainWords(type: string): string {
  return type.replaceAll('_', ' ')
}
