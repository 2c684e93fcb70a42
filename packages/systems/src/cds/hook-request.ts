import type { JsonObject, JsonValue, RecordedBody, SimulatorCall } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { type TProperties, type TSchema, Type } from 'typebox'
import { show } from '../json-shape.js'
import { refuse } from '../rest/json-answer.js'
import { readBody } from '../rest/read-json.js'
import { fhirAuthorizationSchema, nowhere, urlPattern, withoutToken } from '../rest/record-access.js'
import { uuidPattern } from '../rest/uuid.js'
import type { SimulatorOutcome } from '../simulator.js'
import { type Hook, hooks } from './model/hook.js'
import { hookContexts } from './model/hook-context.js'
import { hookExample } from './model/hook-form.js'
import type { ReadyService } from './state.js'

/** A request that conforms to CDS Hooks and its service. */
export interface HookRequest {
  readonly hookInstance: string
  readonly context: JsonObject
  /** The prefetches in the request. */
  readonly prefetch: JsonObject
  /** The part of the request that is recorded. */
  readonly recorded: JsonObject
}

function requestSchema(context: TProperties): TSchema {
  return Type.Object({
    hook: Type.String(),
    hookInstance: Type.String({ pattern: uuidPattern }),
    fhirServer: Type.Optional(Type.String({ pattern: urlPattern, maxLength: 2048 })),
    fhirAuthorization: Type.Optional(fhirAuthorizationSchema),
    context: Type.Object(context),
    prefetch: Type.Optional(Type.Object({})),
    extension: Type.Optional(Type.Object({})),
  })
}

const schemas = new Map(hooks.map((hook): [Hook, TSchema] => [hook, requestSchema(hookContexts[hook])]))

/** Reads the request of a service's hook as CDS Hooks 2.0 requires; returns the request or an error response. */
export function readHookRequest(
  service: ReadyService,
  body: RecordedBody | null,
): { readonly request: HookRequest } | { readonly refusal: SimulatorOutcome<never> } {
  const { hook } = service
  const example = { ...hookExample, hook, context: { userId: 'Practitioner/1', patientId: '1', '…': '…' } }
  const sent = readBody(Type.Unsafe<JsonObject>({ type: 'object' }), body, example)
  if ('refusal' in sent) return sent
  const refused = (problem: string) => ({ refusal: refuse('INVALID_REQUEST', problem) })
  // Some clients send null for members that they omit.
  const json = withoutNulls(sent.value)
  if (typeof json.hook === 'string' && json.hook !== hook) {
    return refused(`hook must be ${hook}, the hook of the service ${service.id}, got ${show(json.hook)}.`)
  }
  const read = readBody(schemas.get(hook) ?? Type.Unknown(), { json }, example)
  if ('refusal' in read) return read
  const { fhirServer, fhirAuthorization, ...recorded } = json
  if (fhirAuthorization !== undefined && fhirServer === undefined) {
    return refused('fhirServer is required with fhirAuthorization: the URL of the server that the token is for.')
  }
  const context = isJsonObject(json.context) ? json.context : {}
  const prefetch = isJsonObject(json.prefetch) ? json.prefetch : {}
  const problem =
    selectionProblem(context) ?? taskProblem(context) ?? entryProblem(context) ?? prefetchProblem(prefetch)
  if (problem !== undefined) return refused(problem)
  return { request: { hookInstance: String(json.hookInstance), context, prefetch, recorded } }
}

function withoutNulls(json: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null))
}

function selectionProblem({ selections, draftOrders: drafts }: JsonObject): string | undefined {
  if (!isArray(selections)) return undefined
  const drafted = new Set(
    toList(isJsonObject(drafts) ? drafts.entry : undefined).map((entry) => {
      const resource = isJsonObject(entry) && isJsonObject(entry.resource) ? entry.resource : {}
      return `${resource.resourceType}/${resource.id}`
    }),
  )
  const place = selections.findIndex((selection) => !drafted.has(String(selection)))
  if (place === -1) return undefined
  return `context.selections.${place} must be an order of context.draftOrders, got ${show(selections[place])}.`
}

/** Returns the error if a task is not for one of the dispatched orders. */
function taskProblem({ fulfillmentTasks: tasks, dispatchedOrders: orders }: JsonObject): string | undefined {
  const dispatched = toList(orders)
  for (const [index, task] of toList(tasks).entries()) {
    const { focus, basedOn } = isJsonObject(task) ? task : {}
    const references = [focus, ...toList(basedOn)].map((one) => (isJsonObject(one) ? (one.reference ?? null) : null))
    if (references.some((one) => one !== null && dispatched.includes(one))) continue
    const place = `context.fulfillmentTasks.${index}`
    return `${place} must have focus or basedOn refer to an order of context.dispatchedOrders, got ${show(references)}.`
  }
  return undefined
}

const urnForm = /^urn:(?:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|oid:[0-2](?:\.\d+)+)$/i

/** Returns the Bundles of a context, each with its member name. */
function bundlesIn(context: JsonObject): readonly (readonly [string, JsonObject])[] {
  return Object.entries(context).flatMap(([member, value]) =>
    isJsonObject(value) && value.resourceType === 'Bundle' ? [[member, value] as const] : [],
  )
}

/** Returns the error if the `fullUrl` of an entry is neither a URN nor the URL of its resource. */
function entryProblem(context: JsonObject): string | undefined {
  for (const [member, { entry }] of bundlesIn(context)) {
    for (const [index, one] of toList(entry).entries()) {
      const { fullUrl, resource } = isJsonObject(one) ? one : {}
      if (fullUrl === undefined || (typeof fullUrl === 'string' && isResourceAddress(fullUrl, resource))) continue
      const expected = 'urn:uuid: and a UUID, or the URL of its resource, ending in its type and id'
      return `context.${member}.entry.${index}.fullUrl must be ${expected}; got ${show(fullUrl)}.`
    }
  }
  return undefined
}

function isResourceAddress(fullUrl: string, resource: JsonValue | undefined): boolean {
  const { resourceType, id } = isJsonObject(resource) ? resource : {}
  return urnForm.test(fullUrl) || (new RegExp(urlPattern).test(fullUrl) && fullUrl.endsWith(`/${resourceType}/${id}`))
}

/**
 * Returns the error if a prefetch is not a resource or null. Unknown keys are accepted, because clients may send
 * prefetches of other services too.
 */
function prefetchProblem(prefetch: JsonObject): string | undefined {
  for (const [key, value] of Object.entries(prefetch)) {
    if (value === null || (isJsonObject(value) && typeof value.resourceType === 'string')) continue
    return `prefetch.${key} must be a FHIR resource, or null if there is none, got ${show(value)}.`
  }
  return undefined
}

/**
 * Removes the FHIR access and the server's address from a call, so that the recorded call is the same at any address,
 * and the address cannot carry a message.
 */
export function withoutAccess(call: SimulatorCall): SimulatorCall {
  const { body } = withoutToken(call)
  if (body === null || !('json' in body) || !isJsonObject(body.json) || !isJsonObject(body.json.context)) {
    return { ...call, body }
  }
  const { context } = body.json
  const bundles = bundlesIn(context).map(([member, bundle]) => [member, withoutAddresses(bundle)] as const)
  return { ...call, body: { json: { ...body.json, context: { ...context, ...Object.fromEntries(bundles) } } } }
}

/** Returns a Bundle with the server removed from the URLs of its entries. */
function withoutAddresses(bundle: JsonObject): JsonObject {
  if (!isArray(bundle.entry)) return bundle
  const entry = bundle.entry.map((one) => {
    if (!isJsonObject(one) || typeof one.fullUrl !== 'string' || urnForm.test(one.fullUrl)) return one
    if (!isResourceAddress(one.fullUrl, one.resource)) return one
    const tail = one.fullUrl.split('/').slice(-2).join('/')
    return { ...one, fullUrl: `${nowhere}/${tail}` }
  })
  return { ...bundle, entry }
}

function toList(value: JsonValue | undefined): readonly JsonValue[] {
  return isArray(value) ? value : []
}

function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}
