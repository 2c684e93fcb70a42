import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/verifier/kinds'
import { jsonOf, memberOf } from '../noise.js'
import type { AcceptedCall, HarmfulCall } from '../simulator.js'
import { conceptOf, objectsIn } from './electronic/fhir/element.js'
import { pasUrl } from './electronic/fhir/urls.js'

/**
 * The first document of a request of the portal is attached once more. A request of PAS is sent again as one of its
 * own, and taken back by an update.
 */
export function payerHarm(accepted: AcceptedCall): readonly HarmfulCall[] {
  const { path, method, body } = accepted.call
  if (method !== 'POST' || body === null || !('json' in body)) return []
  if (path === 'fhir/Claim/$submit') return claimHarm(accepted, body.json)
  const number = memberOf(jsonOf(accepted.response), 'auth_number')
  const attachments = memberOf(body.json, 'attachments')
  const first = Array.isArray(attachments) ? attachments[0] : undefined
  if (path !== 'prior-auths' || typeof number !== 'string' || !isJsonObject(first)) return []
  const call = { ...accepted.call, path: `${path}/${number}/attachments`, query: '', body: { json: first } }
  return [{ kind: 'duplicate', what: 'with its first document attached again', call }]
}

function claimHarm({ call, response }: AcceptedCall, bundle: JsonValue): readonly HarmfulCall[] {
  const [answer] = objectsIn(memberOf(jsonOf(response), 'entry'))
  const [claim, ...others] = objectsIn(memberOf(bundle, 'entry'))
  const isTaken = isJsonObject(answer?.resource) && answer.resource.outcome !== 'error'
  if (!isTaken || !isJsonObject(bundle) || claim === undefined || !isJsonObject(claim.resource)) return []
  const { extension, related: _, id, ...members } = claim.resource
  const next: JsonObject = { ...members, id: `${id ?? 'claim'}-2`, identifier: renamed(claim.resource.identifier) }
  const fullUrl = `${claim.fullUrl}-2`
  const type = { url: `${pasUrl}extension-certificationType`, valueCodeableConcept: conceptOf(certifications, '3') }
  const prior = { claim: { reference: String(claim.fullUrl) }, relationship: conceptOf(relationships, 'prior') }
  const cancelled = {
    ...next,
    extension: [...objectsIn(extension).filter(({ url }) => url !== type.url), type],
    related: [prior],
  }
  const sendAs = (resource: JsonObject, more: readonly JsonObject[]) => {
    const [identifier] = renamed([bundle.identifier ?? {}])
    const entry = [{ fullUrl, resource }, ...more, ...others]
    return { ...call, body: { json: { ...bundle, identifier: identifier ?? {}, entry } } }
  }
  const own = extension === undefined ? next : { ...next, extension }
  return [
    { kind: 'duplicate', what: 'again under another identifier', call: sendAs(own, []) },
    { kind: 'undone', what: 'cancelled by an update', call: sendAs(cancelled, [claim]) },
  ]
}

const certifications = 'https://codesystem.x12.org/005010/1322'
const relationships = 'http://terminology.hl7.org/CodeSystem/ex-relatedclaimrelationship'

/** Identifiers with other values. */
function renamed(identifiers: JsonValue | undefined): JsonObject[] {
  return objectsIn(identifiers).map((one) => ({ ...one, value: `${one.value}-2` }))
}
