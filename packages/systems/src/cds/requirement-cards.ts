import { type JsonObject, type JsonValue, type Random, type Steps, withSystemKey } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { readJson } from '../noise.js'
import { createPool, readProvider, resourcesIn } from '../payer/electronic/fhir/resource-pool.js'
import { payerGroup, payerType } from '../payer/group.js'
import { drawUuid } from '../rest/uuid.js'
import type { Ask } from '../simulator.js'
import type { CdsService } from './config.js'
import { type Card, maxSummaryLength } from './model/card.js'
import { cut } from './model/text-template.js'

/** The payer whose requirements are shown as cards. */
export type RequirementsSource = NonNullable<CdsService['requirements']>

/**
 * Asks a payer in steps about each coded order in `draftOrders`, and returns a card for each accepted question: whether
 * the order needs an authorization, the documents to attach, and the questions of the payer.
 */
export function* requirementCards(
  { system, label }: RequirementsSource,
  context: JsonObject,
  random: Random,
  ask: Ask | undefined,
): Steps<readonly Card[]> {
  const cards: Card[] = []
  for (const order of ordersIn(context, ask)) {
    yield
    const query = new URLSearchParams({ ...order, patient_id: String(context.patientId) }).toString()
    const call = { method: 'GET', path: 'requirements', query, headers: {}, body: null }
    const answer = ask?.(withSystemKey(payerType, system), payerGroup.name, call)
    const json = answer?.status === 200 ? readJson(answer) : undefined
    if (isJsonObject(json)) cards.push(makeCard(json, label, random))
  }
  return cards
}

/** Returns the ordered services as queries to the payer's `requirements`. */
function ordersIn({ draftOrders }: JsonObject, ask: Ask | undefined): readonly Record<string, string>[] {
  const entries = toList(isJsonObject(draftOrders) ? draftOrders.entry : undefined)
  const pool = createPool(resourcesIn([draftOrders ?? null]), ask)
  return entries.flatMap((entry) => {
    const order = isJsonObject(entry) && isJsonObject(entry.resource) ? entry.resource : {}
    const [code] = codesIn(order.code ?? order.codeCodeableConcept)
    if (code === undefined) return []
    const diagnoses = toList(order.reasonCode).flatMap(codesIn)
    const { value: units } = isJsonObject(order.quantityQuantity) ? order.quantityQuantity : {}
    const place = toList(order.locationCode)
      .flatMap(codesIn)
      .find((one) => /^\d{2}$/.test(one))
    const npi = [...toList(order.performer), order.requester].flatMap((one) => readProvider(one, pool)?.npi ?? [])[0]
    const day = String(order.occurrenceDateTime ?? '').slice(0, 10)
    return {
      procedure_code: code,
      ...(diagnoses.length > 0 && { diagnosis_code: diagnoses.join(',') }),
      ...(typeof units === 'number' && { units: String(units) }),
      ...(day !== '' && { service_date: day }),
      ...(place !== undefined && { place_of_service: place }),
      ...(npi !== undefined && { provider_npi: npi }),
    }
  })
}

function makeCard(requirements: JsonObject, label: string, random: Random): Card {
  const { procedure_code: code, policy, requires_authorization: isRequired, documents, questions } = requirements
  const needs = isRequired === true ? 'an authorization is required' : 'no authorization is required'
  const title = isJsonObject(policy) ? `${policy.title} (policy ${policy.id}, version ${policy.version}).` : undefined
  const details = [
    title,
    listed('Documents to attach:', toList(documents).map(String)),
    listed(
      'Questions to answer:',
      toList(questions).flatMap((one) => (isJsonObject(one) ? `${one.question} (${one.name})` : [])),
    ),
  ].filter((text) => text !== undefined)
  return {
    uuid: drawUuid(random),
    summary: cut(`${code}: ${isRequired === null ? 'an authorization may be required' : needs}.`, maxSummaryLength),
    ...(details.length > 0 && { detail: details.join('\n') }),
    indicator: isRequired === false ? 'info' : 'warning',
    source: { label },
  }
}

function listed(heading: string, items: readonly string[]): string | undefined {
  return items.length === 0 ? undefined : [heading, ...items.map((item) => `- ${item}`)].join('\n')
}

function codesIn(concept: JsonValue | undefined): readonly string[] {
  const codings = toList(isJsonObject(concept) ? concept.coding : undefined)
  return codings.flatMap((coding) => (isJsonObject(coding) && typeof coding.code === 'string' ? coding.code : []))
}

function toList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}
