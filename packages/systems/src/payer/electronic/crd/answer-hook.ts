import { type JsonObject, randomString, type Steps } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../../../json-shape.js'
import type { PayerEffect } from '../../state.js'
import { putRow } from '../../state.js'
import { type ElectronicAnswer, type ElectronicCall, refuse } from '../electronic-call.js'
import { createEvent } from '../events.js'
import { objectsIn, textAt } from '../fhir/element.js'
import { createPool, type ResourcePool, readReference, resourcesIn } from '../fhir/resource-pool.js'
import { findCoveredMember } from '../order/covered-member.js'
import { orderTypes, type ReadOrder, readOrder, refuseForeign, refuseQuantities } from '../order/order.js'
import { nextId } from '../rows.js'
import { type Assertion, assertCoverage, notCovered } from './assertion.js'
import { createCards } from './cards.js'
import { findCoverage } from './coverage.js'
import { type AssertionIdentity, createCoverageInformation, withAssertion } from './coverage-information.js'
import { dispatchedOrders, type HookRequest, readHook } from './read-hook.js'
import { crdHooks, createServiceId, discoverServices, isPrimary } from './services.js'

/** Lists the CRD services; CORS allows any origin. */
export function discover({ state }: ElectronicCall): ElectronicAnswer {
  const services = discoverServices(state.electronic.crdVersions)
  return { status: 200, json: services, headers: { 'access-control-allow-origin': '*' } }
}

/** Responds to a hook with coverage information about each order, as a system action, and cards about the policies. */
export function answerHook(call: ElectronicCall): ElectronicAnswer | Steps<ElectronicAnswer> {
  const [, id = ''] = call.path
  const hook = crdHooks.find((one) => createServiceId(one) === id)
  if (hook === undefined) {
    const ids = crdHooks.map(createServiceId).join(', ')
    return refuse(404, 'not-found', `There is no service ${show(id)}; the services are ${ids}.`)
  }
  const read = readHook(hook, call.body)
  return 'refusal' in read ? read.refusal : answerRequest(call, read.request)
}

interface AssertedOrder {
  readonly order: ReadOrder
  readonly assertion: Assertion
  /** `CA` and ten digits. */
  readonly id: string
}

function* answerRequest({ state, context }: ElectronicCall, request: HookRequest): Steps<ElectronicAnswer> {
  const { hook, patientId, prefetch, options } = request
  const { at, ask, random } = context
  const today = at.slice(0, 10)
  const pool = createPool(
    [...resourcesIn(Object.values(prefetch)), ...resourcesIn(Object.values(request.context))],
    ask,
  )
  const found = yield* findCoverage({ organization: state.organization, ask }, prefetch, patientId, pool)
  if ('refusal' in found) return found.refusal
  const orders = yield* readOrders(request, pool)
  if ('refusal' in orders) return orders.refusal
  const { coverage } = found
  const asserted: AssertedOrder[] = []
  let memberId: string | null = null
  for (const order of orders.orders) {
    const day = order.serviceDate ?? today
    const covered = yield* findCoveredMember(state, coverage, patientId, pool, { day, ask })
    if ('member' in covered) memberId = covered.member.patient_member_id
    const assertion =
      'lapse' in covered
        ? notCovered(covered.lapse)
        : yield* assertCoverage(state, order, covered.member, { today, ask, mayAsk: isPrimary(hook) })
    asserted.push({ order, assertion, id: `CA${randomString(random, 10, '0123456789')}` })
  }
  const coverageReference = `Coverage/${coverage.id}`
  const isOlder = (request.version ?? state.electronic.version).startsWith('2.0')
  const actions = options.hasCoverage
    ? makeActions(asserted, { coverage: coverageReference, date: today, isOlder })
    : []
  const label = readLabel(coverage, pool)
  const cards = options.hasGuidelines
    ? createCards(asserted, label, { random, isOlder }).slice(0, options.maxCards)
    : []
  const row: JsonObject = {
    crd_id: nextId(state, 'crd_calls', 'CRD'),
    hook,
    service: createServiceId(hook),
    hook_instance: request.hookInstance,
    patient_id: patientId,
    patient_member_id: memberId,
    performer: textAt(request.context, 'performer') ?? null,
    context: request.context,
    prefetch: request.prefetch,
    orders: asserted.map(orderRow),
    system_actions: actions.length,
    cards: cards.length,
    at,
  }
  const effects: readonly PayerEffect[] = [putRow('crd_calls', String(row.crd_id), row)]
  return {
    status: 200,
    json: { cards: [...cards], systemActions: actions },
    effects,
    events: [createEvent('crd.called', row)],
    returned: asserted.flatMap(({ assertion }) => assertion.examined ?? []),
  }
}

function orderRow({ order, assertion, id }: AssertedOrder): JsonObject {
  const { covered, paNeeded, docNeeded, infoNeeded, satisfiedId, questionnaires, policy } = assertion
  return {
    order: order.reference,
    code: order.code?.code ?? null,
    assertion_id: id,
    covered,
    pa_needed: paNeeded ?? null,
    doc_needed: [...docNeeded],
    info_needed: [...infoNeeded],
    satisfied_pa_id: satisfiedId ?? null,
    questionnaires: [...questionnaires],
    policy: policy?.policy.id ?? null,
  }
}

function makeActions(asserted: readonly AssertedOrder[], place: Omit<AssertionIdentity, 'id'>): JsonObject[] {
  return asserted.flatMap(({ order, assertion, id }) => {
    const extension = createCoverageInformation(order, assertion, { ...place, id })
    const resource = withAssertion(order.resource, extension)
    if (resource === undefined) return []
    return {
      type: 'update',
      description: `Coverage information of ${order.reference}.`,
      resource,
      extension: { 'davinci-crd.associated-resource': [{ reference: order.reference }] },
    }
  })
}

type FoundOrders = { readonly orders: readonly ReadOrder[] } | { readonly refusal: ElectronicAnswer }

/** Returns the orders that a hook is about, or a rejection if one has an invalid quantity. */
function* readOrders(request: HookRequest, pool: ResourcePool): Steps<FoundOrders> {
  const found = yield* findOrders(request, pool)
  const refusal = 'refusal' in found ? found.refusal : refuseQuantities(found.orders)
  return refusal === undefined ? found : { refusal }
}

/** Returns the orders that a hook names; for an appointment based on an order, that order. */
function* findOrders({ hook, context, patientId }: HookRequest, pool: ResourcePool): Steps<FoundOrders> {
  if (hook === 'encounter-start' || hook === 'encounter-discharge') return { orders: [] }
  if (hook === 'order-dispatch') return yield* dispatchedIn(context, pool)
  const bundle = isJsonObject(context.draftOrders) ? context.draftOrders : context.appointments
  const resources = resourcesIn([bundle ?? null]).filter(({ resourceType }) =>
    orderTypes.includes(String(resourceType)),
  )
  const unnamed = resources.find((one) => textAt(one, 'id') === undefined)
  if (unnamed !== undefined) {
    const text = `Each order of the context needs an id; a ${unnamed.resourceType} has none.`
    return { refusal: refuse(400, 'required', text, 'context') }
  }
  const foreign = refuseForeign(resources, patientId, 'context.patientId')
  if (foreign !== undefined) return { refusal: foreign }
  const selected = Array.isArray(context.selections)
    ? new Set(context.selections.map((one) => readReference(String(one))))
    : undefined
  const asked =
    selected === undefined ? resources : resources.filter((one) => selected.has(`${one.resourceType}/${one.id}`))
  if (selected !== undefined && asked.length < selected.size) {
    const text = `context.selections must be orders of context.draftOrders, got ${show(context.selections)}.`
    return { refusal: refuse(400, 'invalid', text, 'context.selections') }
  }
  const orders: ReadOrder[] = []
  for (const one of asked) {
    const basis = hook === 'appointment-book' ? pool.resolve(objectsIn(one.basedOn)[0]) : undefined
    orders.push(readOrder(basis ?? one, pool))
    yield
  }
  return { orders }
}

function* dispatchedIn(context: JsonObject, pool: ResourcePool): Steps<FoundOrders> {
  const performer = textAt(context, 'performer') ?? ''
  const orders: ReadOrder[] = []
  for (const reference of dispatchedOrders(context)) {
    const resource = pool.resolve(reference)
    if (resource === undefined) {
      const text = `The order ${reference} is neither in the prefetch nor in the record.`
      return { refusal: refuse(400, 'not-found', text, 'context.dispatchedOrders') }
    }
    orders.push({ ...readOrder({ ...resource, performer: [{ reference: performer }] }, pool), resource })
    yield
  }
  return { orders }
}

/** Returns the name of the insurer for the source of a card. */
function readLabel(coverage: JsonObject, pool: ResourcePool): string {
  const [payor] = objectsIn(coverage.payor)
  return textAt(payor, 'display') ?? textAt(pool.resolve(payor), 'name') ?? 'Payer'
}
