import type { JsonObject } from '@carebench/protocol'
import { jsonOf, memberOf, type NoiseScript, noiseCall, noiseText, textsOf } from '../noise.js'
import { portalRoutes } from './portal-routes.js'

/** How many prior authorizations are acted on, of those that are there: the first ones of the list. */
const mostRequests = 200

/** Forms that the portal takes, by the last segment of their path. */
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

/** Every path of the portal: a request that nobody needs, and every action on every request that there is. */
export function* payerNoise(): NoiseScript {
  const numbers: string[] = []
  for (const { method, path } of portalRoutes) {
    const form = method === 'GET' ? undefined : forms[path.split('/').at(-1) ?? '']
    const targets = path.includes('{')
      ? numbers.map((number) => path.replace(/\{\w+\}/, encodeURIComponent(number)))
      : [path]
    for (const target of targets) {
      const answered = jsonOf(yield noiseCall('portal', method, target, form === undefined ? null : { json: form }))
      if (path !== 'prior-auths') continue
      const submitted = memberOf(answered, 'auth_number')
      if (typeof submitted === 'string') numbers.push(submitted)
      else numbers.push(...textsOf(answered, 'data', 'auth_number').slice(0, mostRequests))
    }
  }
}
