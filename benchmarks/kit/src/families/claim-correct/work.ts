import type { JsonObject } from '@carebench/protocol'
import { get, post } from '../../builders/calls.js'
import { type Row as Cells, type Table, type TableStyle, writeTable } from '../../builders/cells.js'
import { collect } from '../../builders/collect.js'
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

/** Returns the frequency code of a correction: 7 (replacement) for a denied claim, 1 (original) for a returned one. */
export function frequencyFor({ denial }: Course): '7' | '1' {
  return denial === null ? '1' : '7'
}

/** Sends a claim as the correction of a course's claim. `changes` replace members of the body. */
export function send(claim: SentClaim, course: Course, changes: JsonObject = {}): SolutionCall {
  const { member, account, code, diagnoses, charge, units, placeOfService, authorizationNumber, serviceDate } = claim
  return post('clearinghouse/claims', {
    patient_id: member.id,
    payer_id: payers[member.payer].code,
    patient_account: account,
    diagnosis_codes: [...diagnoses],
    ...(placeOfService !== undefined && { place_of_service: placeOfService }),
    ...(authorizationNumber !== undefined && { authorization_number: authorizationNumber }),
    frequency: frequencyFor(course),
    ...(course.denial !== null && { original_claim_number: course.number }),
    lines: [{ procedure_code: code, charge, units: units ?? 1, date: serviceDate }],
    ...changes,
  })
}

/** A row of the file of outcomes, with amounts in dollars. */
export interface Row {
  readonly account: string
  readonly outcome: CorrectionOutcome
  readonly paid: number
  readonly owed: number
}

export function toRow({ sent, outcome, paid, owed }: Course): Row {
  return { account: sent.account, outcome, paid, owed }
}

/** The file of outcomes. */
export const corrections: Table = { path: correctionsPath, columns: correctionColumns }

/** Returns the cells of a row, with amounts in cents. */
export function toCells({ account, outcome, paid, owed }: Row): Cells {
  return [account, outcome, Math.round(paid * 100), Math.round(owed * 100)]
}

/** Writes the file of outcomes. */
export function record(rows: readonly Row[], style?: TableStyle): SolutionCall {
  return writeTable(corrections, rows.map(toCells), style)
}

export const twoHours = post('wait', { seconds: 7200 })

/** Returns the calls that read everything before anything is sent. */
export function readings({ courses }: Facts): readonly SolutionCall[] {
  return [
    get('files/inbox/handbook/claim-corrections.txt'),
    get('files/inbox/handbook/clearinghouse.txt'),
    get(`files/${denialsPath}`),
    get('clearinghouse/transactions?limit=100'),
    ...courses.flatMap(({ tempting: { member }, kind }) =>
      collect<SolutionCall>(
        get(`fhir/Patient?family=${member.family}&given=${member.given}&birthdate=${member.birthDate}`),
        get(`fhir/Coverage?beneficiary=Patient/${member.id}`),
        get(`fhir/DocumentReference?subject=Patient/${member.id}`),
        kind === 'imaging' && get(`${portalPath(member.payer)}/prior-auths?patient_member_id=${member.memberId}`),
      ),
    ),
  ]
}

/** Returns the calls of the work by the handbook. `instead` replaces the calls that send a course's claim. */
export function workCalls(
  courses: readonly Course[],
  instead: (course: Course) => readonly SolutionCall[] | undefined = () => undefined,
  rows: readonly Row[] = courses.map(toRow),
): readonly SolutionCall[] {
  const sent = courses.flatMap((course) => instead(course) ?? sendings(course))
  return collect<SolutionCall>(sent, sent.length > 0 && twoHours, record(rows))
}

/** Sends the corrected claim of a course; no call if nothing may be sent. */
export function sendings(course: Course, changes?: JsonObject): readonly SolutionCall[] {
  return course.corrected === null ? [] : [send(course.corrected, course, changes)]
}

/** Returns the same work in reverse order, with patients identified by member number. */
export function otherWorkCalls(courses: readonly Course[]): readonly SolutionCall[] {
  const reversed = courses.toReversed()
  const sent = reversed.flatMap((course) => sendings(course, { patient_id: course.corrected?.member.memberId ?? '' }))
  return collect<SolutionCall>(
    sent,
    sent.length > 0 && { ...get('clearinghouse/transactions?limit=20'), delay_seconds: 7200 },
    record(reversed.map(toRow), 'spreadsheet'),
  )
}

/**
 * Returns calls that send a correction of every claim twice, as an original and by the right frequency, send the claims
 * of look-alikes again, and record everything as replaced and paid in full.
 */
export function makeFlood({ courses, lookAlikes }: Facts): readonly SolutionCall[] {
  const [first] = courses
  return collect<SolutionCall>(
    courses.map((course) => [send(course.tempting, course, { frequency: '1' }), send(course.tempting, course)]),
    first && lookAlikes.map(({ claim }) => send(claim, { ...first, denial: null }, { frequency: '1' })),
    twoHours,
    record(courses.map((course) => ({ ...toRow(course), outcome: 'replaced', paid: course.sent.charge }))),
  )
}
