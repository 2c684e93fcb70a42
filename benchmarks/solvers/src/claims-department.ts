import type { JsonObject, TaskSession } from '@carebench/client'
import type { ListedClaim } from './claims-list.js'
import { needed, objectsAt, textAt } from './json.js'

/** The claims department of a payer, as the handbook lists it; Monday to Friday, Central time. */
export interface ClaimsDepartment {
  readonly payer: string
  /** `+12175550171`. */
  readonly number: string
  /** `07:00`. */
  readonly opens: string
  /** `17:00`, the minute after the last. */
  readonly closes: string
  /** How many days after the service a claim may arrive. */
  readonly filingDays: number
}

/** The departments of section 4 of `claim-status.txt`. */
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

/** Telephones about a claim while the department is open; returns what the representative says. */
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
  return heardIn(answer)
}

function heardIn(call: JsonObject): string {
  return objectsAt(call, 'heard')
    .map((turn) => textAt(turn, 'text') ?? '')
    .join(' ')
}

async function waitUntilOpen(session: TaskSession, department: ClaimsDepartment): Promise<void> {
  const { now } = await session.clock()
  const quarterHour = 15 * 60_000
  const start = Date.parse(now)
  let time = start
  while (!isOpen(department, time)) time = (Math.floor(time / quarterHour) + 1) * quarterHour
  if (time > start) await session.wait({ seconds: Math.ceil((time - start) / 1000) })
}

const central = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

function isOpen({ opens, closes }: ClaimsDepartment, time: number): boolean {
  const parts = new Map(central.formatToParts(time).map(({ type, value }) => [type, value]))
  const day = needed(parts.get('weekday'), 'a day of the week')
  const clock = `${parts.get('hour')}:${parts.get('minute')}`
  return day !== 'Sat' && day !== 'Sun' && opens <= clock && clock < closes
}
