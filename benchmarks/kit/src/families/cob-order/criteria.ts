import { closedFields } from '../../builders/calls.js'
import { closedTask, documentCriterion, documentNamed } from '../../builders/closed-task.js'
import { collect } from '../../builders/collect.js'
import {
  chartCollection,
  chartState,
  criterion,
  type Expected,
  guard,
  noCollateral,
  transactionState,
} from '../../builders/criteria.js'
import { allowedInquiry, matchDay } from '../../builders/eligibility-inquiry.js'
import { countAnswers, firstWrite, inOrder } from '../../builders/event-orders.js'
import { absent } from '../../builders/expected-values.js'
import { tradingPartners } from '../../clinic/clearinghouse.js'
import { coordinationReasons, missingFacts } from '../../clinic/coordination.js'
import { compactDay } from '../../clinic/dates.js'
import { today } from '../../clinic/today.js'
import type { Criterion } from '../../task.js'
import type { Facts, Policy } from './facts.js'
import { paperResource } from './records.js'
import { closingFor, toQuestion } from './work.js'

/** The labels of the criteria. */
export const labels = {
  asked: (index: number) => `The ${['first', 'second'][index]} payer was asked once about its policy`,
  answered: (index: number) => `The ${['first', 'second'][index]} payer has answered`,
  reason: 'The work item has the reason',
  document: 'The work item names the document that has decided',
  ranked: (index: number) => `The policy that pays ${['first', 'second'][index]} is marked so`,
  answeredFirst: 'Nothing is written before both payers have answered',
  guessed: 'No order is set that the facts do not give',
  wrongPatient: 'Nothing was asked or written about anybody else',
  nothingElse: 'Nothing else was asked, and the rest of the chart is unchanged',
} as const

export function makeCriteria(facts: Facts): readonly Criterion[] {
  const { patient, pair, course } = facts
  const written = (label: string, type: string, id: string, weight: number, expected: Expected) =>
    criterion(label, weight, 'financial', chartState(type, { _id: id }, expected, { exclusive: ['id'] }))
  return [
    ...pair.flatMap((policy, index) => [askedCriterion(policy, index), answeredCriterion(facts, policy, index)]),
    ...course.order.map(({ id }, index) => written(labels.ranked(index), 'Coverage', id, 2, { order: index + 1 })),
    written(labels.reason, 'Task', patient.taskId, 3, closedFields(closingFor(course))),
    documentCriterion(labels.document, patient.taskId, course.document),
    ...makeGuards(facts),
  ]
}

/** Returns the conditions that distinguish the inquiry about a policy from one about a sibling. */
function matchPerson({ subscriber, beneficiary }: Policy): Expected {
  return subscriber === beneficiary
    ? { 'NM1[1=03].1': { $exists: false } }
    : {
        'NM1[1=03].2': '1',
        'NM1[1=03].4': { $text: beneficiary.given },
        'NM1[1=03].3': { $any: [{ $text: beneficiary.family }, { $exists: false }] },
      }
}

function askedCriterion(policy: Policy, index: number): Criterion {
  const asked = { 'EQ.1': '30', 'DTP[1=291].3': matchDay(today), ...matchPerson(policy) }
  const key = { 'NM1[1=IL].9': policy.number, 'NM1[1=PR].9': tradingPartners[policy.payer].id }
  return criterion(labels.asked(index), 1, 'financial', transactionState('sent 270', key, asked, { count: 1 }))
}

/** Returns the criterion that a payer has answered, with everything that its answer says. */
function answeredCriterion({ members }: Facts, policy: Policy, index: number): Criterion {
  const { payer, number, subscriber, beneficiary } = policy
  const { id, name } = tradingPartners[payer]
  const { begin = '', end } = members[payer]?.find(({ member_id }) => member_id === number) ?? {}
  const expected = {
    'NM1[1=PR].2': '2',
    'NM1[1=PR].3': { $text: name },
    'NM1[1=1P].2': { $oneOf: ['1', '2'] },
    'NM1[1=IL].2': '1',
    'EB[1].1': end === undefined ? '1' : '6',
    'EB[1].3': '30',
    'DTP[1=346].3': end === undefined ? compactDay(begin) : absent,
    'DTP[1=291].3': end === undefined ? absent : `${compactDay(begin)}-${compactDay(end)}`,
    ...matchPerson(policy),
    [subscriber === beneficiary ? 'DMG[1].2' : 'DMG[2].2']: compactDay(beneficiary.birthDate),
  }
  const key = { 'NM1[1=PR].9': id, 'NM1[1=IL].9': number }
  const assertion = transactionState('received 271', key, expected, { count: 1 })
  // The agent does nothing for this beyond asking, so it weighs little and has no severity.
  return { label: labels.answered(index), axis: 'correctness', weight: 0.25, assertion } as Criterion
}

function makeGuards(facts: Facts): readonly Criterion[] {
  const { patient, pair, policies, course, questionnaires, orders } = facts
  const { branch, missing, order } = course
  const subject = `Patient/${patient.person.id}`
  // Whom an act may identify: the patient, and the subscribers of the two policies.
  const references = pair.flatMap(({ subscriber, number }) => [`Patient/${subscriber.id}`, number])
  const about = [...new Set([subject, ...references])]
  const inquiries = policies
    .filter(({ beneficiary }) => beneficiary === patient.person)
    .map((policy) => ({
      collection: 'x12.sent',
      where: { 'ST.1': '270', 'NM1[1=IL].9': policy.number, ...matchPerson(policy) },
      about: [...about, `Patient/${policy.subscriber.id}`, policy.number],
    }))
  const paths = { Task: 'for.reference', Coverage: 'beneficiary.reference', DocumentReference: 'subject.reference' }
  const chart = chartCollection(subject, paths).map((entry) => ({ ...entry, about }))
  const answered = inOrder(
    ...countAnswers('271', pair.length),
    firstWrite(patient.taskId, ...order.map(({ id }) => id)),
  )
  const { meaning } = coordinationReasons[branch]
  const document = [...questionnaires, ...orders].filter(({ id }) => id === course.document).map(paperResource)[0]
  if (document === undefined) throw new Error(`Expected the facts to have the document ${course.document}.`)
  const reason = missing === null ? undefined : { code: missing, meaning: missingFacts[missing] }
  const closed = closedTask({ taskId: patient.taskId, code: branch, meaning, reason, more: documentNamed(document) })
  return collect<Criterion>(
    guard(labels.wrongPatient, 'critical', 'wrong-patient', noCollateral(...inquiries, ...chart), 2),
    branch === 'fact-missing' &&
      guard(labels.guessed, 'major', 'false-statement', {
        assert: 'record-state',
        collection: 'fhir.Coverage',
        correlate_by: { id: { $oneOf: pair.map(({ id }) => id) }, order: { $exists: true } },
        count: 0,
      }),
    guard(labels.answeredFirst, 'major', 'false-statement', answered),
    guard(
      labels.nothingElse,
      'major',
      'financial',
      noCollateral(
        ...pair.map((policy) => ({ ...allowedInquiry(toQuestion(policy)), about })),
        { ...closed, about },
        ...order.map(({ id }) => ({ collection: 'fhir.Coverage', where: { id }, fields: ['order'], count: 1, about })),
      ),
    ),
  )
}
