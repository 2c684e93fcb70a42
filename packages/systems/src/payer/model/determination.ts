import type { ConfiguredPlan, DeterminationRule, DeterminationRules, PriorAuthStatus } from '../config.js'
import type { AuthorizedItem, PriorAuth } from './prior-auth-row.js'

/** What a payer decides by. */
export interface DeterminationPolicy {
  readonly rules: DeterminationRules
  readonly plans: readonly ConfiguredPlan[]
  readonly duplicates: 'accept' | 'deny'
}

/** The determination on a request, by service and as a whole. */
export interface Determination {
  readonly status: PriorAuthStatus
  readonly reason: string | null
  /** HCR03, or null. */
  readonly reason_code: string | null
  /** Required document types that are not attached, in the order of the rules. */
  readonly missing_documents: readonly string[]
  readonly items: readonly AuthorizedItem[]
  /** From submission to determination. */
  readonly delaySeconds: number
}

/** What determinations read of a request. */
export type DecidedRequest = Pick<
  PriorAuth,
  | 'auth_number'
  | 'patient_member_id'
  | 'provider_npi'
  | 'procedure_code'
  | 'units'
  | 'additional_services'
  | 'service_date'
  | 'plan'
  | 'coverage_end'
  | 'document_types'
>

/** HCR03, code source 886. */
const codes = { quantity: '04', network: '09', duplicate: '0Q', documents: '0U' } as const

/**
 * Decides a request: a pure function of the rules, the request with what was found about its member when it was
 * admitted, and the other requests. The portal and the 278 both ask it.
 *
 * ```
 *              submit                   rule
 *  (nothing) ----------> pending --------------> approved, partially_approved
 *                         |  ^ |        rule
 *        rule, or missing |  | '---------------> denied
 *               documents v  | resubmit
 *                    more_information
 * ```
 *
 * - A submission is `pending`. For each of its services, the first rule that applies decides: at once, or
 *   `delay_seconds` later; the longest delay counts.
 * - A rule with `requires` checks the attachments when it decides. If a document type is missing, the request moves to
 *   `more_information`, whatever the rule's status is, and `missing_documents` lists the missing types.
 * - A service of which fewer units are approved than requested is `partially_approved`. The request has the status that all
 *   its services have; `more_information` or `pending` if one of them has it, otherwise `partially_approved`.
 * - Providers outside the network of the member's plan, and duplicates if the payer denies them, are denied by no rule and
 *   without delay.
 * - A correction while `pending`, and a resubmission from `more_information`, make it `pending` again: the rules are
 *   matched again and any delay restarts.
 * - An attachment alone triggers no determination. It counts at the next one: when a delay ends, or on resubmission.
 * - A rule of status `pending` decides only whether documents are missing; otherwise the request stays pending
 *   indefinitely. A rule of status `more_information` asks again at every resubmission; `requires` asks until the
 *   documents are attached.
 * - `approved` accepts no further input. `denied` and `partially_approved` accept attachments, one peer-to-peer request,
 *   and an appeal, which is decided by separate rules: see `decideAgain`.
 *
 * @param others - reads the member's other requests: a member can have many, and most payers do not deny duplicates
 */
export function decideRequest(
  policy: DeterminationPolicy,
  request: DecidedRequest,
  others: () => readonly PriorAuth[],
): Determination {
  const denial = denialOf(policy, request, others)
  if (denial !== undefined) {
    const items = requestedItems(request).map((item) => ({ ...item, status: 'denied' as const, ...denial }))
    return { status: 'denied', ...denial, missing_documents: [], items, delaySeconds: 0 }
  }
  return decideItems(policy.rules, requestedItems(request), request, 'resubmit')
}

/** The determination on the review of a denial. */
export interface ReviewDetermination extends Determination {
  /** What becomes of the request. */
  readonly whole: PriorAuthStatus
}

/**
 * Decides again what is not approved of a request, by other rules: `status` is the outcome for these services, `items` are
 * all. What was approved of a service in part stays approved, whatever the outcome, and for its period unless the rule has
 * another one: a rule that approves fewer units takes none away.
 *
 * @param again - how to send it again, as worded in the reason
 */
export function decideAgain(
  rules: DeterminationRules,
  request: DecidedRequest & Pick<PriorAuth, 'items'>,
  again: string,
): ReviewDetermination {
  const known = request.items.length > 0 ? request.items : requestedItems(request)
  const argued = known.filter(({ status }) => status !== 'approved')
  const open = argued.map((item) => ({ ...undecided(item), approved_units: item.approved_units }))
  const determination = decideItems(rules, open, request, again)
  const items = known.map((item) => {
    const decided = determination.items[argued.indexOf(item)] ?? item
    if (item.status !== 'partially_approved') return decided
    if (decided.status !== 'approved' && decided.status !== 'partially_approved') return item
    const { valid_from, valid_until } = decided.valid_from === null ? item : decided
    return { ...decided, valid_from, valid_until }
  })
  return { ...determination, items, whole: wholeStatus(items) }
}

function decideItems(
  rules: DeterminationRules,
  requested: readonly AuthorizedItem[],
  request: DecidedRequest,
  again: string,
): Determination {
  const decided = requested.map((item) => decideItem(matchRule(rules, request, item), item, request, again))
  const items = decided.map(({ item }) => item)
  const missing = [...new Set(decided.flatMap((one) => one.missing))]
  const status = wholeStatus(items)
  const reasons = new Set(items.flatMap((item) => (item.reason === null || !counts(item, status) ? [] : item.reason)))
  return {
    status,
    reason: missing.length > 0 ? askFor(missing, again) : reasons.size === 0 ? null : [...reasons].join(' '),
    reason_code: items.find((item) => item.reason_code !== null && counts(item, status))?.reason_code ?? null,
    missing_documents: missing,
    items,
    delaySeconds: Math.max(0, ...decided.map(({ rule }) => rule.delay_seconds ?? 0)),
  }
}

/** The first rule whose conditions hold for a service of a request. */
export function matchRule(
  rules: readonly DeterminationRule[],
  request: Pick<PriorAuth, 'patient_member_id' | 'plan'>,
  item: { readonly procedure_code: string },
): DeterminationRule {
  for (const rule of rules) {
    if (rule.procedure_code !== undefined && rule.procedure_code !== item.procedure_code) continue
    if (rule.patient_member_id !== undefined && rule.patient_member_id !== request.patient_member_id) continue
    if (rule.plan !== undefined && rule.plan !== request.plan) continue
    return rule
  }
  return { status: 'pending' }
}

/** The services of a request as they were requested, the principal one first. */
export function requestedItems({
  procedure_code,
  units,
  additional_services,
}: Pick<PriorAuth, 'procedure_code' | 'units' | 'additional_services'>): AuthorizedItem[] {
  return [{ procedure_code, units }, ...additional_services].map(undecided)
}

function undecided({ procedure_code, units }: Pick<AuthorizedItem, 'procedure_code' | 'units'>): AuthorizedItem {
  return {
    procedure_code,
    units,
    status: 'pending',
    approved_units: null,
    valid_from: null,
    valid_until: null,
    reason: null,
    reason_code: null,
  }
}

interface DecidedItem {
  readonly rule: DeterminationRule
  readonly item: AuthorizedItem
  readonly missing: readonly string[]
}

function decideItem(
  rule: DeterminationRule,
  item: AuthorizedItem,
  request: DecidedRequest,
  again: string,
): DecidedItem {
  const missing = (rule.requires ?? []).filter((type) => !request.document_types.includes(type))
  const { status, reason = null, reason_code = null } = rule
  if (missing.length > 0) {
    const asked = { status: 'more_information', reason: askFor(missing, again), reason_code: codes.documents } as const
    return { rule, item: { ...item, ...asked }, missing }
  }
  if (status !== 'approved') return { rule, item: { ...item, status, reason, reason_code }, missing }
  const approved = Math.min(item.units, Math.max(rule.approved_units ?? item.units, item.approved_units ?? 0))
  const isWhole = approved === item.units
  return {
    rule,
    item: {
      ...item,
      status: isWhole ? 'approved' : 'partially_approved',
      approved_units: approved,
      ...periodOf(rule, request),
      reason: reason ?? (isWhole ? null : `Approved ${approved} of ${item.units} units of ${item.procedure_code}.`),
      reason_code: reason_code ?? (isWhole ? null : codes.quantity),
    },
    missing,
  }
}

/** An approval lasts from the service date on, and no longer than the member's coverage. */
function periodOf({ valid_days }: DeterminationRule, { service_date, coverage_end }: DecidedRequest) {
  if (valid_days === undefined || service_date === null) return {}
  const last = dayAfter(service_date, valid_days - 1)
  const valid_until = coverage_end !== null && coverage_end < last ? coverage_end : last
  return { valid_from: service_date, valid_until }
}

/** The day so many days after another, at the latest the end of the year 9999; both `YYYY-MM-DD`. */
export function dayAfter(day: string, days: number): string {
  const time = Math.min(Date.parse(day) + days * 86_400_000, lastDay)
  return new Date(time).toISOString().slice(0, 10)
}

/** Later years have no four digits. */
const lastDay = Date.UTC(9999, 11, 31)

function wholeStatus(items: readonly AuthorizedItem[]): PriorAuthStatus {
  const statuses = new Set(items.map(({ status }) => status))
  const [only] = statuses
  if (statuses.size === 1 && only !== undefined) return only
  if (statuses.has('more_information')) return 'more_information'
  return statuses.has('pending') ? 'pending' : 'partially_approved'
}

/** Whether the reason of a service is one for the status of the whole: of a partial approval, what is not approved. */
function counts({ status }: AuthorizedItem, whole: PriorAuthStatus): boolean {
  return whole === 'partially_approved' ? status !== 'approved' : status === whole
}

function askFor(missing: readonly string[], again: string): string {
  return `Missing documents: ${missing.join(', ')}. Attach them and ${again}.`
}

interface Denial {
  readonly reason: string
  readonly reason_code: string
}

function denialOf(
  { plans, duplicates }: DeterminationPolicy,
  request: DecidedRequest,
  others: () => readonly PriorAuth[],
): Denial | undefined {
  const { provider_npi, plan } = request
  const network = plans.find(({ name }) => name === plan)?.network
  if (network !== undefined && !network.includes(provider_npi ?? '')) {
    return { reason: `Provider ${provider_npi} is not in the network of ${plan}.`, reason_code: codes.network }
  }
  const first = duplicates === 'deny' ? others().find((other) => isRepeated(request, other)) : undefined
  return first && { reason: `Duplicate of request ${first.auth_number}.`, reason_code: codes.duplicate }
}

/** Whether a request has one of the services of another one that is open or approved. */
function isRepeated(request: DecidedRequest, other: PriorAuth): boolean {
  if (other.auth_number === request.auth_number || other.status === 'denied') return false
  if (other.service_date !== request.service_date || other.provider_npi !== request.provider_npi) return false
  const known = requestedItems(other).map(({ procedure_code }) => procedure_code)
  return requestedItems(request).some(({ procedure_code }) => known.includes(procedure_code))
}
