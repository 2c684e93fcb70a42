import type { Steps } from '@carebench/protocol'
import { finish } from '@carebench/protocol/wire'
import { dayAfter } from './calendar.js'
import type { Chart } from './chart.js'
import type { CompiledPolicy } from './compile-policy.js'
import { evaluate, fewestChanges, openStatements, type Truth, type Truths } from './criteria.js'
import type { FactRequest, FactValue } from './fact.js'
import type { PolicyRequest } from './policy-request.js'
import type { CompiledStatement, JudgedStatement } from './statement.js'

/** The facts found for statements, by statement name. */
export type Facts = Readonly<Record<string, FactValue>>

/** A payer's decision on a service, with the statements behind it. */
export interface PolicyDecision {
  readonly outcome: 'not_required' | 'approved' | 'partially_approved' | 'denied' | 'pending' | 'more_information'
  /**
   * For a denied service, the smallest set of statements that would have to change to meet its criteria, exceptions
   * aside.
   */
  readonly statements: readonly string[]
  /** The approved units; null if none are. */
  readonly units: number | null
  readonly valid_from: string | null
  readonly valid_until: string | null
  readonly reason: string | null
  /** HCR03, or null. */
  readonly reason_code: string | null
  /** The types of the missing documents: for each, the first accepted type. */
  readonly missing_documents: readonly string[]
  /** The names of the statements whose questions are open. */
  readonly questions: readonly string[]
  /** Seconds from the request to the decision. */
  readonly delaySeconds: number
  /** Whether an authorization is needed; undefined if that depends on unknown statements. */
  readonly isRequired: Truth
  readonly judged: ReadonlyMap<string, JudgedStatement>
}

/** The data besides the request that limit an approval. */
export interface DecisionLimits {
  /** The last day of the member's coverage; null if it has no end. */
  readonly coverage_end: string | null
  /** The units already approved within the period of the policy's limits. */
  readonly used_units: number
  /** The units of this service approved before, which stay approved; null if none were. */
  readonly approved_units: number | null
}

/** The members of a request that a decision reads besides the facts. */
type DecidedService = Pick<
  PolicyRequest,
  'procedure_code' | 'units' | 'provider_npi' | 'service_date' | 'urgency' | 'answers' | 'documents'
>

const noLimits: DecisionLimits = { coverage_end: null, used_units: 0, approved_units: null }

/** Codes of HCR03 (code source 886). */
export const reasonCodes = {
  quantity: '04',
  network: '09',
  notRequired: '0H',
  necessity: '0F',
  duplicate: '0Q',
  documents: '0U',
} as const

/**
 * Decides a service by its policy: a pure function, which makes at most one pass over the resources of a type per
 * statement.
 */
export function decide(
  policy: CompiledPolicy,
  chart: Chart,
  request: PolicyRequest,
  limits: DecisionLimits = noLimits,
): PolicyDecision {
  return decideOn(policy, finish(readFacts(policy, chart, request)), request, limits)
}

/** Reads in steps the facts in a chart and a request for the statements of a policy. */
export function* readFacts({ statements }: CompiledPolicy, chart: Chart, request: FactRequest): Steps<Facts> {
  const facts: Record<string, FactValue> = {}
  for (const { name, readFact } of statements.values()) {
    if (readFact === undefined) continue
    const read = readFact(chart, request)
    facts[name] = 'found' in read ? read : yield* read
    yield
  }
  return facts
}

/** Decides a service by facts found earlier, when the request was sent. */
export function decideOn(
  policy: CompiledPolicy,
  facts: Facts,
  request: DecidedService,
  limits: DecisionLimits = noLimits,
): PolicyDecision {
  const { judged, truths } = judgeStatements(policy, facts, request)
  const { decision = {}, gold_card: gold = [] } = policy.policy
  const isGold = request.provider_npi !== null && gold.includes(request.provider_npi)
  const isRequired = isGold ? false : judgeAuthorization(policy, truths)
  const conclude = (part: Part, delaySeconds = 0) => completed(part, { isRequired, judged, delaySeconds })
  if (isGold) return conclude(judgeApproval(policy, request, limits))
  if (isRequired === false) {
    const reason = 'This service requires no authorization.'
    return conclude({ outcome: 'not_required', reason, reason_code: reasonCodes.notRequired })
  }
  const hours = request.urgency === 'expedited' ? decision.expedited_hours : decision.standard_hours
  const delay = Math.round((hours ?? 0) * 3600)
  const met = policy.necessity === undefined ? true : evaluate(policy.necessity, truths)
  if (isRequired === true && met === false) return conclude(judgeDenial(policy, truths), delay)
  const left = unitsLeft(policy, request, limits)
  const missing = listMissing(policy, truths, judged, request, left)
  if (missing !== undefined) return conclude(missing, delay)
  const { outcome = 'approved', reason = null, reason_code = null } = decision
  if (policy.pend !== undefined && evaluate(policy.pend, truths)) return conclude({ outcome: 'pending', reason }, delay)
  if (outcome !== 'approved') return conclude({ outcome, reason, reason_code }, delay)
  const isPartial = policy.partial !== undefined && evaluate(policy.partial.when, truths) === true
  return conclude(judgeApproval(policy, request, limits, isPartial ? policy.partial?.units : undefined), delay)
}

interface Judgement {
  readonly judged: ReadonlyMap<string, JudgedStatement>
  readonly truths: Truths
}

/** The judgement of a policy without statements, shared because a request may have many services. */
const nothingJudged: Judgement = { judged: new Map(), truths: new Map() }

function judgeStatements({ statements }: CompiledPolicy, facts: Facts, request: DecidedService): Judgement {
  if (statements.size === 0) return nothingJudged
  const judged = new Map<string, JudgedStatement>()
  const truths = new Map<string, Truth>()
  for (const { name, judge } of statements.values()) {
    const one = judge(facts[name], request)
    judged.set(name, one)
    truths.set(name, one.met)
  }
  return { judged, truths }
}

/**
 * Returns a decision with its defaults. They are not spread, which took a fifth of the time of a `$submit` with many
 * services.
 */
function completed(
  {
    outcome,
    statements = [],
    units = null,
    valid_from = null,
    valid_until = null,
    reason = null,
    reason_code = null,
    missing_documents = [],
    questions = [],
  }: Part,
  { isRequired, judged, delaySeconds }: Pick<PolicyDecision, 'isRequired' | 'judged' | 'delaySeconds'>,
): PolicyDecision {
  return {
    outcome,
    statements,
    units,
    valid_from,
    valid_until,
    reason,
    reason_code,
    missing_documents,
    questions,
    delaySeconds,
    isRequired,
    judged,
  }
}

function judgeAuthorization({ authorization }: CompiledPolicy, truths: Truths): Truth {
  return typeof authorization === 'boolean' ? authorization : evaluate(authorization, truths)
}

type Part = Pick<PolicyDecision, 'outcome'> & Partial<PolicyDecision>

function judgeDenial({ criteria, policy, statements }: CompiledPolicy, truths: Truths): Part {
  const reasons = policy.decision?.reasons ?? {}
  const explained = new Set(Object.keys(reasons))
  const names = criteria === undefined ? [] : fewestChanges(criteria, true, truths, explained)
  const texts = names.map((name) => {
    const { text = defaultReason(statements.get(name)), appeal } = reasons[name] ?? {}
    return appeal === undefined ? text : `${text} ${appeal}`
  })
  const code = names.flatMap((name) => reasons[name]?.x12 ?? [])[0] ?? reasonCodes.necessity
  return { outcome: 'denied', statements: names, reason: texts.join(' '), reason_code: code }
}

function defaultReason(compiled: CompiledStatement | undefined): string {
  const { question } = compiled?.statement ?? {}
  return `Not met: ${question ?? compiled?.name.replaceAll('_', ' ')}${question === undefined ? '.' : ''}`
}

/**
 * Returns what is missing for a decision: open statements that matter, and documents that are always needed. Undefined
 * if nothing is.
 */
function listMissing(
  policy: CompiledPolicy,
  truths: Truths,
  judged: ReadonlyMap<string, JudgedStatement>,
  { documents }: DecidedService,
  left: number,
): Part | undefined {
  if (policy.statements.size === 0 && policy.policy.documents === undefined) return undefined
  const attached = new Set(documents.map(({ document_type }) => document_type))
  const open = findOpen(policy, truths, left).statements.flatMap((name) => judged.get(name) ?? [])
  const needed = [
    ...(policy.policy.documents ?? []).filter((type) => !attached.has(type)),
    ...open.flatMap(({ name, lacksDocument }) =>
      lacksDocument ? (policy.statements.get(name)?.statement.accepts?.slice(0, 1) ?? []) : [],
    ),
  ]
  if (open.length === 0 && needed.length === 0) return undefined
  return {
    outcome: 'more_information',
    missing_documents: [...new Set(needed)],
    questions: open.flatMap(({ name, lacksAnswer }) => (lacksAnswer ? name : [])),
    reason_code: reasonCodes.documents,
  }
}

/** The open points of a decision. */
export interface OpenDecision {
  /** The unknown statements that can affect the decision, in the order of the policy. */
  readonly statements: readonly string[]
  /** Whether the documents that the policy always needs can still affect the decision. */
  readonly needsDocuments: boolean
}

/** Returns the open points of a decision on at most `units`, given the known statements. */
export function findOpen(policy: CompiledPolicy, truths: Truths, units: number): OpenDecision {
  const { authorization, necessity, pend, partial } = policy
  const isRequired = judgeAuthorization(policy, truths)
  const isUnmet = necessity !== undefined && evaluate(necessity, truths) === false
  if (isRequired === false || (isRequired === true && isUnmet)) return { statements: [], needsDocuments: false }
  const open = typeof authorization === 'boolean' ? [] : openStatements(authorization, truths)
  if (isUnmet) return { statements: open, needsDocuments: true }
  const outcome = policy.policy.decision?.outcome ?? 'approved'
  const isPending = outcome === 'pending' || (pend !== undefined && evaluate(pend, truths) === true)
  const reducesUnits = partial !== undefined && outcome === 'approved' && !isPending && partial.units < units
  const statements = [
    ...open,
    ...(necessity === undefined ? [] : openStatements(necessity, truths)),
    ...(pend === undefined || isPending ? [] : openStatements(pend, truths)),
    ...(reducesUnits ? openStatements(partial.when, truths) : []),
  ]
  return { statements, needsDocuments: true }
}

/** Returns the maximum number of units that can be approved. */
function unitsLeft({ policy }: CompiledPolicy, { units }: DecidedService, { used_units }: DecisionLimits): number {
  const limit = policy.limits?.units
  return limit === undefined ? units : Math.min(units, Math.max(0, limit - used_units))
}

/** Approves as many units as are left. Units approved before stay approved. */
function judgeApproval(
  compiled: CompiledPolicy,
  request: DecidedService,
  limits: DecisionLimits,
  most = request.units,
): Part {
  const { limits: allowed, decision } = compiled.policy
  const { reason = null, reason_code = null, expires_days: days } = decision ?? {}
  const { units, procedure_code, service_date } = request
  const { approved_units: before, coverage_end } = limits
  const approved = Math.min(units, Math.max(Math.min(unitsLeft(compiled, request, limits), most), before ?? 0))
  if (approved === 0) {
    const text = `The ${allowed?.units} units of ${procedure_code} for ${allowed?.period_days} days are used up.`
    return { outcome: 'denied', reason: text, reason_code: reasonCodes.quantity }
  }
  const isWhole = approved === units
  const ends = days === undefined || service_date === null ? undefined : dayAfter(service_date, days - 1)
  return {
    outcome: isWhole ? 'approved' : 'partially_approved',
    units: approved,
    ...(ends !== undefined && {
      valid_from: service_date,
      valid_until: coverage_end !== null && coverage_end < ends ? coverage_end : ends,
    }),
    reason: reason ?? (isWhole ? null : `Approved ${approved} of ${units} units of ${procedure_code}.`),
    reason_code: reason_code ?? (isWhole ? null : reasonCodes.quantity),
  }
}
