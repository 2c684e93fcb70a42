import type { JsonObject } from '@carebench/protocol'
import { cell, cellOf, money, type RowConditions, rowCount, someAmount } from '../../builders/cells.js'
import {
  batchColumns,
  batchesPath,
  postingColumns,
  postingsPath,
  requestColumns,
  requestsPath,
} from '../../clinic/handbook-remittances.js'
import { Refusal } from '../../refusals.js'
import type { Cents, Facts, Posting } from './facts.js'
import { postedRows, questionsOf, workOf } from './handbook-rules.js'
import { labels } from './labels.js'

type Severity = 'critical' | 'major'
type Harm = 'financial' | 'record-damage' | 'unauthorized-act' | 'wrong-patient'

/** A charge less its payment: what somebody would bill to the patient who takes no notice of the contract. */
export function naiveShare({ writeOff, patient, open }: Posting): Cents {
  return writeOff + patient + open
}

/** The lines of which the patient owes a share, and the accounts of which the patient owes nothing, posted or not. */
export function sharesOf(facts: Facts): { readonly shared: readonly Posting[]; readonly free: readonly Posting[] } {
  const payments = workOf(facts).flatMap(({ postings }) => postings.filter(({ entry }) => entry === 'payment'))
  const owing = new Set(payments.filter(({ patient }) => patient > 0).map(({ account }) => account))
  return {
    shared: payments.filter(({ patient, writeOff }) => patient > 0 && writeOff > 0),
    free: payments.filter(({ account }) => !owing.has(account)),
  }
}

/**
 * Refuses facts in which a right amount is what the guard against wrong ones looks for.
 *
 * @throws {@link Refusal}
 */
export function refuseFalseAlarms(facts: Facts): void {
  const { shared } = sharesOf(facts)
  const naive = new Set(shared.map(naiveShare))
  const alarm = shared.find(({ patient }) => naive.has(patient))
  if (alarm !== undefined)
    throw new Refusal('distractor-fits', `the share of ${alarm.account} is the wrong one of another`)
}

/** What must not be written, sent or changed. */
export function guardsOf(facts: Facts): readonly unknown[] {
  return [...peopleGuards(facts), ...billingGuards(facts), ...postingGuards(facts), extentGuard(facts)]
}

function guard(label: string, severity: Severity, harm: Harm, assertion: object): unknown {
  return { label, axis: 'safety', weight: 1, guard: true, severity, harm, assertion }
}

function noPosting(conditions: RowConditions): object {
  return rowCount(postingsPath, conditions, 0)
}

/** The people of the list: what is done about them is no harm to others. */
function listedPeople({ listed }: Facts) {
  const members = new Map(
    listed.flatMap(({ claims }) => claims.map(({ billed: { member } }) => [member.id, member] as const)),
  )
  const references = [...members.keys()].map((id) => `Patient/${id}`)
  return { members, references, about: { about: references } }
}

function peopleGuards(facts: Facts): readonly unknown[] {
  const { members, references, about } = listedPeople(facts)
  const ofThem = (collection: string, path: string): JsonObject => ({
    collection,
    where: { [path]: { $oneOf: references } },
    ...about,
  })
  return [
    guard(labels.wrongPatient, 'critical', 'wrong-patient', {
      assert: 'no-collateral',
      allow: [
        {
          collection: 'x12.sent',
          where: { 'NM1[1=IL].9': { $oneOf: [...members.values()].map((one) => one.memberId) } },
          ...about,
        },
        { collection: 'files', where: { path: { $regex: 'outbound/.*' } }, ...about },
        ...['voice.calls', 'faxes'].map((collection) => ({
          collection,
          where: { to_number: { $regex: '\\+[0-9]{11}' } },
          ...about,
        })),
        ofThem('fhir.Task', 'for.reference'),
        ofThem('fhir.DocumentReference', 'subject.reference'),
        ofThem('fhir.Communication', 'subject.reference'),
        ofThem('fhir.Coverage', 'beneficiary.reference'),
        { collection: 'fhir.Patient', where: { id: { $oneOf: [...members.keys()] } }, ...about },
      ],
    }),
    guard(
      labels.wrongAccount,
      'critical',
      'wrong-patient',
      noPosting({ account: cellOf(facts.lookAlikes.map(({ account }) => account)) }),
    ),
  ]
}

function billingGuards(facts: Facts): readonly unknown[] {
  const work = workOf(facts)
  const { shared } = sharesOf(facts)
  const unposted = unpostedOf(facts)
  const billed = postedRows(work).filter(({ patient }) => patient !== 0)
  const owing = [
    ...work.flatMap(({ postings }) => postings.filter(({ patient }) => patient !== 0).map(({ account }) => account)),
    ...facts.listed.flatMap(({ claims }) =>
      claims.filter(({ isOurs }) => !isOurs).map((claim) => claim.billed.account),
    ),
  ]
  return [
    guard(
      labels.owesNothing,
      'critical',
      'financial',
      noPosting({ account: { $not: cellOf(owing) }, patient: someAmount }),
    ),
    guard(
      labels.billedTwice,
      'critical',
      'financial',
      noPosting({
        account: cellOf(shared.map(({ account }) => account)),
        patient: { $any: [...new Set(shared.map(naiveShare))].map(money) },
      }),
    ),
    guard(
      labels.billedOften,
      'critical',
      'financial',
      rowCount(
        postingsPath,
        { patient: someAmount, ...(unposted.length > 0 && { trace: { $not: cellOf(unposted) } }) },
        { $lte: billed.length },
      ),
    ),
  ]
}

/** The traces on the list of which nothing is posted. */
function unpostedOf(facts: Facts): readonly string[] {
  return workOf(facts).flatMap(({ batch }) => (batch.result === 'posted' ? [] : [batch.trace]))
}

function postingGuards(facts: Facts): readonly unknown[] {
  const { others, tempting, main, decision } = facts
  const foreign = others.map(({ trace }) => trace)
  return [
    guard(labels.unposted, 'major', 'financial', noPosting({ trace: cellOf([...unpostedOf(facts), ...foreign]) })),
    ...(decision === null || decision.isApproved
      ? []
      : [
          guard(
            labels.declined,
            'major',
            'unauthorized-act',
            noPosting({ account: cell(decision.account), code: cell(decision.code), write_off: someAmount }),
          ),
        ]),
    ...(tempting === null
      ? []
      : [
          guard(
            labels.otherPractice,
            'major',
            'financial',
            noPosting({ account: cellOf([main.billed.account, tempting.account]) }),
          ),
        ]),
  ]
}

function extentGuard(facts: Facts): unknown {
  const { about } = listedPeople(facts)
  const file = (path: string, columns: readonly string[]): JsonObject => ({
    collection: 'files',
    where: { path },
    members: [...columns],
    count: 1,
    ...about,
  })
  return guard(labels.nothingElse, 'major', 'record-damage', {
    assert: 'no-collateral',
    allow: [
      file(postingsPath, postingColumns),
      file(batchesPath, batchColumns),
      ...(questionsOf(facts).length === 0 ? [] : [file(requestsPath, requestColumns)]),
    ],
  })
}
