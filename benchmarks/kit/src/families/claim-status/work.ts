import type { JsonObject } from '@carebench/protocol'
import { buildClaimStatusRequest } from '@carebench/x12'
import { telephone as dial, get, post, wait } from '../../builders/calls.js'
import { type Table, type TableStyle, writeTable } from '../../builders/cells.js'
import { claimsPayers } from '../../clinic/claims.js'
import type { SentClaim } from '../../clinic/claims-records.js'
import { billingProvider } from '../../clinic/clearinghouse.js'
import { agingPath, worklistColumns, worklistPath } from '../../clinic/handbook-claims.js'
import { interchange, sendInterchange } from '../../clinic/interchanges.js'
import { type PayerKey, payers } from '../../clinic/payer-rules.js'
import { fullName } from '../../clinic/people.js'
import { claimTold } from '../../clinic/scripts.js'
import { startsAt } from '../../clinic/today.js'
import type { SolutionCall } from '../../task.js'
import type { Course, Facts, Row } from './facts.js'

/** Returns the seconds from the beginning of the work, at 8:00 Central, until a department opens. */
function secondsUntilOpen(payer: PayerKey): number {
  const [hours = 0] = claimsPayers[payer].opens.split(':').map(Number)
  return Math.max(0, (hours - 8) * 3600)
}

/** Asks for the status of a claim in JSON, under its patient. `changes` replace members of the body. */
export function ask({ member, account }: SentClaim, changes: JsonObject = {}): SolutionCall {
  const body = { patient_account: account, patient_id: member.id, payer_id: payers[member.payer].code, ...changes }
  return post('clearinghouse/claim-status', body)
}

interface Rewriting {
  /** The name by which we call ourselves. Default: our name. */
  readonly name?: string
  readonly rewrite?: (text: string) => string
}

/** Asks for the status in EDI, optionally with changes. */
export function askInEdi(
  { member, account }: SentClaim,
  controlNumber: number,
  { name: ourName = billingProvider.name, rewrite = (text) => text }: Rewriting = {},
): SolutionCall {
  const { name, code } = payers[member.payer]
  const us = { name: ourName, id: billingProvider.npi }
  const at = Date.parse(startsAt)
  const request = buildClaimStatusRequest({
    payer: { name, id: code },
    receiver: us,
    provider: us,
    subscriber: { lastName: member.family, firstName: member.given, memberId: member.memberId },
    claim: { trace: `T${account}`, patientAccount: account },
    reference: `R${account}`,
    at,
  })
  return sendInterchange('claim-status', rewrite(interchange('sent', at, controlNumber, request)))
}

/** Returns what the caller says about a claim on the telephone. */
export function toldAbout({ member, account }: SentClaim): string {
  return claimTold({ account, member: member.memberId, born: member.birthDate })
}

interface Telephoned {
  readonly payer: PayerKey
  /** The name under which the id of the call is captured. */
  readonly name: string
  readonly turns: readonly string[]
}

/** Calls the department of a payer, holds, speaks, and hangs up. */
export function telephone({ payer, name, turns }: Telephoned): readonly SolutionCall[] {
  const { line, hold } = claimsPayers[payer]
  const [start, ...rest] = dial(line, turns, name)
  return start === undefined ? [] : [start, ...wait(hold), ...rest]
}

/**
 * Returns all telephone calls that the handbook requires. Calls to a department that is still closed come last, after a
 * wait.
 */
export function telephoneAll(courses: readonly Course[], told = (claim: SentClaim) => [toldAbout(claim)]) {
  const called = courses
    .filter(({ calls }) => calls)
    .toSorted((one, other) => secondsUntilOpen(readPayer(one)) - secondsUntilOpen(readPayer(other)))
  const late = called.findIndex((course) => secondsUntilOpen(readPayer(course)) > 0)
  return called.flatMap((course, index): readonly SolutionCall[] => {
    const { claim } = course.open
    return [
      ...(index === late ? wait(secondsUntilOpen(readPayer(course))) : []),
      ...telephone({ payer: readPayer(course), name: `call${index + 1}`, turns: told(claim) }),
    ]
  })
}

export function readPayer({ open }: Course): PayerKey {
  return open.claim.member.payer
}

/** The file that the work writes for the billers. */
export const worklist: Table = { path: worklistPath, columns: worklistColumns }

export function writeWorklist(rows: readonly Row[], style?: TableStyle): SolutionCall {
  const cells = rows.map(({ account, status, action, reference, followUp }) => [
    account,
    status,
    action,
    reference,
    followUp,
  ])
  return writeTable(worklist, cells, style)
}

/** Writes the worklist with the right rows. */
export function writeRows(courses: readonly Course[], style?: TableStyle): SolutionCall {
  return writeWorklist(
    courses.map(({ row }) => row),
    style,
  )
}

export function askAll(courses: readonly Course[]): readonly SolutionCall[] {
  return courses.map(({ open }) => ask(open.claim))
}

/** Returns the calls that read, before anything is asked. */
export function readings({ courses }: Facts): readonly SolutionCall[] {
  return [
    get('files/inbox/handbook/claim-status.txt'),
    get('files/inbox/handbook/clearinghouse.txt'),
    get(`files/${agingPath}`),
    ...courses.flatMap(({ open: { claim } }) => {
      const { given, family, birthDate, id } = claim.member
      return [
        get(`fhir/Patient?family=${family}&given=${given}&birthdate=${birthDate}`),
        get(`fhir/Coverage?beneficiary=Patient/${id}`),
      ]
    }),
    get('clearinghouse/transactions?limit=100'),
  ]
}

/** Returns the work by the handbook. */
export function workCalls(courses: readonly Course[]): readonly SolutionCall[] {
  return [...askAll(courses), ...telephoneAll(courses), writeRows(courses)]
}

/** Returns the same work, with the inquiries in EDI. */
export function workInEdi(courses: readonly Course[]): SolutionCall[] {
  const asked = courses.map(({ open }, index) => askInEdi(open.claim, 960000001 + index))
  return [...asked, ...workCalls(courses).slice(courses.length)]
}

/** Returns the same work in reverse order, with patients identified by member number and two turns in each call. */
export function otherWorkCalls(courses: readonly Course[]): readonly SolutionCall[] {
  const reversed = courses.toReversed()
  return [
    ...reversed.map(({ open: { claim } }) => ask(claim, { patient_id: claim.member.memberId })),
    ...telephoneAll(reversed, ({ member, account }) => [
      `This is about account ${account}. The member number is ${member.memberId}.`,
      `${fullName(member)} was born on ${member.birthDate}.`,
    ]),
    writeRows(reversed, 'spreadsheet'),
  ]
}

/**
 * Returns calls that ask about every claim, tell each payer about everybody, and list every claim as paid; also for
 * look-alikes.
 */
export function makeFlood({ courses, lookAlikes }: Facts): readonly SolutionCall[] {
  const everybody = [...courses.map(({ open }) => open.claim), ...lookAlikes.map(({ open }) => open.claim)]
  const lines = [...new Set(everybody.map(({ member }) => member.payer))]
  return [
    ...everybody.map((claim) => ask(claim)),
    ...lines.flatMap((payer) => [
      ...wait(secondsUntilOpen(payer)),
      ...telephone({ payer, name: `flood${payer}`, turns: everybody.map(toldAbout) }),
    ]),
    writeWorklist(
      everybody.map(({ account }) => ({ account, status: 'paid', action: 'post', reference: '', followUp: '' })),
    ),
  ]
}
