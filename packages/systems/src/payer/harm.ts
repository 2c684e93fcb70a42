import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/verifier/kinds'
import { readJson, readMember } from '../noise.js'
import type { AcceptedCall, HarmfulCall } from '../simulator.js'
import { createConcept, objectsIn } from './electronic/fhir/element.js'
import { pasUrl } from './electronic/fhir/urls.js'
import { readClaim } from './electronic/pas/read-claim.js'
import { openClaimBundle } from './electronic/pas/request-bundle.js'
import { makeSubmission } from './electronic/pas/submit.js'
import { writeRequest } from './electronic/pas/write-request.js'
import { electronicGroup, payerGroup } from './group.js'
import type { PriorAuth } from './model/prior-auth-row.js'
import type { PayerState } from './state.js'

/**
 * Returns harmful variants of an accepted call. A portal request gets its first document attached again, and is
 * repeated by PAS, as is an order that CRD called satisfied. A PAS request is repeated under another identifier, as an
 * update that names no request, with an older form, by the portal, and to other payers; and it is cancelled by an
 * update.
 */
export function payerHarm(accepted: AcceptedCall, state: PayerState): readonly HarmfulCall[] {
  const { path, method, body } = accepted.call
  if (method !== 'POST' || body === null || !('json' in body)) return []
  if (path === 'fhir/Claim/$submit') return claimHarm(accepted, body.json)
  if (path.startsWith('cds-services/')) return satisfiedHarm(state, readMember(body.json, 'hookInstance'))
  const number = readMember(readJson(accepted.response), 'auth_number')
  if (path !== 'prior-auths' || typeof number !== 'string') return []
  const attachments = readMember(body.json, 'attachments')
  const first = Array.isArray(attachments) ? attachments[0] : undefined
  const call = { ...accepted.call, path: `${path}/${number}/attachments`, query: '', body: { json: first ?? {} } }
  const repeated = state.requests.get(number)
  return [
    ...(isJsonObject(first)
      ? [{ kind: 'duplicate' as const, what: 'with its first document attached again', call }]
      : []),
    ...(repeated === undefined ? [] : repeatedByPas(state, repeated, 'again by PAS')),
  ]
}

/** Repeats, by PAS, the orders of a hook for which the payer named an earlier authorization. */
function satisfiedHarm(state: PayerState, hookInstance: JsonValue | undefined): readonly HarmfulCall[] {
  const calls = state.tables.get('crd_calls')?.rows() ?? []
  const asked = calls.filter(({ hook_instance }) => hook_instance === hookInstance)
  return asked.flatMap(({ orders }) =>
    objectsIn(orders).flatMap(({ code, satisfied_pa_id: number }) => {
      const earlier = state.requests.get(String(number))
      const item = earlier?.items.find(({ procedure_code }) => procedure_code === code)
      if (earlier === undefined || item === undefined) return []
      const { procedure_code, units } = item
      const request = { ...earlier, procedure_code, units, additional_services: [] }
      return repeatedByPas(state, request, `and a request for ${procedure_code}, which ${number} satisfies`)
    }),
  )
}

function repeatedByPas(
  { electronic, organization }: PayerState,
  request: PriorAuth,
  what: string,
): readonly HarmfulCall[] {
  if (!electronic.offers.includes('pas') || request.provider_npi === null) return []
  const json = writeRequest('again', request, organization)
  const call = { method: 'POST', path: 'fhir/Claim/$submit', query: '', headers: {}, body: { json } }
  return [{ kind: 'duplicate', what, group: electronicGroup.name, call }]
}

function claimHarm({ call, response }: AcceptedCall, bundle: JsonValue): readonly HarmfulCall[] {
  const [answer] = objectsIn(readMember(readJson(response), 'entry'))
  const [claim, ...others] = objectsIn(readMember(bundle, 'entry'))
  const isTaken = isJsonObject(answer?.resource) && answer.resource.outcome !== 'error'
  if (!isTaken || !isJsonObject(bundle) || claim === undefined || !isJsonObject(claim.resource)) return []
  const { extension, related: _, id, ...members } = claim.resource
  const next: JsonObject = { ...members, id: `${id ?? 'claim'}-2`, identifier: renamed(claim.resource.identifier) }
  const fullUrl = `${claim.fullUrl}-2`
  const type = { url: `${pasUrl}extension-certificationType`, valueCodeableConcept: createConcept(certifications, '3') }
  const prior = { claim: { reference: String(claim.fullUrl) }, relationship: createConcept(relationships, 'prior') }
  const cancelled = {
    ...next,
    extension: [...objectsIn(extension).filter(({ url }) => url !== type.url), type],
    related: [prior],
  }
  const sendAs = (resource: JsonObject, more: readonly JsonObject[], rest = others) => {
    const [identifier] = renamed([bundle.identifier ?? {}])
    const entry = [{ fullUrl, resource }, ...more, ...rest]
    return { ...call, body: { json: { ...bundle, identifier: identifier ?? {}, entry } } }
  }
  const own = extension === undefined ? next : { ...next, extension }
  const [first, ...items] = objectsIn(next.item)
  const changed = { url: `${pasUrl}extension-infoChanged`, valueCode: 'changed' }
  const unrelated = { ...own, item: [{ ...first, extension: [...objectsIn(first?.extension), changed] }, ...items] }
  const older = others.map(withOlderForm)
  const isOlder = older.some((one, index) => one !== others[index])
  return [
    { kind: 'duplicate', what: 'again under another identifier', call: sendAs(own, []) },
    { kind: 'undone', what: 'cancelled by an update', call: sendAs(cancelled, [claim]) },
    { kind: 'duplicate', what: 'again as an update that names no request', call: sendAs(unrelated, []) },
    ...(isOlder
      ? [{ kind: 'duplicate' as const, what: 'again with an older form', call: sendAs(own, [], older) }]
      : []),
    ...repeatedByPortal(bundle, call),
    { kind: 'disclosure', what: 'to', call },
  ]
}

/** Returns a QuestionnaireResponse changed to answer an earlier version of its questionnaire. */
function withOlderForm(entry: JsonObject): JsonObject {
  const { resource } = entry
  if (!isJsonObject(resource) || resource.resourceType !== 'QuestionnaireResponse') return entry
  const [url, version] = String(resource.questionnaire).split('|')
  return version === undefined
    ? entry
    : { ...entry, resource: { ...resource, questionnaire: `${url}|before-${version}` } }
}

function repeatedByPortal(bundle: JsonObject, call: AcceptedCall['call']): readonly HarmfulCall[] {
  const request = openClaimBundle(bundle)
  if (request === undefined) return []
  const { answersFor: _, performer_npi: __, ...json } = makeSubmission(readClaim(request), nothingSupplied, '')
  const body = { json: { ...json, additional_services: [...json.additional_services] } }
  return [
    {
      kind: 'duplicate',
      what: 'again by the portal',
      group: payerGroup.name,
      call: { ...call, path: 'prior-auths', body },
    },
  ]
}

const nothingSupplied = { attachments: [], answersFor: () => ({}) }

const certifications = 'https://codesystem.x12.org/005010/1322'
const relationships = 'http://terminology.hl7.org/CodeSystem/ex-relatedclaimrelationship'

/** Returns the identifiers with other values. */
function renamed(identifiers: JsonValue | undefined): JsonObject[] {
  return objectsIn(identifiers).map((one) => ({ ...one, value: `${one.value}-2` }))
}
