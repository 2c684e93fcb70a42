import type { TaskSession } from '@carebench/client'
import type { ListedClaim } from './claims-list.js'
import { textAt } from './json.js'
import { type OpeningHours, waitUntilOpen } from './opening-hours.js'
import { saidIn } from './patient-call.js'

/** The claims department of a payer, from the handbook. It is open from Monday to Friday, Central time. */
export interface ClaimsDepartment extends OpeningHours {
  readonly payer: string
  /** `+12175550171`. */
  readonly number: string
  /** Maximum days after the service until a claim must arrive. */
  readonly filingDays: number
}

/** Parses the departments of section 4 of `claim-status.txt`. */
export function parseDepartments(page: string): readonly ClaimsDepartment[] {
  const row = /^ +(\S+(?: \S+)*) {2,}(\+\d+) +Mon to Fri, (\d\d:\d\d) to (\d\d:\d\d) Central +(\d+) days$/gm
  return [...page.matchAll(row)].map(([, payer = '', number = '', opens = '', closes = '', days]) => ({
    payer,
    number,
    opens,
    closes,
    filingDays: Number(days),
  }))
}

/** Calls the department about a claim when it is open. Returns what the representative says. */
export async function askByTelephone(
  session: TaskSession,
  department: ClaimsDepartment,
  { account, memberId, born }: ListedClaim,
): Promise<string> {
  await waitUntilOpen(session, department)
  const call = await session.voice.call(department.number)
  let state = call.started
  while (textAt(state, 'status') === 'on_hold') {
    await session.wait({ seconds: 60 })
    state = await call.read()
  }
  if (textAt(state, 'status') !== 'active') {
    throw new Error(`Expected a representative at ${department.number}, the call is ${textAt(state, 'status')}.`)
  }
  const answer = await call.say(`The account is ${account}, the member number ${memberId}, the date of birth ${born}.`)
  await call.hangUp()
  return saidIn(answer)
}
