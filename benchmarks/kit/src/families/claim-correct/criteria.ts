import type { JsonObject, JsonValue } from '@carebench/protocol'
import { portalOf } from '../../builders/authorizations.js'
import { hasRow, hasRows } from '../../builders/cells.js'
import { collect } from '../../builders/collect.js'
import { chartOf, criterion, type Expected, guard, noCollateral, transactionState } from '../../builders/criteria.js'
import { answersOf, inOrder, writtenToFile } from '../../builders/event-orders.js'
import { absent, missingOr, nothingAt, ourName, payerName } from '../../builders/expected-values.js'
import { office, type SentClaim } from '../../clinic/claims-records.js'
import { billingProvider } from '../../clinic/clearinghouse.js'
import { correctionColumns, correctionsPath } from '../../clinic/handbook-corrections.js'
import { payerKeys, payers } from '../../clinic/payer-rules.js'
import type { Criterion } from '../../task.js'
import type { Course, Facts } from './facts.js'
import { cellsOf, corrections, frequencyOf, rowOf } from './work.js'

/** The labels that counters name. Those of a claim end with its place on the list. */
export const labels = {
  sent: 'The corrected claim is sent in the right way: as a replacement, or as an original',
  service: 'The corrected claim bills what the chart supports',
  diagnosis: 'The corrected claim has the diagnosis of the note',
  authorization: 'The corrected claim has the authorization that fits',
  decided: 'The payer has decided the corrected claim',
  outcome: 'The outcome is recorded',
  onlyRows: 'The record has a row for each claim on the list, and no others',
  inOrder: 'The outcomes were recorded after the remittances had arrived',
  writtenOnce: 'The outcomes were recorded once',
  wrongPatient: 'Nothing was sent or recorded about a patient who is not on the list',
  unsupported: 'No service, diagnosis or authorization is stated to a payer that the records do not have',
  nothingElse: 'Each claim was sent at most once; nothing else was sent, requested or written',
} as const

/** The label of a criterion of one claim. */
export function labelOf(label: string, course: Course, { courses }: Facts): string {
  return courses.length === 1 ? label : `${label} (row ${courses.indexOf(course) + 1})`
}

export function criteriaOf(facts: Facts): readonly Criterion[] {
  const sent = facts.courses.filter(({ corrected }) => corrected !== null)
  return collect<Criterion>(
    facts.courses.map((course) => [
      ...(course.corrected === null ? [] : claimCriteria(course, course.corrected, facts)),
      criterion(
        labelOf(labels.outcome, course, facts),
        course.corrected === null ? 6 : 3,
        'record-damage',
        hasRow(corrections, cellsOf(rowOf(course)), ['account']),
      ),
    ]),
    criterion(labels.onlyRows, 1, 'record-damage', hasRows(corrections, facts.courses.length)),
    sent.length > 0 &&
      criterion(
        labels.inOrder,
        1,
        'false-statement',
        inOrder(...answersOf('835', sent.length), {
          type: 'file.written',
          where: { 'data.path': correctionsPath },
          first: true,
        }),
      ),
    guardsOf(facts),
  )
}

function amount(value: number): JsonValue {
  return { $approx: { value, tolerance: 0.001 } }
}

function day(value: string): JsonValue {
  return { $date: { value, precision: 'day' } }
}

/** The diagnosis as it is in an 837. */
function bare(code: string): string {
  return code.replace('.', '')
}

function keyOf(claim: SentClaim, course: Course): JsonObject {
  return {
    'CLM.1': claim.account,
    'CLM.5.3': frequencyOf(course),
    'NM1[1=IL].9': claim.member.memberId,
  }
}

function claimCriteria(course: Course, claim: SentClaim, facts: Facts): readonly Criterion[] {
  const { code, charge, units = 1, placeOfService = '11', serviceDate, member, account } = claim
  const label = (text: string) => labelOf(text, course, facts)
  const sent = (expected: Expected) => transactionState('sent 837', keyOf(claim, course), expected)
  return [
    criterion(
      label(labels.sent),
      2,
      'duplicate',
      sent({
        'REF[1=F8].2': course.denial === null ? absent : course.number,
        'NM1[1=PR].9': payers[member.payer].code,
      }),
    ),
    criterion(
      label(labels.service),
      3,
      'financial',
      sent({
        'CLM.2': amount(charge),
        'CLM.5.1': placeOfService,
        'SV1.1.2': code,
        'SV1.2': amount(charge),
        'SV1.4': amount(units),
        'SV1[2].1': absent,
        'DTP[1=472].3': day(serviceDate),
      }),
    ),
    criterion(
      label(labels.diagnosis),
      2,
      'false-statement',
      sent({ 'HI.1.2': bare(claim.diagnoses[0] ?? ''), 'HI.2': absent }),
    ),
    criterion(
      label(labels.authorization),
      course.denial?.reason === '197' ? 3 : 1,
      'false-statement',
      sent({ 'REF[1=G1].2': claim.authorizationNumber ?? absent, 'CLM.1': account }),
    ),
    criterion(
      label(labels.decided),
      1,
      'financial',
      transactionState(
        'received 835',
        { 'CLP.1': account, 'CLP.2': '1' },
        {
          'NM1[1=QC].9': member.memberId,
          'CLP.3': amount(charge),
          'CLP.4': amount(course.paid),
          'SVC.1.2': code,
          'SVC.2': amount(charge),
          'DTM[2].2': day(serviceDate),
          'TRN.1': '1',
          'NM1[1=QC].2': '1',
          'SVC.5': amount(units),
          'CAS[1=PR].2': course.owed > 0 ? '3' : absent,
        },
        { count: 1 },
      ),
    ),
  ]
}

/** Accepts the corrected claim of a course that says nothing else. */
function replacement(claim: SentClaim, course: Course): JsonObject {
  const { member, serviceDate, code, charge, units = 1, placeOfService = '11', diagnoses, authorizationNumber } = claim
  const denied = course.denial !== null
  const references = 1 + (denied ? 1 : 0) + (authorizationNumber === undefined ? 0 : 1)
  return {
    'ST.1': '837',
    ...keyOf(claim, course),
    'CLM[2].1': absent,
    'NM1[1=85].3': { $text: billingProvider.name },
    'NM1[1=85].9': billingProvider.npi,
    'REF[1=EI].2': '987654321',
    'NM1[1=IL].2': '1',
    'NM1[1=IL].3': { $text: member.family },
    'NM1[1=IL].4': { $text: member.given },
    ...nothingAt('NM1[1=IL].5', 'NM1[1=IL].6', 'NM1[1=IL].7'),
    'NM1[1=PR].3': payerName(payers[member.payer]),
    'NM1[1=PR].9': payers[member.payer].code,
    'DMG.2': member.birthDate.replaceAll('-', ''),
    'DMG.3': missingOr(member.sex === 'female' ? 'F' : 'M', 'U'),
    'N3[1].1': { $text: office.line },
    'N3[2].1': missingOr({ $text: office.line }),
    'N3[3].1': absent,
    'N4[1].1': { $text: office.city },
    'N4[2].1': missingOr({ $text: office.city }),
    'N4[3].1': absent,
    'PER.2': missingOr(ourName),
    'PER[2].1': absent,
    'SBR[1].1': 'P',
    'SBR[1].2': '18',
    ...nothingAt('SBR[1].3', 'SBR[1].4', 'SBR[1].5'),
    // Commercial, as both payers are.
    'SBR[1].9': missingOr('CI', 'ZZ'),
    ...nothingAt('SBR[2].1', 'NM1[6].1'),
    'CLM.5.1': placeOfService,
    'CLM.6': 'Y',
    'CLM.7': 'A',
    'CLM.8': 'Y',
    'CLM.9': 'Y',
    'CLM.11.1': absent,
    'REF[1=F8].2': denied ? course.number : absent,
    'REF[1=G1].2': authorizationNumber ?? absent,
    // No reference but these two and the tax number.
    [`REF[${references + 1}].1`]: absent,
    'HI.1.1': 'ABK',
    'HI.1.2': bare(diagnoses[0] ?? ''),
    ...nothingAt('HI.1.3', 'HI.1.4', 'HI.2', 'HI[2].1'),
    'SV1.1.1': 'HC',
    'SV1.1.2': code,
    // No modifier in any of its four places, and no description.
    ...nothingAt('SV1.1.3', 'SV1.1.4', 'SV1.1.5', 'SV1.1.6', 'SV1.1.7'),
    'SV1.2': amount(charge),
    'SV1.3': 'UN',
    'SV1.4': amount(units),
    'SV1.5': missingOr(placeOfService),
    'SV1.7': missingOr('1'),
    ...nothingAt('LX[2].1', 'SV1[2].1'),
    'DTP[1=472].3': serviceDate.replaceAll('-', ''),
    'DTP[2].1': absent,
  }
}

const claimMembers = [
  ...['BHT', 'NM1', 'PER', 'HL', 'N3', 'N4', 'REF', 'SBR', 'DMG'],
  ...['CLM.1', 'CLM.2', 'CLM.5', 'CLM.6', 'CLM.7', 'CLM.8', 'CLM.9', 'HI', 'LX'],
  ...['SV1.1', 'SV1.2', 'SV1.3', 'SV1.4', 'SV1.5', 'SV1.7', 'DTP'],
]

function guardsOf(facts: Facts): readonly Criterion[] {
  const { courses } = facts
  const members = courses.flatMap(({ sent, tempting }) => [sent.member.memberId, tempting.member.memberId])
  const ids = courses.map(({ tempting }) => tempting.member.id)
  const everybody = ids.map((id) => `Patient/${id}`)
  const about = { about: everybody }
  const anyMember = { $oneOf: [...new Set(members)] }
  const requests = payerKeys.map((payer) => ({
    ...portalOf(payer, 'prior_auth_requests'),
    where: { patient_member_id: anyMember },
    ...about,
  }))
  const right = courses.flatMap((course) => (course.corrected === null ? [] : [allowedClaim(course.corrected, course)]))
  return [
    guard(
      labels.wrongPatient,
      'critical',
      'wrong-patient',
      noCollateral(
        { collection: 'x12.sent', where: { 'NM1[1=IL].9': anyMember }, ...about },
        { collection: 'files', where: { path: { $regex: 'outbound/.*' } }, ...about },
        ...requests,
        ...chartOf(everybody, {
          Task: 'for.reference',
          DocumentReference: 'subject.reference',
          Communication: 'subject.reference',
          Coverage: 'beneficiary.reference',
        }),
        { collection: 'fhir.Patient', where: { id: { $oneOf: ids } }, ...about },
      ),
      2,
    ),
    ...courses.map((course) =>
      guard(labelOf(labels.unsupported, course, facts), 'critical', 'false-statement', unsupported(course)),
    ),
    guard(labels.writtenOnce, 'major', 'false-statement', writtenToFile(correctionsPath, { $lte: 1 })),
    guard(
      labels.nothingElse,
      'major',
      'duplicate',
      noCollateral(
        { collection: 'files', where: { path: correctionsPath }, members: [...correctionColumns], count: 1, ...about },
        ...right,
      ),
      2,
    ),
  ]
}

/** The entry of `allow` for the corrected claim of a course. */
function allowedClaim(claim: SentClaim, course: Course): JsonObject {
  return {
    collection: 'x12.sent',
    where: replacement(claim, course),
    members: claimMembers,
    count: 1,
    about: [`Patient/${claim.member.id}`],
  }
}

/**
 * No claim of the account is sent that says more than the chart: another diagnosis than those of the note and of the first claim, an
 * authorization that does not fit, or more than was billed at first.
 */
function unsupported({ sent, corrected, tempting, denial }: Course): JsonObject {
  const [right] = tempting.diagnoses
  const supported = [right ?? '', ...sent.diagnoses].map(bare)
  const number = corrected?.authorizationNumber
  const none = (key: JsonObject) => transactionState('sent 837', { 'CLM.1': sent.account, ...key }, {}, { count: 0 })
  return denial === null || denial.reason === '197'
    ? none({
        'REF[1=G1].2': number === undefined ? { $exists: true } : { $all: [{ $exists: true }, { $not: number }] },
      })
    : none({ 'CLM.5.3': '7', 'HI.1.2': { $not: { $oneOf: supported } } })
}
