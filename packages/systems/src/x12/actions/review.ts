import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { AuthorizationResponse, ReviewDecision, ReviewedService } from '@carebench/x12'
import { readJson, readMember } from '../../noise.js'
import { admissionRefusals } from '../../payer/actions/rejection-code.js'
import type { AuthorizedItem } from '../../payer/model/prior-auth-row.js'
import type { PriorAuthStatus } from '../../payer/model/prior-auth-status.js'
import { reasonCodes } from '../../policy/decide.js'
import type { SimulatorResponse } from '../../simulator.js'
import { refusalJson } from '../model/refusal-reason.js'

/** The payer's review of a request: its determination, or why the request was rejected. */
export type Review =
  | { readonly refusal: string; readonly message?: string }
  | {
      readonly status: PriorAuthStatus
      readonly number: string
      readonly reason: string | null
      readonly reasonCode: string | null
      /** Empty while nothing is decided. */
      readonly items: readonly AuthorizedItem[]
    }

/** The HCR01 action code of each status of a prior authorization or a service. */
const actions: Readonly<Record<PriorAuthStatus, string>> = {
  approved: 'A1',
  partially_approved: 'A6',
  denied: 'A3',
  pending: 'A4',
  more_information: 'A4',
  cancelled: 'C',
}

/** The AAA03 reject reason code for each invalid field. */
const fieldRefusals: Readonly<Record<string, string>> = {
  patient_member_id: '72',
  patient_dob: '58',
  procedure_code: 'AG',
  diagnosis_codes: 'AF',
  provider_npi: '43',
  service_date: '57',
}

/** Reads the portal's response: the current request, or the first error. */
export function readReview(answer: SimulatorResponse): Review {
  const json = readJson(answer)
  const number = readMember(json, 'auth_number')
  const status = readMember(json, 'status')
  if (typeof number === 'string' && isStatus(status)) {
    return {
      status,
      number,
      reason: textAt(json, 'determination_reason') ?? null,
      reasonCode: textAt(json, 'reason_code') ?? null,
      // Portal rows were validated when they were written.
      items: (readMember(json, 'items') ?? []) as readonly AuthorizedItem[],
    }
  }
  const errors = readMember(json, 'errors')
  const first = Array.isArray(errors) ? errors[0] : undefined
  const reason = textAt(first, 'reason') ?? ''
  const message = textAt(first, 'message')
  const [field = ''] = (textAt(first, 'field') ?? '').split(/[.[]/, 1)
  const refusal = own(admissionRefusals, reason) ?? own(fieldRefusals, field) ?? '33'
  return { refusal, ...(message !== undefined && { message }) }
}

/** Returns the members of a 278 response for a review. Before there are items, the services are those `requested`. */
export function reviewValues(
  review: Review,
  requested: readonly ReviewedService[],
): Pick<AuthorizationResponse, 'services' | 'decision' | 'refusal' | 'note'> {
  if ('refusal' in review) return { services: [], refusal: { code: review.refusal } }
  const { number, reason, items } = review
  return {
    services: items.length === 0 ? requested : items.map((item) => toService(item, items.length > 1)),
    decision: { action: actionFor(review), number, ...(review.reasonCode !== null && { reason: review.reasonCode }) },
    ...(reason !== null && { note: reason }),
  }
}

/** Returns a review as JSON. */
export function reviewJson(review: Review): JsonObject {
  if ('refusal' in review) {
    const error = refusalJson(review.refusal)
    const errors = [review.message === undefined ? error : { ...error, message: review.message }]
    return { status: 'rejected', auth_number: null, action: null, reason: null, items: [], errors }
  }
  const { status, number, reason, items } = review
  return {
    status,
    auth_number: number,
    action: actionFor(review),
    reason,
    items: items.map((item) => ({ ...item, action: actionOfItem(item) })),
    errors: [],
  }
}

/** Returns HCR01 of the whole request. A partial approval is A2 for several services, and A6 for a single one. */
function actionFor({ status, items }: Extract<Review, { readonly status: PriorAuthStatus }>) {
  if (status === 'denied' && items.length > 0 && items.every(isUnneeded)) return 'NA'
  return status === 'partially_approved' && items.length > 1 ? 'A2' : actions[status]
}

/** Whether a service needs no authorization, which the portal represents as a denial with this reason code. */
function isUnneeded({ status, reason_code }: AuthorizedItem): boolean {
  return status === 'denied' && reason_code === reasonCodes.notRequired
}

function actionOfItem(item: AuthorizedItem): string {
  return isUnneeded(item) ? 'NA' : actions[item.status]
}

function toService(item: AuthorizedItem, isOneOfSeveral: boolean): ReviewedService {
  const { procedure_code: code, status, approved_units, valid_from, valid_until, reason_code } = item
  const decision: ReviewDecision = { action: actionOfItem(item), ...(reason_code !== null && { reason: reason_code }) }
  return {
    code,
    units: approved_units ?? item.units,
    ...((isOneOfSeveral || status === 'partially_approved') && { decision }),
    ...(valid_from !== null && valid_until !== null && { period: { begin: valid_from, end: valid_until } }),
  }
}

function isStatus(value: JsonValue | undefined): value is PriorAuthStatus {
  return typeof value === 'string' && Object.hasOwn(actions, value)
}

function textAt(value: JsonValue | undefined, member: string): string | undefined {
  const found = readMember(value, member)
  return typeof found === 'string' ? found : undefined
}

function own(codes: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(codes, name) ? codes[name] : undefined
}
