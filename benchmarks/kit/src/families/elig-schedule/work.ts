import type { JsonObject } from '@carebench/protocol'
import {
  add,
  type Closing,
  closedMembers,
  closeTask,
  get,
  patchChart,
  post,
  put,
  replace,
} from '../../builders/calls.js'
import { collect } from '../../builders/collect.js'
import { askInEdi, type EligibilityQuestion } from '../../builders/eligibility-inquiry.js'
import { tradingPartners } from '../../clinic/clearinghouse.js'
import {
  amountSystem,
  cardLoinc,
  type EligibilityOutcome,
  eligibilityOutcomeSystem,
  eligibilityOutcomes,
  visitKinds,
} from '../../clinic/eligibility.js'
import type { Person } from '../../clinic/people.js'
import type { SolutionCall } from '../../task.js'
import type { Correction, Course, Facts, Inquiry, Visit } from './facts.js'
import { coverageResource, workItem } from './records.js'

/** Sends an eligibility inquiry in JSON. */
export function ask({ payer, person, number, serviceType, day }: Inquiry): SolutionCall {
  return post('clearinghouse/eligibility', {
    patient_id: person.id,
    member_id: number,
    payer_id: tradingPartners[payer].id,
    service_type: serviceType,
    date: day,
  })
}

export function toQuestion({ person, ...asked }: Inquiry): EligibilityQuestion {
  return { subscriber: person, ...asked }
}

/** Returns the work of the list, with every inquiry in EDI. */
export function listInEdi(courses: readonly Course[]): SolutionCall[] {
  const asked = courses.flatMap(({ inquiries }) => inquiries)
  const inEdi = asked.map((inquiry, index) => askInEdi(toQuestion(inquiry), 960000001 + index))
  return [...inEdi, ...courses.flatMap((course) => courseCalls(course).written)]
}

export function closingFor(outcome: EligibilityOutcome): Closing {
  return { status: eligibilityOutcomes[outcome].status, outcome: [eligibilityOutcomeSystem, outcome] }
}

/** Returns `output` of a work item with the copayment; empty without one. */
function makeOutput(copay: number | null): JsonObject {
  const type = { coding: [{ system: amountSystem, code: 'copay' }] }
  return copay === null ? {} : { output: [{ type, valueMoney: { value: copay, currency: 'USD' } }] }
}

/** Records the outcome on the work item. */
export function closeItem({ taskId }: Visit, outcome: EligibilityOutcome, copay: number | null): SolutionCall {
  return closeTask(taskId, closingFor(outcome), makeOutput(copay))
}

/** Corrects the policy in the chart with a patch. */
export function correct(correction: Correction): SolutionCall {
  const operations =
    'end' in correction
      ? [add('/period/end', correction.end)]
      : [replace('/subscriberId', correction.number), replace('/identifier/0/value', correction.number)]
  return patchChart(`Coverage/${correction.policy.id}`, ...operations)
}

/** Corrects the policy with a PUT of the whole resource. */
function replacePolicy({ policy, ...changed }: Correction): SolutionCall {
  return put(`fhir/Coverage/${policy.id}`, coverageResource({ ...policy, ...changed }))
}

/** The calls that work a visit: what is asked, and what is then written. */
export interface VisitCalls {
  readonly asked: readonly SolutionCall[]
  readonly written: readonly SolutionCall[]
}

/** Returns the work of a visit by the handbook. */
export function courseCalls({ visit, outcome, copay, inquiries, correction }: Course): VisitCalls {
  return {
    asked: inquiries.map(ask),
    written: collect<SolutionCall>(correction && correct(correction), closeItem(visit, outcome, copay)),
  }
}

/** Returns the calls of all visits: first all that ask, then all that write. */
export function listCalls(visits: readonly VisitCalls[]): SolutionCall[] {
  return [...visits.flatMap(({ asked }) => asked), ...visits.flatMap(({ written }) => written)]
}

/** Returns the same work with whole resources, and the Task before the policy. */
export function otherCourseCalls({ visit, outcome, copay, inquiries, correction }: Course): VisitCalls {
  const closed = { ...workItem(visit), ...closedMembers(closingFor(outcome)), ...makeOutput(copay) }
  const written = collect<SolutionCall>(
    put(`fhir/Task/${visit.taskId}`, closed),
    correction && replacePolicy(correction),
  )
  return { asked: inquiries.map(ask), written }
}

/** Returns the calls that read, before anything is written. */
export function readings({ list, courses, relatives, people }: Facts): readonly SolutionCall[] {
  return collect<SolutionCall>(
    get('files/inbox/handbook/eligibility.txt'),
    get('files/inbox/handbook/clearinghouse.txt'),
    get('files/inbox/eligibility/lists.csv'),
    get(`fhir/Task?group-identifier=${list.number}&status=requested`),
    courses.map(({ visit, branch }) => {
      const { id } = visit.person
      const mother = relatives.find(
        ({ child, relationship }) => child === visit.person && relationship === 'MTH',
      )?.person
      return collect<SolutionCall>(
        get(`fhir/Appointment/${visit.appointmentId}`),
        get(`fhir/Coverage?beneficiary=Patient/${id}`),
        mother !== undefined && people.includes(mother) && readMother(visit, mother),
        (branch === 'number-corrected' || branch === 'member-not-found') &&
          get(`fhir/DocumentReference?subject=Patient/${id}&type=${cardLoinc}`),
        (branch === 'referral-missing' || branch === 'covered') && get(`fhir/ServiceRequest?subject=Patient/${id}`),
      )
    }),
  )
}

function readMother({ person }: Visit, mother: Person): readonly SolutionCall[] {
  return [
    get(`fhir/RelatedPerson?patient=Patient/${person.id}`),
    get(`fhir/Patient?identifier=${mother.mrn}`),
    get(`fhir/Coverage?beneficiary=Patient/${mother.id}`),
  ]
}

/**
 * Returns calls that ask about everybody, for the service type and for the whole plan, and close every work item as
 * covered.
 */
export function makeFlood({ courses, otherVisits, policies }: Facts): readonly SolutionCall[] {
  const visits = [...courses.map(({ visit }) => visit), ...otherVisits]
  return visits.flatMap((visit) => {
    const serviceTypes = ['30', visitKinds[visit.kind].serviceType]
    const own = policies.filter(({ person }) => person === visit.person)
    const asked = own.flatMap((policy) =>
      serviceTypes.map((serviceType) => ask({ ...policy, serviceType, day: visit.day })),
    )
    return [...asked, closeItem(visit, 'covered', 25)]
  })
}
