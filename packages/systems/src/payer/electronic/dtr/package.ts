import type { IssueCode, OutcomeIssue } from '@carebench/fhir'
import type { JsonObject, Steps } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../../../json-shape.js'
import type { CompiledPolicy } from '../../../policy/compile-policy.js'
import type { ReturnedRecord } from '../../../returned-records.js'
import { readChart } from '../../actions/policy-reading.js'
import { policyFor } from '../../model/determination.js'
import { putRow } from '../../state.js'
import { createOutcome, type ElectronicAnswer, type ElectronicCall, readResource, refuse } from '../electronic-call.js'
import { createEvent } from '../events.js'
import { dayIn, objectsIn, textAt } from '../fhir/element.js'
import { createPool, readReference } from '../fhir/resource-pool.js'
import { dtrUrl } from '../fhir/urls.js'
import { draftResponse } from '../form/draft-response.js'
import {
  createAdaptiveQuestionnaire,
  createCanonical,
  createQuestionnaire,
  hasQuestionnaire,
  readCanonical,
} from '../form/questionnaire.js'
import { findCoveredMember, policyRequest } from '../order/covered-member.js'
import { isCoverageServed, nameServed } from '../order/insurer.js'
import { orderTypes, type ReadOrder, readOrder, refuseForeign, refuseQuantities } from '../order/order.js'
import { nextId } from '../rows.js'
import { policiesOfContext } from './package-context.js'

/** The input of `$questionnaire-package`. */
interface PackageInput {
  readonly coverage: JsonObject
  readonly orders: readonly JsonObject[]
  readonly questionnaires: readonly string[]
  readonly context: string | undefined
  /** Only questionnaires of policies that may have changed since this day are packaged. */
  readonly changedSince: string | undefined
}

/**
 * Returns the questionnaires of the policies that apply to orders, each with a draft response
 * (`$questionnaire-package`).
 */
export function packageQuestionnaires(call: ElectronicCall): ElectronicAnswer | Steps<ElectronicAnswer> {
  const read = readResource(call.body, 'Parameters')
  if ('refusal' in read) return read.refusal
  const input = readInput(read.resource)
  return 'refusal' in input ? input.refusal : answerPackage(call, input)
}

function readInput({ parameter }: JsonObject): PackageInput | { readonly refusal: ElectronicAnswer } {
  const all = objectsIn(parameter)
  const resources = (name: string) =>
    all.flatMap((one) => (one.name === name && isJsonObject(one.resource) ? [one.resource] : []))
  const texts = (name: string, member: string) =>
    all.flatMap((one) => (one.name === name ? (textAt(one, member) ?? []) : []))
  const reject = (code: IssueCode, text: string) => ({ refusal: refuse(400, code, text, 'Parameters.parameter') })
  const [coverage, ...more] = resources('coverage')
  const orders = resources('order')
  const questionnaires = texts('questionnaire', 'valueCanonical')
  const [context] = texts('context', 'valueString')
  const [changed] = texts('changedsince', 'valueInstant')
  const changedSince = dayIn(changed)
  if (coverage === undefined || more.length > 0 || coverage.resourceType !== 'Coverage') {
    const found = coverage === undefined ? 'none' : 'others'
    return reject('required', `The parameter coverage must be one Coverage, got ${found}.`)
  }
  if (orders.length === 0 && questionnaires.length === 0 && context === undefined) {
    return reject('invariant', 'Give at least one of order, questionnaire and context (dtr-1): what the form is for.')
  }
  if (changed !== undefined && changedSince === undefined) {
    return reject('value', `The parameter changedsince must be an instant, got ${show(changed)}.`)
  }
  const foreign = orders.find(({ resourceType }) => !orderTypes.includes(String(resourceType)))
  if (foreign !== undefined) {
    const types = orderTypes.join(', ')
    return reject('value', `The parameter order must be one of ${types}, got ${show(foreign.resourceType)}.`)
  }
  return { coverage, orders, questionnaires, context, changedSince }
}

interface Packaged {
  readonly policy: CompiledPolicy
  readonly isAdaptive: boolean
  readonly order: ReadOrder | undefined
}

function* answerPackage(call: ElectronicCall, input: PackageInput): Steps<ElectronicAnswer> {
  const { state, context } = call
  const { at, ask } = context
  const { coverage, questionnaires } = input
  const pool = createPool([coverage, ...input.orders], ask)
  const payer = { organization: state.organization, ask }
  if (!isCoverageServed(coverage, pool, payer)) {
    const text = `The Coverage is of another payer; this interface serves ${nameServed(payer)}.`
    return refuse(400, 'not-supported', `${text} Send it to the payer of the coverage.`, 'Parameters.parameter')
  }
  const patientId = (readReference(textAt(coverage.beneficiary, 'reference')) ?? '').split('/')[1] ?? ''
  const found = yield* findCoveredMember(state, coverage, patientId, pool, { day: at.slice(0, 10), ask })
  if ('lapse' in found) {
    return refuse(422, 'not-found', `There is no member for the coverage. ${found.lapse.text}`, 'Parameters.parameter')
  }
  const issues: OutcomeIssue[] = []
  const warn = (diagnostics: string) => issues.push({ severity: 'warning', code: 'not-found', diagnostics })
  const packaged: Packaged[] = []
  const orders: ReadOrder[] = []
  for (const resource of input.orders) {
    orders.push(readOrder(resource, pool))
    yield
  }
  const refusal = refuseForeign(input.orders, patientId, 'coverage.beneficiary') ?? refuseQuantities(orders)
  if (refusal !== undefined) return refusal
  for (const order of orders) {
    const { code } = order
    const policy = code && policyFor(state.policy.policies, policyRequest(found.member, order, at), code.code)
    if (policy !== undefined && hasQuestionnaire(policy)) packaged.push({ policy, isAdaptive: false, order })
    else if (questionnaires.length === 0) warn(`There is nothing to fill in for ${order.reference}.`)
    yield
  }
  const asked =
    input.context === undefined ? undefined : policiesOfContext(state, input.context, patientId, found.member)
  if (input.context !== undefined && asked === undefined) {
    const text = `The payer knows no coverage assertion and no request ${show(input.context)} of the member.`
    return refuse(422, 'not-found', text, 'Parameters.parameter')
  }
  for (const policy of asked ?? []) {
    if (!packaged.some((one) => one.policy === policy)) packaged.push({ policy, isAdaptive: false, order: undefined })
  }
  const wanted = questionnaires.flatMap((canonical): Packaged[] => {
    const one = readCanonical(canonical)
    const policy = one && state.policy.policies.find(({ policy: { id } }) => id === one.id)
    const isCurrent = one?.version === undefined || one.version === policy?.policy.version
    if (one !== undefined && policy !== undefined && hasQuestionnaire(policy) && isCurrent) {
      const { order } = packaged.find((other) => other.policy === policy) ?? {}
      return [{ policy, isAdaptive: one.isAdaptive, order }]
    }
    warn(
      'The payer has no questionnaire ' +
        `${show(canonical)}${policy === undefined ? '' : `; its current version is ${createCanonical(policy)}`}.`,
    )
    return []
  })
  const fitting = questionnaires.length === 0 ? packaged : wanted
  const chosen = fitting.filter(({ policy }) => mayHaveChanged(policy, input.changedSince))
  const bundles: JsonObject[] = []
  const returned: ReturnedRecord[] = []
  for (const { policy, isAdaptive, order } of chosen) {
    const reading = yield* readChart(state, [policy], policyRequest(found.member, order, at), ask)
    // The draft of an adaptive form has no answers.
    if (!isAdaptive) returned.push(...(reading?.records ?? []))
    const draft = draftResponse(policy, reading?.facts[policy.policy.id] ?? {}, {
      coverage,
      order,
      context: input.context,
      at,
      isAdaptive,
      version: state.electronic.version,
    })
    const questionnaire = isAdaptive ? createAdaptiveQuestionnaire(policy) : createQuestionnaire(policy)
    bundles.push(makeBundle(questionnaire, draft))
  }
  const name = state.electronic.version === '2.0' ? 'PackageBundle' : 'packagebundle'
  const json: JsonObject = {
    resourceType: 'Parameters',
    meta: { profile: [`${dtrUrl}dtr-qpackage-output-parameters`] },
    parameter: [
      ...bundles.map((resource) => ({ name, resource })),
      ...(issues.length > 0 ? [{ name: 'outcome', resource: createOutcome(issues) }] : []),
    ],
  }
  const row: JsonObject = {
    dtr_id: nextId(state, 'dtr_packages', 'DTR'),
    patient_member_id: found.member.patient_member_id,
    context: input.context ?? null,
    orders: input.orders.map((order) => `${order.resourceType}/${order.id}`),
    questionnaires: chosen.map(({ policy, isAdaptive }) => createCanonical(policy, isAdaptive)),
    at,
  }
  const effects = [putRow('dtr_packages', String(row.dtr_id), row)]
  return { status: 200, json, effects, events: [createEvent('dtr.packaged', row)], returned }
}

/** Whether a policy may have changed since a day; true if it does not say when it came into effect. */
function mayHaveChanged({ policy: { effective } }: CompiledPolicy, since: string | undefined): boolean {
  return since === undefined || effective?.from === undefined || effective.from >= since
}

function makeBundle(questionnaire: JsonObject, draft: JsonObject): JsonObject {
  return {
    resourceType: 'Bundle',
    meta: { profile: [`${dtrUrl}DTR-QPackageBundle`] },
    type: 'collection',
    entry: [
      { fullUrl: String(questionnaire.url), resource: questionnaire },
      { fullUrl: `${questionnaire.url}/response`, resource: draft },
    ],
  }
}
