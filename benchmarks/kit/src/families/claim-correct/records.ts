import type { JsonObject } from '@carebench/protocol'
import { createChance } from '../../chance.js'
import { chartDataset } from '../../clinic/chart-dataset.js'
import {
  claimOn,
  type Dated,
  type Member,
  memberResources,
  ourselves,
  remittance,
  returnedClaim,
  writtenInOrder,
} from '../../clinic/claims-records.js'
import { mergePatches, partnerPatches } from '../../clinic/clearinghouse.js'
import { dayFromToday, workingDays } from '../../clinic/dates.js'
import { denialsPath, placesOfService } from '../../clinic/handbook-corrections.js'
import { noteResource, patientLine } from '../../clinic/papers.js'
import { type PayerKey, payerKeys, payers } from '../../clinic/payer-rules.js'
import { fullName, type Resource } from '../../clinic/people.js'
import { say } from '../../phrase-bank.js'
import type { WorldDelta } from '../../task.js'
import type { Authorization, Course, Facts, Note } from './facts.js'
import { exercises, studies, visits } from './phrases.js'

/** Returns the records of an instance, from which an agent can find out the facts. */
export function makeWorld(facts: Facts, seed: number): WorldDelta {
  const { courses, lookAlikes } = facts
  const members = listMembers(facts)
  const notes = [...courses.flatMap((course) => course.notes), ...lookAlikes.map(({ note }) => note)]
  const resources = [...members.flatMap(memberResources), ...notes.map((note) => makeNote(note, seed))]
  return {
    datasets: [
      chartDataset(resources),
      { type: 'X12', name: 'claims and remittances', config: { transactions: makeTransactions(facts) } },
      { type: 'Files', name: 'denials', config: { files: [{ path: denialsPath, content: denialList(facts) }] } },
      ...payerKeys.flatMap((payer) => authorizationRows(payer, facts)),
    ],
    // Each acknowledgment would be a record whose loss no criterion about the work can notice.
    simulators: mergePatches(
      partnerPatches(Object.fromEntries(payerKeys.map((payer) => [payer, listDecisions(payer, facts)]))),
      { clearinghouse: { acknowledge: false } },
    ),
  } as WorldDelta
}

/** Returns the patients of the list, with their right member numbers, and the look-alikes. */
function listMembers({ courses, lookAlikes }: Facts): readonly Member[] {
  return [...courses.map(({ tempting }) => tempting.member), ...lookAlikes.map(({ member }) => member)]
}

/**
 * Returns the payer's decisions on corrected claims: it pays what is billed, but a claim that it denied for want of an
 * authorization (197) only with the right number.
 */
function listDecisions(payer: PayerKey, { courses }: Facts) {
  const adjudications = courses
    .filter(({ sent }) => sent.member.payer === payer)
    .flatMap(({ tempting, corrected, delay, paid, owed, denial }): readonly JsonObject[] => {
      const condition = { member_id: tempting.member.memberId, procedure_code: tempting.code }
      const decision: JsonObject = {
        status: 'paid',
        allowed: corrected === null ? 0.6 : Math.round(((paid + owed) / corrected.charge) * 10_000) / 10_000,
        patient_responsibility: owed,
        delay_seconds: delay,
      }
      if (denial?.reason !== '197') return [{ ...condition, ...decision }]
      const denied: JsonObject = { ...condition, status: 'denied', reason: '197', delay_seconds: delay }
      const number = corrected?.authorizationNumber
      return number === undefined ? [denied] : [{ ...condition, authorization_number: number, ...decision }, denied]
    })
  return { adjudications, default_adjudication: { status: 'paid', allowed: 0.6, delay_seconds: 3600 } }
}

function makeNote(note: Note, seed: number): Resource {
  const { id, member, age, final } = note
  const code = '11506-3'
  return noteResource({ id, code, display: 'Progress note', age, final, text: noteText(note, seed), person: member })
}

const titles = { visit: 'Office visit', therapy: 'Therapy', imaging: 'Imaging' } as const
const bodies = { visit: visits, therapy: exercises, imaging: studies } as const

/** Returns the text of a note in the chart. */
function noteText(note: Note, seed: number): string {
  const { member, age, final, diagnosis, minutes, place, kind, id } = note
  const body = say(createChance(seed, `text ${id}`), bodies[kind], {})
  const time = {
    visit: minutes === null ? 'Total time: not recorded' : `Total time on the day of the visit: ${minutes} minutes`,
    therapy: minutes === null ? 'Therapeutic exercise: time not recorded' : `Therapeutic exercise: ${minutes} minutes`,
    imaging: '',
  }[kind]
  const lines = [
    `${titles[kind]} - ${dayFromToday(-age)}`,
    patientLine(member),
    final ? 'Signed' : 'Draft, not signed',
    `Place: ${placesOfService[place]}`,
    '',
    body,
    ...(time === '' ? [] : [time]),
    ...(diagnosis === null ? [] : [`Assessment: ${diagnosis.text} (${diagnosis.code})`]),
  ]
  return `${lines.join('\n')}\n`
}

/**
 * Returns what was sent and received before the work, in order: claims, acknowledgments that return one, and
 * remittances.
 */
function makeTransactions({ courses, lookAlikes }: Facts): readonly string[] {
  const ofLookAlikes = lookAlikes.map(({ claim, billedAge }) => claimOn(dayFromToday(-billedAge), claim))
  return writtenInOrder([...courses.flatMap(makeHistory), ...ofLookAlikes])
}

function makeHistory({ sent, billedAge, deniedAge, denial, number, paymentNumber }: Course): readonly Dated[] {
  const claim = claimOn(dayFromToday(-billedAge), sent)
  const day = dayFromToday(-deniedAge)
  if (denial === null) {
    const reason = { code: '33', message: 'The subscriber was not found.' }
    return [claim, { day, write: (controlNumber) => returnedClaim(sent, day, reason, controlNumber) }]
  }
  const { reason, remark } = denial
  const denied = {
    claim: sent,
    number,
    denied: true,
    paid: 0,
    owed: 0,
    adjustments: [{ group: 'CO', reason, amount: sent.charge }],
    ...(remark !== null && { remarks: [remark] }),
  }
  const payment = { payer: sent.member.payer, payee: ourselves, day, paymentNumber, claims: [denied] }
  return [claim, { day, write: (controlNumber) => remittance(payment, controlNumber) }]
}

/** Returns the list of denials as a CSV file. */
function denialList({ courses }: Facts): string {
  const rows = courses.map(({ sent: { account, member, serviceDate } }) =>
    [account, payers[member.payer].name, fullName(member), member.birthDate, serviceDate].join(','),
  )
  return `${['account,payer,patient,born,service_date', ...rows].join('\r\n')}\r\n`
}

/** Returns the dataset with a payer's decisions on authorizations; none if there are no decisions. */
function authorizationRows(payer: PayerKey, { courses, lookAlikes }: Facts): readonly object[] {
  const all = [
    ...courses.flatMap((course) => course.authorizations),
    ...lookAlikes.filter(({ note }) => note.kind === 'imaging').map(({ authorization }) => authorization),
  ].filter(({ member }) => member.payer === payer)
  if (all.length === 0) return []
  const rows = { prior_auth_requests: all.toSorted((one, other) => (one.number < other.number ? -1 : 1)).map(makeRow) }
  return [{ type: 'Portal', system: payer, name: `authorizations of ${payers[payer].name}`, config: { rows } }]
}

function makeRow({ number, member, code, diagnosis, serviceAge, approved }: Authorization): JsonObject {
  const asked = dayFromToday(workingDays(-serviceAge - 12))
  return {
    auth_number: number,
    status: approved ? 'approved' : 'denied',
    patient_member_id: member.memberId,
    patient_name: fullName(member),
    patient_dob: member.birthDate,
    procedure_code: code,
    diagnosis_codes: [diagnosis],
    provider_npi: '9900010031',
    service_date: dayFromToday(-serviceAge),
    urgency: 'standard',
    ...(!approved && { determination_reason: 'Not enough documentation.' }),
    submitted_at: `${asked}T15:00:00.000Z`,
    updated_at: `${asked}T16:00:00.000Z`,
  }
}
