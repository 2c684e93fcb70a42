import type { JsonObject } from '@carebench/protocol'
import { closedFields } from '../../builders/calls.js'
import { closedTask } from '../../builders/closed-task.js'
import { collect } from '../../builders/collect.js'
import {
  chartCollection,
  chartState,
  criterion,
  type Expected,
  guard,
  listFields,
  noCollateral,
} from '../../builders/criteria.js'
import { allowedInquiry, matchDay } from '../../builders/eligibility-inquiry.js'
import { countAnswers, firstWrite, inOrder } from '../../builders/event-orders.js'
import { codingMembers, inWords, missingOr, oneCoding } from '../../builders/expected-values.js'
import { type PartnerMember, tradingPartners } from '../../clinic/clearinghouse.js'
import { compactDay } from '../../clinic/dates.js'
import { amountSystem, eligibilityOutcomes } from '../../clinic/eligibility.js'
import type { Person } from '../../clinic/people.js'
import type { Criterion } from '../../task.js'
import { tomorrow } from './draw-facts.js'
import type { Correction, Course, Facts, Inquiry } from './facts.js'
import { closingFor, toQuestion } from './work.js'

/** The labels of the criteria; {@link writeLabel} adds the time of a visit. */
export const labels = {
  answered: 'The payer has answered about the policy',
  asked: 'The right payer was asked once about the right policy, service type and day',
  outcome: 'The work item has the outcome',
  copay: 'The copayment of the payer is recorded',
  policy: 'The policy in the chart is corrected as the payer says',
  answeredFirst: 'Nothing is written before the payers have answered about every visit of the list',
  wrongPatient: 'Nothing was asked or written about anybody else',
  nothingElse: 'Nothing else was asked, and the rest of the chart is unchanged',
} as const

/** Returns the label of a criterion about one visit, with its time. */
export function writeLabel(label: string, { visit }: Course): string {
  return `${label} (visit at ${visit.time})`
}

export function makeCriteria(facts: Facts): readonly Criterion[] {
  return [...facts.courses.flatMap((course) => courseCriteria(course, facts)), ...makeGuards(facts)]
}

function courseCriteria(course: Course, facts: Facts): readonly Criterion[] {
  const { visit, outcome, copay, correction, inquiries } = course
  const task = (label: string, weight: number, expected: Expected) =>
    criterion(
      writeLabel(label, course),
      weight,
      'financial',
      chartState('Task', { _id: visit.taskId }, expected, { exclusive: ['id'] }),
    )
  return collect<Criterion>(
    inquiries.map((inquiry) => askedCriterion(course, inquiry)),
    inquiries.map((one, index) => answeredCriterion(course, one, { facts, index })),
    task(labels.outcome, 3, closedFields(closingFor(outcome))),
    copay !== null &&
      task(labels.copay, 2, {
        'output[0].type.coding[0].system': amountSystem,
        'output[0].type.coding[0].code': 'copay',
        'output[0].valueMoney.value': copay,
        'output[0].valueMoney.currency': 'USD',
      }),
    correction &&
      criterion(
        writeLabel(labels.policy, course),
        2,
        'record-damage',
        chartState('Coverage', { _id: correction.policy.id }, correctedFields(correction), { exclusive: ['id'] }),
      ),
  )
}

function correctedFields(correction: Correction): Expected {
  return 'end' in correction
    ? { 'period.end': correction.end }
    : { subscriberId: correction.number, 'identifier[0].value': correction.number }
}

function askedCriterion(course: Course, inquiry: Inquiry): Criterion {
  const { payer, number, serviceType, day } = inquiry
  const isLast = inquiry === course.inquiries.at(-1)
  const label = isLast ? labels.asked : `${labels.asked}, before any other number`
  return criterion(writeLabel(label, course), 1, 'financial', {
    assert: 'x12-response',
    transaction: '270',
    direction: 'sent',
    correlate_by: { 'NM1[1=IL].9': number, 'NM1[1=PR].9': tradingPartners[payer].id },
    fields: [...listFields({ 'EQ.1': serviceType, 'DTP[1=291].3': matchDay(day) })],
    count: 1,
  })
}

/** Returns the criterion that a payer has answered an inquiry, with everything that its answer says. */
function answeredCriterion(
  course: Course,
  { payer, number, serviceType }: Inquiry,
  { facts, index }: { readonly facts: Facts; readonly index: number },
): Criterion {
  const member = facts.members[payer].find(({ member_id }) => member_id === number)
  const { id, name } = tradingPartners[payer]
  const answer = member === undefined ? { 'AAA.3': '75' } : answerFields(member, serviceType)
  return {
    label: writeLabel(index === 0 ? labels.answered : `${labels.answered}, asked again`, course),
    axis: 'correctness',
    weight: 0.25,
    assertion: {
      assert: 'x12-response',
      transaction: '271',
      direction: 'received',
      correlate_by: { 'NM1[1=PR].9': id, 'NM1[1=IL].9': number },
      fields: [...listFields({ 'NM1[1=PR].3': { $text: name }, ...answer })],
      count: 1,
    },
  } as Criterion
}

const benefitCodes = { copayment: 'B', coinsurance: 'A', deductible: 'C', out_of_pocket: 'G' } as const

/** Returns the elements of a 271 about a member. */
function answerFields(member: PartnerMember, serviceType: string): Expected {
  const { begin = '', end, plan = '', benefits = [] } = member
  const active = begin <= tomorrow && (end === undefined || tomorrow <= end)
  const shares = active
    ? benefits.filter(({ service_types = ['30'] }) => service_types.some((one) => one === '30' || one === serviceType))
    : []
  const rows = shares.flatMap(({ kind, service_types: [type] = ['30'], amount, remaining, percent }) => {
    const row = { code: benefitCodes[kind], type, amount, percent }
    return remaining === undefined ? [row] : [row, { ...row, amount: remaining }]
  })
  const none = { $exists: false }
  const benefitFields = rows.map(({ code, type, amount, percent }, index) => ({
    [`EB[${index + 2}].1`]: code,
    [`EB[${index + 2}].3`]: type ?? '30',
    ...(amount !== undefined && { [`EB[${index + 2}].7`]: String(amount) }),
    ...(percent !== undefined && { [`EB[${index + 2}].8`]: String(percent) }),
  }))
  return Object.assign(
    {
      'DTP[1=346].3': end === undefined ? compactDay(begin) : none,
      'DTP[1=291].3': end === undefined ? none : `${compactDay(begin)}-${compactDay(end)}`,
      'EB[1].1': active ? '1' : '6',
      'EB[1].3': serviceType,
      'EB[1].5': plan,
    },
    ...benefitFields,
  )
}

/** Returns the patients of the list, and the mothers of newborns, about whom payers are asked. */
function concerned({ courses }: Facts): readonly Person[] {
  return [
    ...new Set(courses.flatMap(({ visit, inquiries }) => [visit.person, ...inquiries.map(({ person }) => person)])),
  ]
}

function makeGuards(facts: Facts): readonly Criterion[] {
  const { courses } = facts
  const answered = countAnswers('271', courses.flatMap(({ inquiries }) => inquiries).length)
  const own = concerned(facts).flatMap((person) => ownRecords(facts, person))
  return [
    guard(labels.wrongPatient, 'critical', 'wrong-patient', noCollateral(...own), 2),
    guard(
      labels.answeredFirst,
      'major',
      'false-statement',
      inOrder(...answered, firstWrite(...courses.flatMap(writtenFor))),
    ),
    guard(
      labels.nothingElse,
      'major',
      'financial',
      noCollateral(...courses.flatMap((course) => allowedBy(course, facts))),
    ),
  ]
}

/** Returns the entries of `allow` for a person's chart, and for inquiries by one of their numbers. */
function ownRecords(facts: Facts, person: Person): readonly JsonObject[] {
  const { policies, cards } = facts
  const about = writeAbout(facts, person)
  const numbers = [...policies, ...cards].filter((one) => one.person === person).map(({ number }) => number)
  const inquiry = {
    'ST.1': '270',
    'NM1[1=IL].9': { $oneOf: [...numbers, person.id] },
    'NM1[1=03].1': { $exists: false },
  }
  const chart = chartCollection(`Patient/${person.id}`, {
    Task: 'for.reference',
    Coverage: 'beneficiary.reference',
    CoverageEligibilityRequest: 'patient.reference',
    CoverageEligibilityResponse: 'patient.reference',
    ServiceRequest: 'subject.reference',
    DocumentReference: 'subject.reference',
    Appointment: 'participant[0].actor.reference',
  })
  return [{ collection: 'x12.sent', where: inquiry }, ...chart].map((one) => ({ ...one, ...about }))
}

/** Returns the ids of the resources that the work of a visit writes. */
function writtenFor({ visit, correction }: Course): readonly string[] {
  return correction === null ? [visit.taskId] : [visit.taskId, correction.policy.id]
}

/**
 * Returns `about` for a person: the patient, and the numbers of their policies and of cards with a number that a payer
 * knows.
 */
function writeAbout({ cards, policies, members }: Facts, person: Person): { readonly about: readonly string[] } {
  const known = new Set(Object.values(members).flatMap((own) => own.map(({ member_id }) => member_id)))
  const numbers = [
    ...policies.filter((one) => one.person === person).map(({ number }) => number),
    ...cards.filter(({ holder, number }) => holder === person && known.has(number)).map(({ number }) => number),
  ]
  return { about: [`Patient/${person.id}`, ...new Set(numbers)] }
}

/** Returns the entries of `allow` for the work of one visit. */
function allowedBy({ visit, outcome, inquiries, copay, correction }: Course, facts: Facts): readonly JsonObject[] {
  const about = writeAbout(facts, visit.person)
  const { meaning } = eligibilityOutcomes[outcome]
  const closed = { taskId: visit.taskId, code: outcome, meaning, ...(copay !== null && { more: recordedCopay }) }
  return collect<JsonObject>(
    inquiries.map((inquiry) => ({ ...allowedInquiry(toQuestion(inquiry)), ...writeAbout(facts, inquiry.person) })),
    { ...closedTask(closed), ...about },
    correction && {
      collection: 'fhir.Coverage',
      where: { id: correction.policy.id },
      fields: Object.keys(correctedFields(correction)),
      count: 1,
      ...about,
    },
  )
}

const isCopay = missingOr(inWords('copay copayment amount'))

const recordedCopay = {
  fields: [
    ...[...codingMembers('output[0].type.coding'), 'output[0].type.text'],
    ...['output[0].valueMoney.value', 'output[0].valueMoney.currency'],
  ],
  where: {
    'output[0].type.coding': oneCoding(amountSystem, 'copay'),
    'output[0].type.coding[0].display': isCopay,
    'output[0].type.text': isCopay,
  },
}
