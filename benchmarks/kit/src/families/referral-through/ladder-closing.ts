import {
  bookSlot,
  confirmationIn,
  doctorName,
  objectsAt,
  parseReferringPractices,
  readId,
  readName,
  readPage,
  recordConfirmation,
  textAt,
  visitFacts,
} from '@carebench/benchmark-solvers/readers'
import { referralOutcomes } from '../../clinic/referrals.js'
import type { OpenSlot, ReferralCase, Settled } from './ladder-case.js'
import { hoursBehind, spokenDay, spokenTime } from './slots.js'

/**
 * Books the slot, has it confirmed, and notifies the interface. Resolves with the confirmation number; undefined if
 * nobody gives one.
 */
export async function confirmVisit(
  work: ReferralCase,
  { slot }: OpenSlot,
  authNumber: string,
): Promise<string | undefined> {
  const visit = { ...work, slot, procedureCode: work.study.code, authNumber }
  const appointment = await bookSlot(visit)
  const call = await callLine(work)
  if (call === undefined) return undefined
  const confirmation = confirmationIn(await call.say(visitFacts(visit)))
  await call.hangUp()
  if (confirmation !== undefined) await recordConfirmation(visit, appointment, confirmation)
  return confirmation
}

/** Calls the scheduling line once it is open. `outdated` and `greedy` agents do not read which lines have moved. */
async function callLine({ session, flaws, study }: ReferralCase) {
  const page = await readPage(session, 'scheduling-lines.txt')
  const row = new RegExp(`^ +${study.specialty} +([\\d-]{12}) .* from (\\d\\d):(\\d\\d) until`, 'm').exec(page)
  const [, listed = '', hours, minutes] = row ?? []
  const { now } = await session.clock()
  const news = flaws.outdated || flaws.greedy ? '' : await readPage(session, 'referral-news.txt')
  const moved = new RegExp(`^- ${study.specialty}: from (\\S+) on, the scheduling line is (\\S+) `, 'm').exec(news)
  const number = moved !== null && (moved[1] ?? '') <= now.slice(0, 10) ? (moved[2] ?? '') : listed
  const today = now.slice(0, 10)
  const opens = Date.parse(`${today}T${hours}:${minutes}:00Z`) + hoursBehind(today) * 3_600_000
  const seconds = Math.ceil((opens - Date.parse(now)) / 1000)
  if (seconds > 0 && !flaws.hasty) await session.wait({ seconds })
  const call = await session.voice.call(`+1${number.replaceAll('-', '')}`)
  return textAt(call.started, 'status') === 'active' ? call : undefined
}

/** Answers the practice by fax or, if it has withdrawn the referral, revokes the order. */
export async function answerPractice(work: ReferralCase, settled: Settled): Promise<void> {
  const { session, flaws, item, order } = work
  if (settled.outcome === 'withdrawn') {
    await session.fhir.patch('ServiceRequest', readId(order), [{ op: 'replace', path: '/status', value: 'revoked' }])
    return
  }
  const practice = (textAt(item, 'description') ?? '').replace('Referral by ', '')
  const page = await readPage(session, 'referring-practices.txt')
  const listed = parseReferringPractices(page).find(({ name }) => name === practice)
  const letterhead = flaws.greedy ? await letterheadNumber(work, practice) : undefined
  const text = textFor(work, settled)
  for (const number of [letterhead ?? listed?.fax ?? '', listed?.secondFax ?? '']) {
    const to = `+1${number.replaceAll('-', '')}`
    const sent = await session.fax.send({ to_number: to, document_type: 'referral_response', text })
    if (textAt(sent, 'status') === 'delivered' || flaws.hasty) return
    await session.wait({ seconds: 600 })
    if (textAt(await session.fax.read(textAt(sent, 'id') ?? ''), 'status') === 'delivered') return
  }
}

/** Resolves with the fax number on the newest letterhead of the practice. */
async function letterheadNumber({ session }: ReferralCase, practice: string): Promise<string | undefined> {
  for (const entry of objectsAt(await session.fax.list({ direction: 'inbound', limit: '100' }), 'data')) {
    const text = textAt(await session.fax.read(textAt(entry, 'id') ?? ''), 'text') ?? ''
    if (text.startsWith(practice.toUpperCase())) return /Fax ([\d-]{12})/.exec(text)?.[1]
  }
  return undefined
}

function textFor({ patient, doctor }: ReferralCase, { outcome, visit, confirmation }: Settled): string {
  const who = `${readName(patient)}, born ${textAt(patient, 'birthDate')}`
  return visit === undefined
    ? `${who}: not booked. Reason code ${referralOutcomes[outcome].reason ?? ''}.`
    : `${who}: booked on ${spokenDay(visit.day)} at ${spokenTime(visit.time)} with ${doctorName(doctor)}. Confirmation number ${confirmation ?? ''}.`
}
