import type { JsonObject, JsonValue, RecordedBody } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { Type } from 'typebox'
import { show } from '../../../json-shape.js'
import { readCall } from '../../../rest/read-json.js'
import { fhirAuthorizationSchema } from '../../../rest/record-access.js'
import { type ElectronicAnswer, refuse } from '../electronic-call.js'
import { objectsIn, readList, textAt, valueAt } from '../fhir/element.js'
import { type CrdHook, createServiceId } from './services.js'

/** The members of a hook's request that the payer reads. */
export interface HookRequest {
  readonly hook: CrdHook
  readonly hookInstance: string
  readonly patientId: string
  readonly context: JsonObject
  readonly prefetch: JsonObject
  readonly options: { readonly hasCoverage: boolean; readonly hasGuidelines: boolean; readonly maxCards: number }
  /** The requested version of CRD; undefined if the request names none. */
  readonly version: string | undefined
}

type Reading = { readonly request: HookRequest } | { readonly refusal: ElectronicAnswer }

const uuid = /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/

/** The required members of each hook's context, besides the patient and dispatched orders. */
const contexts: Readonly<Record<CrdHook, readonly string[]>> = {
  'order-sign': ['userId', 'draftOrders'],
  'order-select': ['userId', 'selections', 'draftOrders'],
  'order-dispatch': ['performer'],
  'appointment-book': ['userId', 'appointments'],
  'encounter-start': ['userId', 'encounterId'],
  'encounter-discharge': ['userId', 'encounterId'],
}

const accessSchema = /* @__PURE__ */ Type.Object({ fhirAuthorization: fhirAuthorizationSchema })

/** Reads the request of a hook; rejects invalid bodies with 400. */
export function readHook(hook: CrdHook, body: RecordedBody | null): Reading {
  const json = body !== null && 'json' in body ? body.json : undefined
  if (!isJsonObject(json)) return invalid(`The body must be the JSON of a CDS Hooks request, got ${show(json)}.`)
  if (json.hook !== hook) {
    return invalid(
      `hook must be ${hook}, the hook of the service ${createServiceId(hook)}, got ${show(json.hook)}.`,
      'hook',
    )
  }
  if (typeof json.hookInstance !== 'string' || !uuid.test(json.hookInstance)) {
    return invalid(`hookInstance must be a UUID, got ${show(json.hookInstance)}.`, 'hookInstance')
  }
  if (json.fhirAuthorization !== undefined && textAt(json, 'fhirServer') === undefined) {
    return invalid('fhirServer is required with fhirAuthorization: the server that the token is for.', 'fhirServer')
  }
  if (json.fhirAuthorization !== undefined) {
    const access = readCall(accessSchema, { fhirAuthorization: json.fhirAuthorization })
    if ('problem' in access) return invalid(`${access.problem}.`, 'fhirAuthorization')
  }
  const { context } = json
  if (!isJsonObject(context)) return invalid(`context must be an object, got ${show(context)}.`, 'context')
  const problem = findContextFault(hook, context)
  if (problem !== undefined) return invalid(problem.text, `context.${problem.member}`)
  const { prefetch = {} } = json
  if (!isJsonObject(prefetch)) return invalid(`prefetch must be an object, got ${show(prefetch)}.`, 'prefetch')
  const wrong = Object.entries(prefetch).find(
    ([, value]) => value !== null && textAt(value, 'resourceType') === undefined,
  )
  if (wrong !== undefined) {
    const [key, value] = wrong
    return invalid(`prefetch.${key} must be a FHIR resource or null, got ${show(value)}.`, `prefetch.${key}`)
  }
  const { extension } = json
  return {
    request: {
      hook,
      hookInstance: json.hookInstance,
      patientId: String(context.patientId),
      context,
      prefetch,
      options: readOptions(valueAt(extension, 'davinci-crd.configuration')),
      version: textAt(extension, 'davinci-crd.requestedVersion'),
    },
  }
}

function invalid(text: string, ...expression: string[]): { readonly refusal: ElectronicAnswer } {
  return { refusal: refuse(400, 'invalid', text, ...expression) }
}

function findContextFault(hook: CrdHook, context: JsonObject): { member: string; text: string } | undefined {
  const lacks = (member: string, what: string) => ({
    member,
    text: `context.${member} must be ${what}, got ${show(context[member])}.`,
  })
  if (textAt(context, 'patientId') === undefined) return lacks('patientId', 'the id of the patient, without its type')
  for (const member of contexts[hook]) {
    if (member === 'draftOrders' || member === 'appointments') {
      if (valueAt(context, member, 'resourceType') !== 'Bundle') return lacks(member, 'a Bundle')
      const resources = objectsIn(valueAt(context, member, 'entry')).map(({ resource }) => resource)
      if (resources.some((one) => textAt(one, 'resourceType') === undefined)) {
        return lacks(member, 'a Bundle whose entries all have a resource')
      }
    } else if (member === 'selections') {
      const isListed = readList(context.selections).length > 0 && readList(context.selections).every(isReference)
      if (!isListed) return lacks(member, 'a list of references to draft orders, such as ["ServiceRequest/1"]')
    } else if (textAt(context, member) === undefined) {
      return lacks(member, member === 'encounterId' ? 'an id' : 'a reference such as "Practitioner/1"')
    }
  }
  if (hook !== 'order-dispatch') return undefined
  // Version 2.0 of the guide has one order, 2.2 a list.
  return dispatchedOrders(context).length === 0
    ? lacks('dispatchedOrders', 'a list of references to orders, such as ["ServiceRequest/1"]')
    : undefined
}

/** Returns the references of the orders in an order-dispatch context. */
export function dispatchedOrders({ dispatchedOrders: orders, order }: JsonObject): readonly string[] {
  const listed: readonly JsonValue[] = orders === undefined && order !== undefined ? [order] : readList(orders)
  return listed.every(isReference) ? (listed as readonly string[]) : []
}

function isReference(value: JsonValue): value is string {
  return typeof value === 'string' && /(?:^|\/)[A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64}$/.test(value)
}

function readOptions(value: JsonValue | undefined): HookRequest['options'] {
  const options = isJsonObject(value) ? value : {}
  const max = options['max-cards']
  return {
    hasCoverage: options['coverage-info'] !== false,
    hasGuidelines: options.guideline !== false,
    maxCards: typeof max === 'number' && Number.isInteger(max) && max >= 0 ? max : 10,
  }
}
