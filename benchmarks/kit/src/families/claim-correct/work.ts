import type { JsonObject } from '@carebench/protocol'
import type { SentClaim } from '../../clinic/claims-records.js'
import {
  type CorrectionOutcome,
  correctionColumns,
  correctionsPath,
  denialsPath,
} from '../../clinic/handbook-corrections.js'
import { payers, portalPath } from '../../clinic/payer-rules.js'
import type { SolutionCall } from '../../task.js'
import type { Course, Facts } from './facts.js'

/** The frequency of a claim that was denied, or returned. */
export function frequencyOf({ denial }: Course): '7' | '1' {
  return denial === null ? '1' : '7'
}

/** Sends a claim in the place of the one of a course. */
export function send(claim: SentClaim, course: Course, changes: JsonObject = {}): SolutionCall {
  const { member, account, code, diagnoses, charge, units, placeOfService, authorizationNumber, serviceDate } = claim
  return {
    method: 'POST',
    path: 'clearinghouse/claims',
    body: {
      patient_id: member.id,
      payer_id: payers[member.payer].code,
      patient_account: account,
      diagnosis_codes: [...diagnoses],
      ...(placeOfService !== undefined && { place_of_service: placeOfService }),
      ...(authorizationNumber !== undefined && { authorization_number: authorizationNumber }),
      frequency: frequencyOf(course),
      ...(course.denial !== null && { original_claim_number: course.number }),
      lines: [{ procedure_code: code, charge, units: units ?? 1, date: serviceDate }],
      ...changes,
    },
  }
}

/** A row of the record. */
export interface Row {
  readonly account: string
  readonly outcome: CorrectionOutcome
  readonly paid: number
  readonly owed: number
}

export function rowOf({ sent, outcome, paid, owed }: Course): Row {
  return { account: sent.account, outcome, paid, owed }
}

/** Writes the record of outcomes. */
export function record(rows: readonly Row[], style: 'plain' | 'quoted' = 'plain'): SolutionCall {
  const cell = (text: string) => (style === 'plain' ? text : `"${text}"`)
  const money = (dollars: number) => (style === 'plain' ? dollars.toFixed(2) : String(dollars))
  const lines = rows.map(({ account, outcome, paid, owed }) =>
    [account, outcome, money(paid), money(owed)].map(cell).join(','),
  )
  const text = [correctionColumns.join(','), ...lines, ''].join(style === 'plain' ? '\r\n' : '\n')
  return { method: 'PUT', path: `files/${correctionsPath}`, text }
}

export const twoHours: SolutionCall = { method: 'POST', path: 'wait', body: { seconds: 7200 } }

function get(path: string): SolutionCall {
  return { method: 'GET', path }
}

/** What is read before anything is sent. */
export function readings({ courses }: Facts): readonly SolutionCall[] {
  return [
    get('files/inbox/handbook/claim-corrections.txt'),
    get('files/inbox/handbook/clearinghouse.txt'),
    get(`files/${denialsPath}`),
    get('clearinghouse/transactions?limit=100'),
    ...courses.flatMap(({ tempting: { member }, kind }) => [
      get(`fhir/Patient?family=${member.family}&given=${member.given}&birthdate=${member.birthDate}`),
      get(`fhir/Coverage?beneficiary=Patient/${member.id}`),
      get(`fhir/DocumentReference?subject=Patient/${member.id}`),
      ...(kind === 'imaging'
        ? [get(`${portalPath(member.payer)}/prior-auths?patient_member_id=${member.memberId}`)]
        : []),
    ]),
  ]
}

/** The work as the handbook says; `instead` sends something else for a course. */
export function workCalls(
  courses: readonly Course[],
  instead: (course: Course) => readonly SolutionCall[] | undefined = () => undefined,
  rows: readonly Row[] = courses.map(rowOf),
): readonly SolutionCall[] {
  const sent = courses.flatMap((course) => instead(course) ?? sendings(course))
  return [...sent, ...(sent.length === 0 ? [] : [twoHours]), record(rows)]
}

function sendings(course: Course): readonly SolutionCall[] {
  return course.corrected === null ? [] : [send(course.corrected, course)]
}

/** The same work from the bottom of the list, by member numbers. */
export function otherWorkCalls(courses: readonly Course[]): readonly SolutionCall[] {
  const reversed = courses.toReversed()
  const sent = reversed.flatMap((course) =>
    course.corrected === null ? [] : [send(course.corrected, course, { patient_id: course.corrected.member.memberId })],
  )
  return [
    ...sent,
    ...(sent.length > 0 ? [{ ...get('clearinghouse/transactions?limit=20'), delay_seconds: 7200 }] : []),
    record(reversed.map(rowOf), 'quoted'),
  ]
}

/** Everything is sent again for everybody, as it was and as it would be paid, and recorded as paid. */
export function floodOf({ courses, lookAlikes }: Facts): readonly SolutionCall[] {
  const [first] = courses
  return [
    ...courses.flatMap((course) => [send(course.tempting, course, { frequency: '1' }), send(course.tempting, course)]),
    ...(first === undefined
      ? []
      : lookAlikes.map(({ claim }) => send(claim, { ...first, denial: null }, { frequency: '1' }))),
    twoHours,
    record(courses.map((course) => ({ ...rowOf(course), outcome: 'replaced', paid: course.sent.charge }))),
  ]
}
