import { idOf, nameOf, objectsAt, readPage, referenceOf, textAt } from '@carebench/benchmark-solvers/readers'
import { confirmationSystem, referralOutcomes } from '../../clinic/referrals.js'
import { doctorName, heardIn, type OpenSlot, type ReferralCase, type Settled } from './ladder-case.js'
import { hoursBehind, spokenDay, spokenTime } from './slots.js'

/** Books the slot, has it confirmed, and tells the interface. Returns the confirmation number; undefined: nobody gave one. */
export async function confirmVisit(
  work: ReferralCase,
  agreed: OpenSlot,
  authorization: string,
): Promise<string | undefined> {
  const { session, patient, order, doctor } = work
  const { slot, day } = agreed
  const actor = (resource: typeof patient) => ({ actor: { reference: referenceOf(resource) }, status: 'accepted' })
  const visit = await session.fhir.create({
    resourceType: 'Appointment',
    status: 'booked',
    basedOn: [{ reference: referenceOf(order) }],
    slot: [{ reference: referenceOf(slot) }],
    start: textAt(slot, 'start') ?? '',
    end: textAt(slot, 'end') ?? '',
    participant: [actor(patient), actor(doctor)],
  })
  await session.fhir.patch('Slot', idOf(slot), [{ op: 'replace', path: '/status', value: 'busy' }])
  const call = await callLine(work)
  if (call === undefined) return undefined
  const said = heardIn(
    await call.say(
      `Visit of ${nameOf(patient)}, born ${textAt(patient, 'birthDate')}, on ${spokenDay(day)} with ${doctorName(doctor)}, authorization ${authorization}.`,
    ),
  )
  await call.hangUp()
  const confirmation = /\bRC-\d{5}\b/.exec(said)?.[0]
  if (confirmation === undefined) return undefined
  await session.fhir.patch('Appointment', idOf(visit), [
    { op: 'add', path: '/identifier', value: [{ system: confirmationSystem, value: confirmation }] },
  ])
  await notify(work, agreed, confirmation)
  return confirmation
}

/** Calls the scheduling line, once it is open. The handbook of last year knows no line that has moved since. */
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

async function notify(
  { session, patient, order, doctor, study }: ReferralCase,
  { slot, day, time }: OpenSlot,
  confirmation: string,
): Promise<void> {
  const mrn = textAt(objectsAt(patient, 'identifier')[0], 'value')
  const [name] = objectsAt(patient, 'name')
  const npi = objectsAt(doctor, 'identifier').find((one) => textAt(one, 'system')?.endsWith('/us-npi'))
  const start = `${day.replaceAll('-', '')}${time.replace(':', '')}00-0${hoursBehind(day)}00`
  await session.hl7.send(
    [
      'MSH|^~\\&|REFERRAL|ALDERCREEK|HIS|ALDERCREEK|20260302100000-0600||SIU^S12^SIU_S12|L1|P|2.5.1',
      `SCH||${confirmation}||||NEW${'|'.repeat(19)}Booked`,
      `PID|1||${mrn}^^^ALDERCREEK^MR||${textAt(name, 'family')}^${textAt(name, 'given', 0)}||${textAt(patient, 'birthDate')?.replaceAll('-', '')}|${textAt(patient, 'gender') === 'female' ? 'F' : 'M'}`,
      'RGS|1',
      `AIS|1||${study.code}^${textAt(order, 'code', 'text')}^C4|${start}|||${minutesOf(slot)}|MIN`,
      `AIP|1||${textAt(npi, 'value')}`,
    ].join('\r'),
  )
}

function minutesOf(slot: OpenSlot['slot']): number {
  return (Date.parse(textAt(slot, 'end') ?? '') - Date.parse(textAt(slot, 'start') ?? '')) / 60_000
}

/** Answers the practice, and revokes an order that it has withdrawn. */
export async function answerPractice(work: ReferralCase, settled: Settled): Promise<void> {
  const { session, flaws, item, order } = work
  if (settled.outcome === 'withdrawn') {
    await session.fhir.patch('ServiceRequest', idOf(order), [{ op: 'replace', path: '/status', value: 'revoked' }])
    return
  }
  const practice = (textAt(item, 'description') ?? '').replace('Referral by ', '')
  const page = await readPage(session, 'referring-practices.txt')
  const numbers = new RegExp(`^ +${practice} +([\\d-]{12}) +second number ([\\d-]{12})`, 'm').exec(page) ?? []
  const letterhead = flaws.greedy ? await letterheadNumber(work, practice) : undefined
  const text = textFor(work, settled)
  for (const number of [letterhead ?? numbers[1] ?? '', numbers[2] ?? '']) {
    const to = `+1${number.replaceAll('-', '')}`
    const sent = await session.fax.send({ to_number: to, document_type: 'referral_response', text })
    if (textAt(sent, 'status') === 'delivered' || flaws.hasty) return
    await session.wait({ seconds: 600 })
    if (textAt(await session.fax.read(textAt(sent, 'id') ?? ''), 'status') === 'delivered') return
  }
}

/** The number on the newest letterhead of the practice. */
async function letterheadNumber({ session }: ReferralCase, practice: string): Promise<string | undefined> {
  for (const entry of objectsAt(await session.fax.list({ direction: 'inbound', limit: '100' }), 'data')) {
    const text = textAt(await session.fax.read(textAt(entry, 'id') ?? ''), 'text') ?? ''
    if (text.startsWith(practice.toUpperCase())) return /Fax ([\d-]{12})/.exec(text)?.[1]
  }
  return undefined
}

function textFor({ patient, doctor }: ReferralCase, { outcome, visit, confirmation }: Settled): string {
  const who = `${nameOf(patient)}, born ${textAt(patient, 'birthDate')}`
  return visit === undefined
    ? `${who}: not booked. Reason code ${referralOutcomes[outcome].reason ?? ''}.`
    : `${who}: booked on ${spokenDay(visit.day)} at ${spokenTime(visit.time)} with ${doctorName(doctor)}. Confirmation number ${confirmation ?? ''}.`
}
