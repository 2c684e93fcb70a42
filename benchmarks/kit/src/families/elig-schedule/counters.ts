import { patchChart, replace } from '../../builders/calls.js'
import { collect } from '../../builders/collect.js'
import { afterwards, instead } from '../../builders/counters.js'
import { inquiryCounters } from '../../builders/eligibility-inquiry.js'
import { amountSystem, deskPayers, type EligibilityOutcome, visitKinds } from '../../clinic/eligibility.js'
import type { Counter, SolutionCall } from '../../task.js'
import { labels, writeLabel } from './criteria.js'
import type { Course, Facts, Inquiry, Policy } from './facts.js'
import { ask, closeItem, correct, courseCalls, listCalls, toQuestion, type VisitCalls } from './work.js'

/** Returns the counterexamples of an instance: plausible mistakes of an agent, and the criteria that they break. */
export function makeCounters(facts: Facts): readonly Counter[] {
  const courses = mainFirst(facts)
  return [
    ...strangerCounters(facts),
    ...earlyCounters(facts),
    ...courses.flatMap((course, index) => courseCounters(course, facts, index)),
    ...courses.slice(0, 1).flatMap((course) => ediCounters(course, facts)),
  ]
}

/** Returns the courses, beginning with visits that offer a mistake, because a task can have only 20 counterexamples. */
function mainFirst({ courses }: Facts): readonly Course[] {
  return [
    ...courses.filter(({ branch }) => branch !== 'covered'),
    ...courses.filter(({ branch }) => branch === 'covered'),
  ]
}

/** Returns the calls of all visits, with other calls for one of them. */
function withMistake({ courses }: Facts, course: Course, calls: readonly SolutionCall[]): SolutionCall[] {
  return listCalls(courses.map((one) => (one === course ? visitCalls(calls) : courseCalls(one))))
}

function visitCalls(calls: readonly SolutionCall[]): VisitCalls {
  const isAsked = ({ path }: SolutionCall) => path === 'clearinghouse/eligibility'
  return { asked: calls.filter(isAsked), written: calls.filter((call) => !isAsked(call)) }
}

/** Returns counterexamples whose last inquiry of a visit says more, in EDI, than JSON could express. */
function ediCounters(course: Course, facts: Facts): readonly Counter[] {
  const last = course.inquiries.at(-1)
  if (last === undefined) return []
  const { asked, written } = courseCalls(course)
  const askedAs = (inquiry: SolutionCall) => withMistake(facts, course, [...asked.slice(0, -1), inquiry, ...written])
  return inquiryCounters(toQuestion(last), askedAs, [labels.nothingElse])
}

/** Returns counterexamples that write something before all payers have answered. */
function earlyCounters({ courses }: Facts): readonly Counter[] {
  const visits = courses.map(courseCalls)
  const written = visits.flatMap((visit) => visit.written)
  const [first, ...others] = visits
  if (first === undefined) return []
  const all = [...written, ...listCalls(visits)]
  const firstWhole = [...first.asked, ...first.written, ...listCalls(others)]
  return [
    instead('write everything before anybody is asked, and again in the end', all, labels.answeredFirst),
    instead('write about the first visit before the next is asked about', firstWhole, labels.answeredFirst),
  ]
}

function strangerCounters({ otherVisits: [other], policies }: Facts): readonly Counter[] {
  const policy = policies.find(({ person }) => person === other?.person)
  if (other === undefined || policy === undefined) return []
  const { serviceType } = visitKinds[other.kind]
  const worked = [ask({ ...policy, serviceType, day: other.day }), closeItem(other, 'covered', 20)]
  const closed = [closeItem(other, 'ended', null)]
  const fails = [labels.wrongPatient, labels.nothingElse]
  return [
    afterwards('work a visit of another list too', worked, ...fails),
    instead('close the work item of another list in place of the right one', closed, ...fails),
  ]
}

const wrongOutcomes: readonly EligibilityOutcome[] = ['covered', 'ended', 'member-not-found']

function courseCounters(course: Course, facts: Facts, index: number): readonly Counter[] {
  const { visit, outcome, copay, correction, inquiries, branch } = course
  const first = inquiries[0]
  const last = inquiries.at(-1)
  if (first === undefined || last === undefined) return []
  const at = (name: string, calls: readonly SolutionCall[], ...fails: readonly string[]) =>
    instead(
      `${name} (${visit.time})`,
      withMistake(facts, course, calls),
      ...fails.map((label) => (label === labels.nothingElse ? label : writeLabel(label, course))),
    )
  const asked = inquiries.map(ask)
  const corrected = correction === null ? [] : [correct(correction)]
  const close = closeItem(visit, outcome, copay)
  const closedAs = (...closing: readonly SolutionCall[]) => [...asked, ...corrected, ...closing]
  const askedAs = (changed: Partial<Inquiry>) => [
    ...asked.slice(0, -1),
    ask({ ...last, ...changed }),
    ...corrected,
    close,
  ]
  const wrong = wrongOutcomes.find((one) => one !== outcome) ?? 'ended'
  const cancel = patchChart(`Appointment/${visit.appointmentId}`, replace('/status', 'cancelled'))
  const earlier = facts.earlier.find(({ policy }) => policy.person === visit.person)
  const ended = facts.policies.find(({ person, end }) => person === visit.person && end !== null && end < visit.day)
  const father = branch === 'newborn' ? fatherPolicy(course, facts) : undefined
  const otherPayer = deskPayers.find((payer) => payer !== last.payer) ?? 'portal'
  const askedWrong = [labels.asked, labels.nothingElse]
  return collect<Counter>(
    at('record another outcome', closedAs(closeItem(visit, wrong, wrong === 'covered' ? 25 : null)), labels.outcome),
    at('ask twice', [...asked, ask(first), ...corrected, close], labels.nothingElse),
    index <= 1 && [
      at('ask about the whole plan', askedAs({ serviceType: '30' }), ...askedWrong),
      at('ask about today', askedAs({ day: '2026-03-02' }), ...askedWrong),
      at('ask nobody', [...corrected, close], labels.asked),
      at('cancel the visit too', closedAs(close, cancel), labels.nothingElse),
    ],
    earlier && at('believe the answer of last month', [closeItem(visit, 'covered', earlier.copay)], labels.asked),
    ended &&
      at(
        'ask the payer of the policy that has ended',
        [ask({ ...first, payer: ended.payer, number: ended.number }), closeItem(visit, 'member-not-found', null)],
        ...askedWrong,
      ),
    copay !== null && [
      at('record another amount', closedAs(closeItem(visit, outcome, copay + 35)), labels.copay),
      at('record the amount as the deductible too', closedAs(asDeductible(close)), labels.nothingElse),
      at('record no amount', closedAs(closeItem(visit, outcome, null)), labels.copay),
    ],
    correction && at('leave the policy as it is', [...asked, close], labels.policy),
    branch === 'carve-out' &&
      at('ask the payer of the policy', [ask({ ...first, payer: otherPayer }), close], ...askedWrong),
    father &&
      at(
        'ask about the father',
        [ask({ ...first, ...father }), closeItem(visit, 'newborn-under-mother', 25)],
        ...askedWrong,
      ),
  )
}

/** Returns the call with a second coding, for the deductible, in the type of the output. */
function asDeductible(call: SolutionCall): SolutionCall {
  const second = { system: amountSystem, code: 'deductible' }
  return JSON.parse(JSON.stringify(call), (name, value) =>
    name === 'coding' && value[0]?.code === 'copay' ? [...value, second] : value,
  )
}

function fatherPolicy({ visit }: Course, { relatives, policies }: Facts): Policy | undefined {
  const father = relatives.find(({ child, relationship }) => child === visit.person && relationship === 'FTH')?.person
  return policies.find(({ person }) => person === father)
}
