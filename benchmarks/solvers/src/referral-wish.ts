import type { FhirJson, TaskSession } from '@carebench/client'
import { centralTime, daysIn } from './central-time.js'
import { readName } from './chart.js'
import { needed, objectsAt, textAt } from './json.js'

/** When a practice wants the visit, both days included; `withdrawn` if it does not want it any more. */
export type ReferralWish = 'withdrawn' | { readonly from: string; readonly until: string; readonly part: PartOfDay }

type PartOfDay = 'mornings' | 'afternoons' | 'any time'

/** A fax about a patient. */
interface ReferralFax {
  readonly id: string
  /** RFC 3339. */
  readonly receivedAt: string
  /** `YYYY-MM-DD`, as the sender dated it. */
  readonly writtenOn: string
  readonly text: string
}

/**
 * Reads what the practice wants from all faxes about a patient, by section 2 of `referrals.txt`: later faxes replace
 * what earlier ones say. `faxes` has the ids of these faxes, the latest last.
 */
export async function readWish(
  session: TaskSession,
  patient: FhirJson,
): Promise<{ readonly wish: ReferralWish; readonly faxes: readonly string[] }> {
  const faxes = await faxesAbout(session, patient)
  const ids = faxes.map(({ id }) => id)
  const latest = needed(faxes.at(-1), `a fax about ${readName(patient)}`)
  if (withdraws(readBody(latest.text))) return { wish: 'withdrawn', faxes: ids }
  let found: Partial<Exclude<ReferralWish, 'withdrawn'>> = {}
  for (const { text, writtenOn } of faxes) found = { ...found, ...wishIn(readBody(text), writtenOn.slice(0, 4)) }
  const wish = {
    from: needed(found.from, 'the first day that the practice wants'),
    until: needed(found.until, 'the last day that the practice wants'),
    part: needed(found.part, 'the time of day that the practice wants'),
  }
  return { wish, faxes: ids }
}

/** Whether a visit that starts at a time in UTC suits the practice. */
export function suitsPractice({ from, until, part }: Exclude<ReferralWish, 'withdrawn'>, start: string): boolean {
  const { day, time } = centralTime(start)
  const isInPart = part === 'any time' || (part === 'mornings' ? time < '12:00' : time >= '12:00')
  return from <= day && day <= until && isInPart
}

async function faxesAbout(session: TaskSession, patient: FhirJson): Promise<readonly ReferralFax[]> {
  const rows = objectsAt(await session.fax.list({ direction: 'inbound', limit: '100' }), 'data').toReversed()
  const found: ReferralFax[] = []
  for (const row of rows) {
    const id = needed(textAt(row, 'id'), 'an id of a fax')
    const receivedAt = textAt(row, 'created_at') ?? ''
    const { text } = await session.fax.read(id)
    for (const page of typeof text === 'string' ? text.split('\f') : []) {
      if (!isAbout(page, patient)) continue
      const writtenOn = /\bDate: *(\d{4}-\d{2}-\d{2})/.exec(page)?.[1] ?? receivedAt.slice(0, 10)
      found.push({ id, receivedAt, writtenOn, text: page })
    }
  }
  const keyOf = ({ receivedAt, writtenOn }: ReferralFax): string => `${receivedAt} ${writtenOn}`
  return found.sort((one, other) => keyOf(one).localeCompare(keyOf(other)))
}

function isAbout(page: string, patient: FhirJson): boolean {
  const [, name = '', birthDate = ''] = /^Patient: *(\S.*?) {2,}Date of birth: *(\S+)/m.exec(page) ?? []
  return name.toLowerCase() === readName(patient).toLowerCase() && birthDate === textAt(patient, 'birthDate')
}

/** Returns the text of a fax below the lines that name the patient, with single spaces. */
function readBody(text: string): string {
  return text.slice(text.indexOf('Date of birth:')).replace(/^.*/, '').replaceAll(/\s+/g, ' ').trim()
}

function wishIn(body: string, year: string): Partial<Exclude<ReferralWish, 'withdrawn'>> {
  const part = /\b(mornings|afternoons|any time)\b/.exec(body)?.[1] as PartOfDay | undefined
  const between = /\bbetween (.+)/.exec(body)?.[1]
  const [from, until] = daysIn(between ?? '', year)
  if (part === undefined && from === undefined) throw new Error(`Expected a fax that says when, got: ${body}`)
  return { ...(from !== undefined && until !== undefined && { from, until }), ...(part !== undefined && { part }) }
}

function withdraws(body: string): boolean {
  return /\b(withdraws?|withdrawn|withdrew|withdrawing|cancel(s|led)?|no longer (needed|wanted|required))\b/i.test(body)
}
