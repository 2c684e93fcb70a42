import { isJsonObject } from '@carebench/verifier/kinds'
import { jsonOf, memberOf } from '../noise.js'
import type { AcceptedCall, HarmfulCall } from '../simulator.js'

/** The first document of a request is attached once more. */
export function payerHarm({ call, response }: AcceptedCall): readonly HarmfulCall[] {
  const { path, method, headers, body } = call
  const number = memberOf(jsonOf(response), 'auth_number')
  const attachments = body !== null && 'json' in body ? memberOf(body.json, 'attachments') : undefined
  const first = Array.isArray(attachments) ? attachments[0] : undefined
  if (path !== 'prior-auths' || method !== 'POST' || typeof number !== 'string' || !isJsonObject(first)) return []
  const attach = { method, path: `${path}/${number}/attachments`, query: '', headers, body: { json: first } }
  return [{ kind: 'duplicate', what: 'with its first document attached again', call: attach }]
}
