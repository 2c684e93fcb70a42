import type { JsonObject } from '@carebench/protocol'
import { noiseCall, noiseText, readJson, readMember } from '../noise.js'
import type { NoiseScript } from '../simulator.js'
import { portalRoutes } from './actions/portal-routes.js'
import { electronicNoise } from './electronic/noise.js'

/** Valid bodies by the last segment of their path. */
const forms: Readonly<Record<string, JsonObject>> = {
  'prior-auths': {
    patient_member_id: 'NOISE-1',
    patient_name: noiseText,
    patient_dob: '1970-01-01',
    procedure_code: '99213',
    diagnosis_codes: ['Z00.00'],
    provider_npi: '1234567893',
    service_date: '2000-01-01',
    attachments: [{ document_type: noiseText, text: noiseText }],
  },
  '{auth_number}': { clinical_notes: noiseText },
  attachments: { document_type: noiseText, text: noiseText },
  'peer-to-peer': { contact_name: noiseText, contact_phone: '000-000-0000' },
  appeals: { reason: noiseText },
}

/** Yields calls of every path of the portal (an unneeded request, and every action on it), then of the interfaces. */
export function* payerNoise(): NoiseScript {
  let number = 'NOISE'
  let attachment = 'NOISE-D1'
  for (const { method, path } of portalRoutes) {
    const form = method === 'GET' ? undefined : forms[path.split('/').at(-1) ?? '']
    const target = path
      .replace('{auth_number}', encodeURIComponent(number))
      .replace('{attachment_id}', encodeURIComponent(attachment))
    const query = path === 'requirements' ? '?procedure_code=99213' : ''
    const answer = yield noiseCall('portal', method, target + query, form === undefined ? null : { json: form })
    const submitted = readMember(readJson(answer), 'auth_number')
    if (typeof submitted === 'string') number = submitted
    const attached = readMember(readJson(answer), 'attachment_id')
    if (typeof attached === 'string') attachment = attached
  }
  yield* electronicNoise()
}
