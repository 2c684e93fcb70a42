import type { Steps } from '@carebench/protocol'
import type { WrittenText } from '@carebench/text'
import { daysBetween } from '../../policy/calendar.js'
import type { CompiledPolicy } from '../../policy/compile-policy.js'
import { decideOn, type Facts, type PolicyDecision, reasonCodes } from '../../policy/decide.js'
import type { RequestDocument } from '../../policy/policy-request.js'
import type { ConfiguredPlan } from '../config.js'
import { type AuthorizedItem, isForPerson, type PriorAuth } from './prior-auth-row.js'
import type { PriorAuthStatus } from './prior-auth-status.js'
import { isGranted, listServices, nameFacts, requestedItems, servedOn, undecided } from './requested-service.js'
import { pendingPolicy } from './rule-policy.js'

/** The policies and settings by which a payer decides. */
export interface DeterminationPolicy {
  /** The policies; the first that applies to a service decides it. */
  readonly policies: readonly CompiledPolicy[]
  readonly plans: readonly ConfiguredPlan[]
  readonly duplicates: 'accept' | 'deny'
}

/** The determination on a request, by service and as a whole. */
export interface Determination {
  readonly status: PriorAuthStatus
  readonly reason: string | null
  /** HCR03, or null. */
  readonly reason_code: string | null
  /** Required document types that are not attached. */
  readonly missing_documents: readonly string[]
  /** The open questions, each once. */
  readonly questions: readonly OpenQuestion[]
  readonly items: readonly AuthorizedItem[]
  /** From submission to determination. */
  readonly delaySeconds: number
}

/** The members of a request that a determination reads. */
export type DecidedRequest = Pick<
  PriorAuth,
  | 'auth_number'
  | 'patient_member_id'
  | 'patient_dob'
  | 'provider_npi'
  | 'performer_npi'
  | 'procedure_code'
  | 'units'
  | 'additional_services'
  | 'service_date'
  | 'plan'
  | 'coverage_end'
  | 'document_types'
  | 'diagnosis_codes'
  | 'urgency'
  | 'place_of_service'
  | 'answers'
  | 'facts'
>

/** The other data that a payer has for a determination. */
export interface RequestContext {
  /** The member's other requests: a member can have many, and most payers do not look at them. */
  readonly others: () => readonly PriorAuth[]
  /** The documents of the request. Default: those of its `document_types`, without their texts. */
  readonly documents?: () => readonly RequestDocument[]
}

/**
 * Decides a request: a pure function of the policies, the request with the facts found at its admission, and the
 * member's other requests. The portal, the 278 and PAS all use it. A rule is a policy without statements.
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
 * - A policy with statements is `denied` if they do not meet its criteria, and `more_information` while an answer or a
 *   document that decides is missing.
 * - A service with fewer units approved than requested is `partially_approved`. The request has the status of its
 *   services if it is the same for all; else `more_information` or `pending` if a service has it, else
 *   `partially_approved`.
 * - Requests of providers outside the network of the member's plan, and duplicates if the payer denies them, are denied
 *   before any rule and without delay. A policy with a statement about the network decides that itself.
 * - A correction while `pending`, and a resubmission from `more_information`, make it `pending` again: the rules are
 *   matched again and any delay restarts.
 * - An update of a request that has been decided keeps the approvals of the services that it leaves as they were.
 * - An attachment alone triggers no determination. It counts at the next one: when a delay ends, or on resubmission.
 * - A rule of status `pending` decides only whether documents are missing; otherwise the request stays pending
 *   indefinitely. A rule of status `more_information` asks again at every resubmission; `requires` asks until the
 *   documents are attached.
 * - `approved` accepts no further input. `denied` and `partially_approved` accept attachments, one peer-to-peer
 *   request, and an appeal, which is decided by separate rules: see `decideAgain`.
 */
export function decideRequest(
  policy: DeterminationPolicy,
  request: DecidedRequest & Partial<Pick<PriorAuth, 'items'>>,
  context: RequestContext,
): Determination {
  const { items: known = [] } = request
  const items = requestedItems(request).map((item, index) => known[index] ?? item)
  const denials = {
    outside: networkDenial(policy, request),
    repeated: duplicateDenial(policy, request, context.others),
  }
  return decideItems(policy.policies, items, request, 'resubmit', { ...context, ...denials })
}

/**
 * Reads in steps the documents of a request for the statements of its policies, because the decision itself cannot
 * pause.
 */
export function* readDocuments(
  { policies }: DeterminationPolicy,
  request: DecidedRequest,
  documents: readonly RequestDocument[],
): Steps<void> {
  if (documents.length === 0) return
  const texts = new Map<string, WrittenText>()
  for (const item of listServices(request)) {
    const { statements } = policyFor(policies, servedOn(request, item), item.procedure_code)
    for (const statement of statements.values()) yield* statement.readDocuments(documents, texts)
  }
}

/** The determination of an appeal or a peer-to-peer review. */
export interface ReviewDetermination extends Determination {
  /** The new status of the request. */
  readonly whole: PriorAuthStatus
}

/**
 * Decides again, by other rules, the services of a request that are not fully approved: `status` is their outcome,
 * `items` has all services. A partial approval never gets worse, and keeps its period unless the rule sets one.
 *
 * @param again - the instruction to send the request again, as worded in the reason
 */
export function decideAgain(
  policies: readonly CompiledPolicy[],
  request: DecidedRequest & Pick<PriorAuth, 'items'>,
  again: string,
): ReviewDetermination {
  const known = request.items.length > 0 ? request.items : requestedItems(request)
  const argued = known.filter(({ status }) => status !== 'approved')
  const open = argued.map((item) => ({ ...undecided(item), approved_units: item.approved_units }))
  const determination = decideItems(policies, open, request, again, { others: () => [] })
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
  policies: readonly CompiledPolicy[],
  requested: readonly AuthorizedItem[],
  request: DecidedRequest,
  again: string,
  context: ItemContext,
): Determination {
  const documents = context.documents?.() ?? request.document_types.map((type) => ({ document_type: type, text: null }))
  const decided = requested.map((item) => {
    const served = servedOn(request, item)
    const policy = policyFor(policies, served, item.procedure_code)
    return decideItem(policy, item, { request: served, documents, again, context })
  })
  const items = decided.map(({ item }) => item)
  const missing = [...new Set(decided.flatMap(({ decision }) => decision.missing_documents))]
  const questions = [...new Map(decided.flatMap((one) => one.questions.map((question) => [question.name, question])))]
  const status = wholeStatus(items)
  const reasons = new Set(items.flatMap((item) => (item.reason === null || !counts(item, status) ? [] : item.reason)))
  return {
    status,
    reason: missing.length > 0 && questions.length === 0 ? askFor(missing, [], again) : joined(reasons),
    reason_code: items.find((item) => item.reason_code !== null && counts(item, status))?.reason_code ?? null,
    missing_documents: missing,
    questions: questions.map(([, question]) => question),
    items,
    delaySeconds: Math.max(0, ...decided.map(({ decision }) => decision.delaySeconds)),
  }
}

function joined(reasons: ReadonlySet<string>): string | null {
  return reasons.size === 0 ? null : [...reasons].join(' ')
}

type Service = Parameters<CompiledPolicy['applies']>[0]

/** Returns the first policy that applies to a service of a request; one that leaves it pending if none does. */
export function policyFor(
  policies: readonly CompiledPolicy[],
  { patient_member_id, plan, service_date }: Omit<Service, 'procedure_code'>,
  procedure_code: string,
): CompiledPolicy {
  const service = { procedure_code, patient_member_id, plan, service_date }
  return policies.find((policy) => policy.applies(service)) ?? pendingPolicy
}

interface DecidedItem {
  readonly decision: Pick<PolicyDecision, 'missing_documents' | 'delaySeconds'>
  readonly item: AuthorizedItem
  readonly questions: readonly OpenQuestion[]
}

/** The inputs for deciding the services of a request. */
interface Deciding {
  readonly request: DecidedRequest
  readonly documents: readonly RequestDocument[]
  readonly again: string
  readonly context: ItemContext
}

function decideItem(
  policy: CompiledPolicy,
  item: AuthorizedItem,
  { request, documents, again, context }: Deciding,
): DecidedItem {
  if (isGranted(item)) return { decision: { missing_documents: [], delaySeconds: 0 }, questions: [], item }
  const denial = (judgesNetwork(policy) ? undefined : context.outside) ?? context.repeated
  if (denial !== undefined) {
    const decision = { missing_documents: [], delaySeconds: 0 }
    return { decision, questions: [], item: { ...item, status: 'denied', ...denial } }
  }
  const { facts = {}, answers = {}, provider_npi, service_date, urgency } = request
  const { procedure_code, units, approved_units } = item
  const asked = { procedure_code, units, provider_npi, service_date, urgency, answers, documents }
  const limits = { coverage_end: request.coverage_end, approved_units, used_units: usedUnits(policy, request, context) }
  // The facts come from a portal row, which was validated when it was written.
  const decision = decideOn(policy, (facts[nameFacts(policy, item)] ?? {}) as Facts, asked, limits)
  const { outcome, missing_documents: missing, reason, reason_code } = decision
  const questions = decision.questions.map((name) => describeQuestion(policy, name))
  const isApproved = outcome === 'approved' || outcome === 'partially_approved'
  const isAsked = missing.length > 0 || questions.length > 0
  return {
    decision,
    questions,
    item: {
      ...item,
      status: outcome === 'not_required' ? 'denied' : outcome,
      ...(isApproved && { approved_units: decision.units }),
      ...(decision.valid_from !== null && { valid_from: decision.valid_from, valid_until: decision.valid_until }),
      reason: isAsked ? askFor(missing, questions, again) : reason,
      reason_code,
      ...(policy.statements.size > 0 && { policy: policy.policy.id, statements: [...decision.statements] }),
    },
  }
}

/** A question of a policy that has no answer yet. */
export type OpenQuestion = {
  readonly name: string
  readonly question: string
  readonly answer_type: 'boolean' | 'number' | 'date' | 'choice'
  readonly unit?: string
  readonly options?: string[]
  readonly documents?: string[]
}

/** Returns the question of a statement, as the portal shows it. */
export function describeQuestion({ statements }: CompiledPolicy, name: string): OpenQuestion {
  const { question = '', answer_type = 'boolean', unit, options, accepts } = statements.get(name)?.statement ?? {}
  return {
    name,
    question,
    answer_type,
    ...(unit !== undefined && { unit }),
    ...(options !== undefined && { options: [...options] }),
    ...(accepts !== undefined && { documents: [...accepts] }),
  }
}

/** Returns the units that the person's other requests have approved under a policy within the period of its limits. */
export function usedUnits(
  { policy, applies }: CompiledPolicy,
  request: Pick<DecidedRequest, 'service_date' | 'patient_dob'> & Partial<Pick<DecidedRequest, 'auth_number'>>,
  { others }: RequestContext,
): number {
  const { units, period_days: days } = policy.limits ?? {}
  const day = request.service_date
  if (units === undefined || days === undefined || day === null) return 0
  const isCounted = ({ service_date: then }: Pick<PriorAuth, 'service_date'>) => {
    const before = then === null ? -1 : daysBetween(then, day)
    return before >= 0 && before < days
  }
  return others()
    .filter((other) => other.auth_number !== request.auth_number && isForPerson(other, request.patient_dob))
    .flatMap((other) =>
      other.items.filter((item) => {
        const served = servedOn(other, item)
        return isCounted(served) && applies({ ...served, procedure_code: item.procedure_code })
      }),
    )
    .reduce((sum, { approved_units }) => sum + (approved_units ?? 0), 0)
}

function wholeStatus(items: readonly AuthorizedItem[]): PriorAuthStatus {
  const statuses = new Set(items.map(({ status }) => status))
  const [only] = statuses
  if (statuses.size === 1 && only !== undefined) return only
  if (statuses.has('more_information')) return 'more_information'
  return statuses.has('pending') ? 'pending' : 'partially_approved'
}

/**
 * Whether the reason of a service explains the status of the whole request: services of that status do, and for a
 * partial approval those that are not fully approved.
 */
function counts({ status }: AuthorizedItem, whole: PriorAuthStatus): boolean {
  return whole === 'partially_approved' ? status !== 'approved' : status === whole
}

function askFor(missing: readonly string[], questions: readonly OpenQuestion[], again: string): string {
  const documents = missing.length === 0 ? [] : [`Missing documents: ${missing.join(', ')}. Attach them and ${again}.`]
  const asked = questions.map(({ name, question }) => `${question} (${name})`)
  return [...documents, ...(asked.length === 0 ? [] : [`Answer and ${again}: ${asked.join(' ')}`])].join(' ')
}

interface Denial {
  readonly reason: string
  readonly reason_code: string
}

/** The denials that apply before any policy; a policy may judge the network itself. */
interface ItemContext extends RequestContext {
  readonly outside?: Denial | undefined
  readonly repeated?: Denial | undefined
}

function networkDenial({ plans }: DeterminationPolicy, request: DecidedRequest): Denial | undefined {
  if (isInNetwork(plans, request) === true) return undefined
  const reason = `Provider ${request.performer_npi ?? request.provider_npi} is not in the network of ${request.plan}.`
  return { reason, reason_code: reasonCodes.network }
}

/**
 * Whether the performer of a request, or else its provider, is in the network of the member's plan. A plan without a
 * network includes all providers. Undefined if no provider is known.
 */
export function isInNetwork(
  plans: readonly ConfiguredPlan[],
  { plan, provider_npi, performer_npi: npi = provider_npi ?? undefined }: NetworkRequest,
): boolean | undefined {
  const network = plans.find(({ name }) => name === plan)?.network
  if (network === undefined) return true
  return npi === undefined ? undefined : network.includes(npi)
}

type NetworkRequest = Pick<PriorAuth, 'plan' | 'provider_npi' | 'performer_npi'>

/** Whether a policy has a statement about the network. */
export function judgesNetwork({ policy: { statements = {} } }: CompiledPolicy): boolean {
  return Object.values(statements).some(({ fact }) => fact?.in_network === true)
}

function duplicateDenial(
  { duplicates }: DeterminationPolicy,
  request: DecidedRequest,
  others: () => readonly PriorAuth[],
): Denial | undefined {
  const first = duplicates === 'deny' ? others().find((other) => isRepeated(request, other)) : undefined
  return first && { reason: `Duplicate of request ${first.auth_number}.`, reason_code: reasonCodes.duplicate }
}

/**
 * Whether a request repeats another one: both have the same person, provider and date and share a service, and the
 * other is neither denied nor cancelled.
 */
function isRepeated(request: DecidedRequest, other: PriorAuth): boolean {
  if (other.auth_number === request.auth_number || other.status === 'denied' || other.status === 'cancelled')
    return false
  if (!isForPerson(other, request.patient_dob)) return false
  if (other.service_date !== request.service_date || other.provider_npi !== request.provider_npi) return false
  const known = listServices(other).map(({ procedure_code }) => procedure_code)
  return listServices(request).some(({ procedure_code }) => known.includes(procedure_code))
}
