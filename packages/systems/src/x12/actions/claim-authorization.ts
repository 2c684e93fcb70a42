import type { JsonValue } from '@carebench/protocol'
import type { Person, ReadClaim } from '@carebench/x12'
import { isBornAs } from '../../membership/member.js'
import { readJson, readMember } from '../../noise.js'
import type { AuthorizedItem } from '../../payer/model/prior-auth-row.js'
import { askPortal } from '../model/served-payer.js'
import type { ExchangeInputs } from './exchange.js'

/**
 * Whether the payer has authorized a claim: its authorization belongs to the patient, and covers each line with an
 * approved service, enough units, and a valid date.
 */
export function isAuthorized(
  { authorizationNumber, subscriber, patient, lines }: ReadClaim,
  { context, payer }: ExchangeInputs,
): boolean {
  if (authorizationNumber === undefined) return false
  const path = `prior-auths/${encodeURIComponent(authorizationNumber)}`
  const answer = askPortal(context.ask, payer, { method: 'GET', path })
  if (answer?.status !== 200) return false
  const row = readJson(answer)
  if (!isOfPatient(row, subscriber, patient)) return false
  const left = listItems(row)
  return lines.every(({ code, units = 1, date }) => {
    const index = left.findIndex((item) => item.procedure_code === code && item.units >= units && isValidOn(item, date))
    const item = left[index]
    if (item === undefined) return false
    left[index] = { ...item, units: item.units - units }
    return true
  })
}

/**
 * Whether a prior authorization is the patient's: it has the subscriber's number and, if known, the same date of birth.
 */
export function isOfPatient(
  row: JsonValue | undefined,
  subscriber: Person | undefined,
  dependent: Person | undefined,
): boolean {
  if (readMember(row, 'patient_member_id') !== subscriber?.memberId) return false
  const birthDate = readMember(row, 'patient_dob')
  const person = dependent ?? subscriber
  return person === undefined || typeof birthDate !== 'string' || isBornAs(person, { lastName: '', birthDate })
}

type ApprovedItem = Pick<AuthorizedItem, 'procedure_code' | 'units' | 'valid_from' | 'valid_until'>

/**
 * Returns the approved services with the approved units. A seeded approval without items approves its principal
 * service.
 */
function listItems(row: ReturnType<typeof readJson>): ApprovedItem[] {
  const items = readMember(row, 'items') as readonly AuthorizedItem[]
  if (items.length > 0) {
    return items.flatMap((item) => (item.approved_units === null ? [] : { ...item, units: item.approved_units }))
  }
  const [code, units] = [readMember(row, 'procedure_code'), readMember(row, 'units')]
  if (readMember(row, 'status') !== 'approved' || typeof code !== 'string' || typeof units !== 'number') return []
  return [{ procedure_code: code, units, valid_from: null, valid_until: null }]
}

function isValidOn({ valid_from, valid_until }: ApprovedItem, date: string | undefined): boolean {
  if (valid_from === null || valid_until === null) return true
  return date !== undefined && valid_from <= date && date <= valid_until
}
