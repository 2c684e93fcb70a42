import type { TaskSession } from '@carebench/client'
import { needed, objectsAt, textAt } from './json.js'

/** A practice outside of the clinic, from the handbook. */
export interface Practice {
  readonly name: string
  /** The verified fax number, such as `+12175550161`. */
  readonly fax: string
}

/** The document that a practice is asked for, and its patient. */
export interface RecordsRequest {
  readonly practice: Practice
  /** The type of document in plain words, such as `imaging report`. */
  readonly document: string
  readonly patient: string
  /** `YYYY-MM-DD`. */
  readonly birthDate: string
}

const dayInSeconds = 86_400
const saysNone = new RegExp(
  "\\b(have|has|find|found|hold|holds) no\\b|\\b(not|n't) (have|find|hold|locate)\\b|" +
    '\\b(unable|not able) to\\b|\\bno (such|record)',
  'i',
)

/** Parses the practices of `practices.txt`. */
export function parsePractices(page: string): Practice[] {
  return [...page.matchAll(/^ +(\S+(?: \S+)*) {2,}(\+\d+)$/gm)].map(([, name = '', fax = '']) => ({ name, fax }))
}

/**
 * Returns the practice that has a document according to the plain words of a telephone note; undefined if there is
 * none.
 */
export function practiceInNote(note: string, document: string, practices: readonly Practice[]): Practice | undefined {
  const body = note.slice(note.indexOf('\n\n') + 1).replaceAll(/\s+/g, ' ')
  for (const sentence of body.split(/[.;!?](?:\s|$)/)) {
    if (!sentence.toLowerCase().includes(toSingular(document))) continue
    if (/\b(do|does|did)( not|n't) have\b|\bhas no\b|\bno longer\b/i.test(sentence)) continue
    const practice = practices.find(({ name }) => sentence.includes(name))
    if (practice !== undefined) return practice
  }
  return undefined
}

/**
 * Asks a practice by fax, and waits for at most 24 hours after the fax is delivered. Resolves with the page about the
 * patient, exactly as it came; undefined if there is no such document, or no answer.
 */
export async function requestRecords(session: TaskSession, request: RecordsRequest): Promise<string | undefined> {
  const { practice, document, patient, birthDate } = request
  const sent = await session.fax.send({
    to_number: practice.fax,
    document_type: 'records_request',
    text: `Please send us the ${document} of ${patient}, born ${birthDate}.`,
  })
  const id = needed(textAt(sent, 'id'), 'an id of the fax')
  const sentAt = needed(textAt(sent, 'created_at'), 'the time of the fax')
  for (;;) {
    const answer = await findAnswer(session, request, sentAt)
    if (answer !== undefined) return answer === 'none' ? undefined : answer.page
    const fax = await session.fax.read(id)
    const status = textAt(fax, 'status')
    if (status === 'failed')
      throw new Error(`Expected a fax that reaches ${practice.name}, got ${textAt(fax, 'error')}.`)
    const { now } = await session.clock()
    const delivered = textAt(fax, 'completed_at')
    const from = Date.parse(delivered ?? now)
    const left = Math.ceil((from - Date.parse(now)) / 1000) + dayInSeconds
    if (left <= 0) return undefined
    await session.wait({ until: 'event', atMostSeconds: left })
  }
}

/**
 * Finds the reply of the practice: the page about the patient, or that there is none. Undefined if it has not replied.
 */
async function findAnswer(
  session: TaskSession,
  { practice, document, patient, birthDate }: RecordsRequest,
  since: string,
): Promise<{ readonly page: string } | 'none' | undefined> {
  const inbox = await session.fax.list({ direction: 'inbound', from_number: practice.fax, limit: '100' })
  for (const entry of objectsAt(inbox, 'data')) {
    if ((textAt(entry, 'created_at') ?? '') < since) continue
    const { text } = await session.fax.read(needed(textAt(entry, 'id'), 'an id of a fax'))
    const pages = typeof text === 'string' ? text.split('\f') : []
    const about = pages.filter((page) => page.includes(patient) && page.includes(birthDate))
    const [page] = about
    if (page === undefined || about.length > 1) {
      throw new Error(`Expected one page about ${patient}, found ${about.length}: ${JSON.stringify(text)}`)
    }
    // First whether it is the document, because a document may contain such words, too ("unable to bend the knee").
    if (page.trimStart().toLowerCase().startsWith(toSingular(document))) return { page }
    if (saysNone.test(page)) return 'none'
    throw new Error(`Expected the ${document} of ${patient}, or that there is none, got: ${page}`)
  }
  return undefined
}

/** Returns `physical therapy note` for `physical therapy notes`, because people name a single document. */
function toSingular(document: string): string {
  return document.replace(/s$/, '')
}
