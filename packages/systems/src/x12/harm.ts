import { isJsonObject } from '@carebench/verifier/kinds'
import { readJson, readMember } from '../noise.js'
import type { AcceptedCall, HarmfulCall } from '../simulator.js'

/** Returns a call that voids a claim sent in JSON. */
export function x12Harm({ call, response }: AcceptedCall): readonly HarmfulCall[] {
  const { path, body } = call
  if (path !== 'claims' || body === null || !('json' in body) || !isJsonObject(body.json)) return []
  const claims = readMember(readJson(response), 'claims')
  const number = Array.isArray(claims) ? readMember(claims[0], 'claim_number') : undefined
  if (typeof number !== 'string') return []
  const json = { ...body.json, frequency: '8', original_claim_number: number }
  return [{ kind: 'undone', what: 'voided', call: { ...call, body: { json } } }]
}
