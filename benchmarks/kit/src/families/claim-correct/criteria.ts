import type { JsonObject, JsonValue } from '@carebench/protocol'
import { portalCollection } from '../../builders/authorizations.js'
import { hasRow, hasRows } from '../../builders/cells.js'
import { collect } from '../../builders/collect.js'
import {
  chartCollection,
  criterion,
  type Expected,
  guard,
  noCollateral,
  transactionState,
} from '../../builders/criteria.js'
import { countAnswers, inOrder, writtenToFile } from '../../builders/event-orders.js'
import { absent } from '../../builders/expected-values.js'
import type { SentClaim } from '../../clinic/claims-records.js'
import { correctionColumns, correctionsPath } from '../../clinic/handbook-corrections.js'
import { payerKeys, payers } from '../../clinic/payer-rules.js'
import type { Criterion } from '../../task.js'
import { allowedClaim, amount, bare, toKey } from './allowed-claim.js'
import type { Course, Facts } from './facts.js'
import { corrections, toCells, toRow } from './work.js'

/** The labels of the criteria; {@link writeLabel} adds the row of a claim. */
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

/** Returns the label of a criterion about one claim, with its row if the list has several. */
export function writeLabel(label: string, course: Course, { courses }: Facts): string {
  return courses.length === 1 ? label : `${label} (row ${courses.indexOf(course) + 1})`
}

export function makeCriteria(facts: Facts): readonly Criterion[] {
  const sent = facts.courses.filter(({ corrected }) => corrected !== null)
  return collect<Criterion>(
    facts.courses.map((course) => [
      ...(course.corrected === null ? [] : claimCriteria(course, course.corrected, facts)),
      criterion(
        writeLabel(labels.outcome, course, facts),
        course.corrected === null ? 6 : 3,
        'record-damage',
        hasRow(corrections, toCells(toRow(course)), ['account']),
      ),
    ]),
    criterion(labels.onlyRows, 1, 'record-damage', hasRows(corrections, facts.courses.length)),
    sent.length > 0 &&
      criterion(
        labels.inOrder,
        1,
        'false-statement',
        inOrder(...countAnswers('835', sent.length), {
          type: 'file.written',
          where: { 'data.path': correctionsPath },
          first: true,
        }),
      ),
    makeGuards(facts),
  )
}

function day(value: string): JsonValue {
  return { $date: { value, precision: 'day' } }
}

function claimCriteria(course: Course, claim: SentClaim, facts: Facts): readonly Criterion[] {
  const { code, charge, units = 1, placeOfService = '11', serviceDate, member, account } = claim
  const label = (text: string) => writeLabel(text, course, facts)
  const sent = (expected: Expected) => transactionState('sent 837', toKey(claim, course), expected)
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

function makeGuards(facts: Facts): readonly Criterion[] {
  const { courses } = facts
  const members = courses.flatMap(({ sent, tempting }) => [sent.member.memberId, tempting.member.memberId])
  const ids = courses.map(({ tempting }) => tempting.member.id)
  const everybody = ids.map((id) => `Patient/${id}`)
  const about = { about: everybody }
  const anyMember = { $oneOf: [...new Set(members)] }
  const requests = payerKeys.map((payer) => ({
    ...portalCollection(payer, 'prior_auth_requests'),
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
        ...chartCollection(everybody, {
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
      guard(writeLabel(labels.unsupported, course, facts), 'critical', 'false-statement', unsupported(course)),
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

/**
 * Returns the assertion that no claim of the account states what the records do not have. If the claim was returned, or
 * denied for want of an authorization, that is another authorization than the right one; otherwise a replacement with a
 * diagnosis that is neither right nor was billed at first.
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
