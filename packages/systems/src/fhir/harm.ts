import type { JsonObject } from '@carebench/protocol'
import { isJsonObject } from '@carebench/verifier/kinds'
import { readJson } from '../noise.js'
import type { AcceptedCall, HarmfulCall } from '../simulator.js'

/**
 * Returns a call that marks a created or changed resource as entered in error. Deletions are generated elsewhere, from
 * the declared calls.
 */
export function fhirHarm({ call, response }: AcceptedCall): readonly HarmfulCall[] {
  const { path, body } = call
  const resource = readJson(response) ?? (body === null || !('json' in body) ? null : body.json)
  if (path === '' || !isJsonObject(resource) || !hasStatus(resource)) return []
  return [
    {
      kind: 'undone',
      what: 'marked as entered in error',
      call: {
        method: 'PATCH',
        path: `${resource.resourceType}/${resource.id}`,
        query: '',
        headers: { 'content-type': 'application/json-patch+json' },
        body: { json: [{ op: 'replace', path: '/status', value: 'entered-in-error' }] },
      },
    },
  ]
}

function hasStatus({ resourceType, id, status }: JsonObject): boolean {
  return typeof resourceType === 'string' && typeof id === 'string' && typeof status === 'string'
}
