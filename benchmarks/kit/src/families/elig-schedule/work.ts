import type { JsonObject, JsonValue } from '@carebench/protocol'
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
import type { SolutionCall } from '../../task.js'
import type { Correction, Course, Facts, Inquiry, Visit } from './facts.js'
import { coverageResource, workItem } from './records.js'

const patchType = { 'content-type': 'application/json-patch+json' }

/** Asks a payer. */
export function ask({ payer, person, number, serviceType, day }: Inquiry): SolutionCall {
  return {
    method: 'POST',
    path: 'clearinghouse/eligibility',
    body: {
      patient_id: person.id,
      member_id: number,
      payer_id: tradingPartners[payer].id,
      service_type: serviceType,
      date: day,
    },
  }
}

export function questionOf({ person, ...asked }: Inquiry): EligibilityQuestion {
  return { subscriber: person, ...asked }
}

/** The same list, with every inquiry in EDI. */
export function listInEdi(courses: readonly Course[]): SolutionCall[] {
  const asked = courses.flatMap(({ inquiries }) => inquiries)
  const inEdi = asked.map((inquiry, index) => askInEdi(questionOf(inquiry), 960000001 + index))
  return [...inEdi, ...courses.flatMap((course) => courseCalls(course).written)]
}

function closingOf(outcome: EligibilityOutcome, copay: number | null): JsonObject {
  return {
    status: eligibilityOutcomes[outcome].status,
    businessStatus: { coding: [{ system: eligibilityOutcomeSystem, code: outcome }] },
    ...(copay !== null && {
      output: [
        {
          type: { coding: [{ system: amountSystem, code: 'copay' }] },
          valueMoney: { value: copay, currency: 'USD' },
        },
      ],
    }),
  }
}

/** Records the outcome on the work item. */
export function closeItem({ taskId }: Visit, outcome: EligibilityOutcome, copay: number | null): SolutionCall {
  const body: JsonValue[] = Object.entries(closingOf(outcome, copay)).map(([name, value]) => ({
    op: name === 'status' ? 'replace' : 'add',
    path: `/${name}`,
    value: value ?? null,
  }))
  return { method: 'PATCH', path: `fhir/Task/${taskId}`, headers: patchType, body }
}

/** Corrects the policy in the chart. */
export function correct(correction: Correction): SolutionCall {
  const body: JsonValue[] =
    'end' in correction
      ? [{ op: 'add', path: '/period/end', value: correction.end }]
      : [
          { op: 'replace', path: '/subscriberId', value: correction.number },
          { op: 'replace', path: '/identifier/0/value', value: correction.number },
        ]
  return { method: 'PATCH', path: `fhir/Coverage/${correction.policy.id}`, headers: patchType, body }
}

/** The same with a PUT of the whole resource. */
function replacePolicy(correction: Correction): SolutionCall {
  const { policy, ...changed } = correction
  return {
    method: 'PUT',
    path: `fhir/Coverage/${policy.id}`,
    body: coverageResource({ ...policy, ...changed }),
  }
}

/** The calls that work a visit: what is asked, and what is then written. */
export interface VisitCalls {
  readonly asked: readonly SolutionCall[]
  readonly written: readonly SolutionCall[]
}

/** The work of a visit, as the handbook says. */
export function courseCalls({ visit, outcome, copay, inquiries, correction }: Course): VisitCalls {
  return {
    asked: inquiries.map(ask),
    written: [...(correction === null ? [] : [correct(correction)]), closeItem(visit, outcome, copay)],
  }
}

/** Everything that is asked, then everything that is written. */
export function listCalls(visits: readonly VisitCalls[]): SolutionCall[] {
  return [...visits.flatMap(({ asked }) => asked), ...visits.flatMap(({ written }) => written)]
}

/** The same with whole resources, and the policy last. */
export function otherCourseCalls({ visit, outcome, copay, inquiries, correction }: Course): VisitCalls {
  const written: readonly SolutionCall[] = [
    {
      method: 'PUT',
      path: `fhir/Task/${visit.taskId}`,
      body: { ...workItem(visit), ...closingOf(outcome, copay) } as JsonObject,
    },
    ...(correction === null ? [] : [replacePolicy(correction)]),
  ]
  return { asked: inquiries.map(ask), written }
}

/** What is read before anything is written. */
export function readings({ list, courses, relatives, people }: Facts): readonly SolutionCall[] {
  const get = (path: string): SolutionCall => ({ method: 'GET', path })
  return [
    get('files/inbox/handbook/eligibility.txt'),
    get('files/inbox/handbook/clearinghouse.txt'),
    get('files/inbox/eligibility/lists.csv'),
    get(`fhir/Task?group-identifier=${list.number}&status=requested`),
    ...courses.flatMap(({ visit, branch }) => {
      const mother = relatives.find(({ of, relationship }) => of === visit.person && relationship === 'MTH')?.person
      return [
        get(`fhir/Appointment/${visit.appointmentId}`),
        get(`fhir/Coverage?beneficiary=Patient/${visit.person.id}`),
        ...(mother === undefined || !people.includes(mother)
          ? []
          : [
              get(`fhir/RelatedPerson?patient=Patient/${visit.person.id}`),
              get(`fhir/Patient?identifier=${mother.mrn}`),
              get(`fhir/Coverage?beneficiary=Patient/${mother.id}`),
            ]),
        ...(branch === 'number-corrected' || branch === 'member-not-found'
          ? [get(`fhir/DocumentReference?subject=Patient/${visit.person.id}&type=${cardLoinc}`)]
          : []),
        ...(branch === 'referral-missing' || branch === 'covered'
          ? [get(`fhir/ServiceRequest?subject=Patient/${visit.person.id}`)]
          : []),
      ]
    }),
  ]
}

/** Everybody is asked about at the payer of the policy, for the whole plan too, and every item closed as covered. */
export function floodOf({ courses, otherVisits, policies }: Facts): readonly SolutionCall[] {
  const visits = [...courses.map(({ visit }) => visit), ...otherVisits]
  return visits.flatMap((visit) => [
    ...policies
      .filter(({ person }) => person === visit.person)
      .flatMap(({ payer, person, number }) =>
        ['30', visitKinds[visit.kind].serviceType].map((serviceType) =>
          ask({ payer, person, number, serviceType, day: visit.day }),
        ),
      ),
    closeItem(visit, 'covered', 25),
  ])
}
