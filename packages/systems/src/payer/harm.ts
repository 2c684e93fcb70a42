import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/verifier/kinds'
import { jsonOf, memberOf } from '../noise.js'
import type { AcceptedCall, HarmfulCall } from '../simulator.js'
import { conceptOf, objectsIn } from './electronic/fhir/element.js'
import { pasUrl } from './electronic/fhir/urls.js'
import { readClaim } from './electronic/pas/read-claim.js'
import { openClaimBundle } from './electronic/pas/request-bundle.js'
import { makeSubmission } from './electronic/pas/submit.js'

/**
 * The first document of a request of the portal is attached once more. A request of PAS is sent again as one of its
 * own, as an update that names no request, with a form of an earlier version, by the portal, and to other payers; and
 * it is taken back by an update.
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

/** A response that answers an earlier version of its questionnaire. */
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
    { kind: 'duplicate', what: 'again by the portal', group: 'portal', call: { ...call, path: 'prior-auths', body } },
  ]
}

const nothingSupplied = { attachments: [], answersFor: () => ({}) }

const certifications = 'https://codesystem.x12.org/005010/1322'
const relationships = 'http://terminology.hl7.org/CodeSystem/ex-relatedclaimrelationship'

/** Identifiers with other values. */
function renamed(identifiers: JsonValue | undefined): JsonObject[] {
  return objectsIn(identifiers).map((one) => ({ ...one, value: `${one.value}-2` }))
}
