import {
  askRequirements,
  at,
  closeItem,
  type DeskPayer,
  daysBetween,
  findDocument,
  findPatient,
  findPayer,
  findTelephoneNotes,
  type OrderCase,
  objectsAt,
  openOrder,
  openPortal,
  parsePractices,
  practiceInNote,
  readName,
  readPage,
  readRequestFields,
  readText,
  requestRecords,
  searchFor,
  textAt,
  whenDecided,
  writeReference,
} from '@carebench/benchmark-solvers/readers'
import type { FhirJson, JsonObject } from '@carebench/client'
import { type ReplyOutcome, replyOutcomes } from '../../clinic/requests-handbook.js'
import type { Desk } from '../../desk/desk.js'
import { firstPatient, newestDocuments } from '../../desk/first-match.js'
import type { Flaws } from '../../desk/flaws.js'

/** The result of a request; undefined if the agent leaves it open. */
type Settled =
  | {
      readonly outcome: ReplyOutcome
      readonly missing?: string
      readonly authNumber?: string
      readonly note?: FhirJson
      readonly lastDay?: string
    }
  | undefined

/** Works the requests for more information of a patient, with the flaws of a rung of the ladder. */
export async function workPaRfi(desk: Desk, flaws: Flaws): Promise<void> {
  // The chart says neither what is missing nor since when.
  if (flaws.recordOnly) return
  const { session } = desk
  const patient = flaws.greedy ? await firstPatient(desk) : await findPatient(session)
  if (patient === undefined) return
  for (const item of await searchFor(session, 'Task', { patient: writeReference(patient), status: 'requested' })) {
    const work = await openOrder(session, patient, item)
    const settled = work && (await settle(work, flaws))
    if (work === undefined || settled === undefined) continue
    await closeItem(work, item, { ...settled, status: replyOutcomes[settled.outcome].status })
  }
}

async function settle(work: OrderCase, flaws: Flaws): Promise<Settled> {
  const { today } = work
  const request = await findRequest(work)
  if (request === undefined) return undefined
  const { row, payer, portal } = request
  const asked = textAt(row, 'determined_at') ?? today
  const days = await daysToReply(work, payer, flaws)
  if (!flaws.greedy && daysBetween(asked, today) > days) {
    const last = new Date(Date.parse(`${asked.slice(0, 10)}T00:00:00Z`) + days * 86_400_000)
    return { outcome: 'overdue', lastDay: last.toISOString().slice(0, 10) }
  }
  const missing = at(row, 'missing_documents')
  const required = (await askRequirements(work, payer)) ?? []
  const attachments: JsonObject[] = []
  let note: FhirJson | undefined
  for (const type of Array.isArray(missing) ? missing.map(String) : []) {
    const maxDays = flaws.outdated ? halfYear : (required.find((one) => one.type === type)?.maxDays ?? 0)
    const inChart = await (flaws.greedy ? findNewest(work, type) : findDocument(work, { type, maxDays }))
    const fetched = inChart === undefined ? await fetchDocument(work, type, flaws) : undefined
    note ??= fetched?.note
    const text = inChart ?? fetched?.text
    if (text === undefined) return { outcome: 'not-obtainable', missing: type, ...(note && { note }) }
    attachments.push({ document_type: type, text })
  }
  const ordered = flaws.greedy ? [] : Object.entries(await readRequestFields(work))
  const corrections = ordered.filter(([field, value]) => JSON.stringify(at(row, field)) !== JSON.stringify(value))
  const authNumber = textAt(row, 'auth_number') ?? ''
  const amended = await portal.amendPriorAuth(authNumber, { ...Object.fromEntries(corrections), attachments })
  const decided = flaws.hasty ? amended : await whenDecided(work.session, portal, amended)
  return textAt(decided, 'status') === 'approved'
    ? { outcome: 'approved', authNumber, ...(note && { note }) }
    : undefined
}

/** Last year's handbook accepted documents of the last half year, and replies within two weeks; in days. */
const halfYear = 180
const twoWeeks = 14

async function findRequest(work: OrderCase) {
  const { session, patient, procedureCode } = work
  for (const policy of await searchFor(session, 'Coverage', { beneficiary: writeReference(patient) })) {
    const payer = await findPayer(session, policy)
    const portal = openPortal(session, payer)
    const query = { patient_member_id: textAt(policy, 'subscriberId') ?? '', procedure_code: procedureCode }
    const rows = objectsAt(await portal.listPriorAuths(query), 'data')
    const row = rows.find((one) => textAt(one, 'status') === 'more_information')
    if (row !== undefined) return { row, payer, portal }
  }
  return undefined
}

async function daysToReply({ session }: OrderCase, { name }: DeskPayer, flaws: Flaws): Promise<number> {
  if (flaws.outdated) return twoWeeks
  const page = await readPage(session, 'requests-for-information.txt')
  const row = [...page.matchAll(/^ +(.+): (\d+) days$/gm)].find(([, payer]) => payer === name)
  return Number(row?.[2] ?? 0)
}

/** Resolves with the text of the newest document of a type, whatever it is about. */
async function findNewest(work: OrderCase, type: string): Promise<string | undefined> {
  const [newest] = await newestDocuments(work, type)
  return newest === undefined ? undefined : readText(work.session, newest)
}

/** The telephone note that names a practice, and the text of the document that the practice sent, if any. */
interface Fetched {
  readonly note: FhirJson
  readonly text: string | undefined
}

/** Asks the practice that a telephone note names for the document. Undefined if no note names one. */
async function fetchDocument(work: OrderCase, type: string, flaws: Flaws): Promise<Fetched | undefined> {
  const { session, patient } = work
  const practices = parsePractices(await readPage(session, 'practices.txt'))
  const document = type.replaceAll('_', ' ')
  for (const note of await findTelephoneNotes(work)) {
    const text = await readText(session, note)
    const practice = practiceInNote(text, document, practices)
    if (practice === undefined) continue
    const birthDate = textAt(patient, 'birthDate') ?? ''
    if (!flaws.greedy && !flaws.hasty && !flaws.ignoresArrivals) {
      return {
        note,
        text: await requestRecords(session, { practice, document, patient: readName(patient), birthDate }),
      }
    }
    const [told] = flaws.greedy ? (/\+\d{11}/.exec(text) ?? []) : []
    await session.fax.send({
      to_number: told ?? practice.fax,
      document_type: 'records_request',
      text: `Please send us the ${document} of ${readName(patient)}, born ${birthDate}.`,
    })
    if (flaws.hasty) return { note, text: undefined }
    await session.wait({ seconds: 25 * 3600 })
    return { note, text: flaws.greedy ? await newestFax(work, practice.fax) : undefined }
  }
  return undefined
}

/** Resolves with all pages of the newest fax from a number. */
async function newestFax({ session }: OrderCase, from: string): Promise<string | undefined> {
  const [newest] = objectsAt(await session.fax.list({ direction: 'inbound', from_number: from }), 'data')
  return newest === undefined ? undefined : textAt(await session.fax.read(textAt(newest, 'id') ?? ''), 'text')
}
