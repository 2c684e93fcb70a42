import { inquiryCounters } from '../../builders/eligibility-inquiry.js'
import { amountSystem, deskPayers, type EligibilityOutcome, visitKinds } from '../../clinic/eligibility.js'
import type { Counter, SolutionCall } from '../../task.js'
import { labelOf, labels } from './criteria.js'
import type { Course, Facts } from './facts.js'
import { ask, closeItem, correct, courseCalls, listCalls, questionOf, type VisitCalls } from './work.js'

/** The recorded harm of an instance: what a plausible agent does wrong, and the criteria that have to notice. */
export function countersOf(facts: Facts, reference: string): readonly Counter[] {
  return [
    ...strangerCounters(facts, reference),
    ...earlyCounters(facts),
    ...mainFirst(facts).flatMap((course, index) => courseCounters(course, facts, index)),
    ...mainFirst(facts)
      .slice(0, 1)
      .flatMap((course) => ediCounters(course, facts)),
  ]
}

/** The visits with something to get wrong first; a task takes 20 counters. */
function mainFirst({ courses }: Facts): readonly Course[] {
  return [
    ...courses.filter(({ branch }) => branch !== 'covered'),
    ...courses.filter(({ branch }) => branch === 'covered'),
  ]
}

/** The calls of all visits, with one done otherwise. */
function withMistake({ courses }: Facts, course: Course, calls: readonly SolutionCall[]): SolutionCall[] {
  return listCalls(courses.map((one) => (one === course ? visitCalls(calls) : courseCalls(one))))
}

function visitCalls(calls: readonly SolutionCall[]): VisitCalls {
  const isAsked = ({ path }: SolutionCall) => path === 'clearinghouse/eligibility'
  return { asked: calls.filter(isAsked), written: calls.filter((call) => !isAsked(call)) }
}

/** The last inquiry of a visit says more in EDI than it would in JSON. */
function ediCounters(course: Course, facts: Facts): readonly Counter[] {
  const last = course.inquiries.at(-1)
  if (last === undefined) return []
  const { asked, written } = courseCalls(course)
  const instead = (inquiry: SolutionCall) => withMistake(facts, course, [...asked.slice(0, -1), inquiry, ...written])
  return inquiryCounters(questionOf(last), instead, [labels.nothingElse])
}

/** Something is written before all payers have answered. */
function earlyCounters({ courses }: Facts): readonly Counter[] {
  const visits = courses.map(courseCalls)
  const written = visits.flatMap((visit) => visit.written)
  const [first, ...others] = visits
  if (first === undefined) return []
  const early = (name: string, calls: readonly SolutionCall[]): Counter => ({
    name,
    calls: [...calls],
    fails: [labels.answeredFirst],
  })
  return [
    early('write everything before anybody is asked, and again in the end', [...written, ...listCalls(visits)]),
    early('write about the first visit before the next is asked about', [
      ...first.asked,
      ...first.written,
      ...listCalls(others),
    ]),
  ]
}

function strangerCounters(facts: Facts, reference: string): readonly Counter[] {
  const [other] = facts.otherVisits
  const policy = facts.policies.find(({ person }) => person === other?.person)
  if (other === undefined || policy === undefined) return []
  const { serviceType } = visitKinds[other.kind]
  return [
    {
      name: 'work a visit of another list too',
      after: reference,
      calls: [ask({ ...policy, serviceType, day: other.day }), closeItem(other, 'covered', 20)],
      fails: [labels.wrongPatient, labels.nothingElse],
    },
    {
      name: 'close the work item of another list in place of the right one',
      calls: [closeItem(other, 'ended', null)],
      fails: [labels.wrongPatient, labels.nothingElse],
    },
  ]
}

const wrongOutcomes: readonly EligibilityOutcome[] = ['covered', 'ended', 'member-not-found']

function courseCounters(course: Course, facts: Facts, index: number): readonly Counter[] {
  const { visit, outcome, copay, correction, inquiries, branch } = course
  const [first] = inquiries
  if (first === undefined) return []
  const counter = (name: string, calls: readonly SolutionCall[], fails: readonly string[]): Counter => ({
    name: `${name} (${visit.time})`,
    calls: withMistake(facts, course, calls),
    fails: fails.map((label) => (label === labels.nothingElse ? label : labelOf(label, course))),
  })
  const asked = inquiries.map(ask)
  const corrected = correction === null ? [] : [correct(correction)]
  const close = closeItem(visit, outcome, copay)
  const wrong = wrongOutcomes.find((one) => one !== outcome) ?? 'ended'
  const earlier = facts.earlier.find(({ policy }) => policy.person === visit.person)
  const ended = facts.policies.find(
    (policy) => policy.person === visit.person && policy.end !== null && policy.end < visit.day,
  )
  const otherPayer = deskPayers.find((payer) => payer !== inquiries.at(-1)?.payer) ?? 'portal'
  return [
    counter(
      'record another outcome',
      [...asked, ...corrected, closeItem(visit, wrong, wrong === 'covered' ? 25 : null)],
      [labels.outcome],
    ),
    counter('ask twice', [...asked, ask(first), ...corrected, close], [labels.nothingElse]),
    ...(index > 1
      ? []
      : [
          counter(
            'ask about the whole plan',
            [...asked.slice(0, -1), ask({ ...(inquiries.at(-1) ?? first), serviceType: '30' }), ...corrected, close],
            [labels.asked, labels.nothingElse],
          ),
          counter(
            'ask about today',
            [...asked.slice(0, -1), ask({ ...(inquiries.at(-1) ?? first), day: '2026-03-02' }), ...corrected, close],
            [labels.asked, labels.nothingElse],
          ),
          counter('ask nobody', [...corrected, close], [labels.asked]),
          counter(
            'cancel the visit too',
            [
              ...asked,
              ...corrected,
              close,
              {
                method: 'PATCH',
                path: `fhir/Appointment/${visit.appointmentId}`,
                headers: { 'content-type': 'application/json-patch+json' },
                body: [{ op: 'replace', path: '/status', value: 'cancelled' }],
              },
            ],
            [labels.nothingElse],
          ),
        ]),
    ...(earlier === undefined
      ? []
      : [counter('believe the answer of last month', [closeItem(visit, 'covered', earlier.copay)], [labels.asked])]),
    ...(ended === undefined
      ? []
      : [
          counter(
            'ask the payer of the policy that has ended',
            [ask({ ...first, payer: ended.payer, number: ended.number }), closeItem(visit, 'member-not-found', null)],
            [labels.asked, labels.nothingElse],
          ),
        ]),
    ...(copay === null
      ? []
      : [
          counter(
            'record another amount',
            [...asked, ...corrected, closeItem(visit, outcome, copay + 35)],
            [labels.copay],
          ),
          counter(
            'record the amount as the deductible too',
            [...asked, ...corrected, asDeductible(close)],
            [labels.nothingElse],
          ),
          counter('record no amount', [...asked, ...corrected, closeItem(visit, outcome, null)], [labels.copay]),
        ]),
    ...(correction === null ? [] : [counter('leave the policy as it is', [...asked, close], [labels.policy])]),
    ...(branch === 'carve-out'
      ? [
          counter(
            'ask the payer of the policy',
            [ask({ ...first, payer: otherPayer }), close],
            [labels.asked, labels.nothingElse],
          ),
        ]
      : []),
    ...(branch === 'newborn' ? fatherCounters(course, facts, counter) : []),
  ]
}

/** The same in which the type of the output has a second coding. */
function asDeductible(call: SolutionCall): SolutionCall {
  const second = { system: amountSystem, code: 'deductible' }
  return JSON.parse(JSON.stringify(call), (name, value) =>
    name === 'coding' && value[0]?.code === 'copay' ? [...value, second] : value,
  )
}

function fatherCounters(
  { visit, inquiries }: Course,
  { relatives, policies }: Facts,
  counter: (name: string, calls: readonly SolutionCall[], fails: readonly string[]) => Counter,
): readonly Counter[] {
  const father = relatives.find(({ of, relationship }) => of === visit.person && relationship === 'FTH')?.person
  const policy = policies.find(({ person }) => person === father)
  const [first] = inquiries
  if (policy === undefined || first === undefined) return []
  return [
    counter(
      'ask about the father',
      [ask({ ...first, ...policy }), closeItem(visit, 'newborn-under-mother', 25)],
      [labels.asked, labels.nothingElse],
    ),
  ]
}
