import type { JsonObject } from '@carebench/protocol'
import { noiseCall, noiseText } from '../noise.js'
import type { NoiseScript } from '../simulator.js'
import { exchanges } from './handle.js'

const day = '2000-01-01'

/** Valid calls by path, without a real subject. */
const bodies: Readonly<Record<string, JsonObject>> = {
  eligibility: { patient_id: noiseText },
  'claim-status': { patient_account: noiseText },
  authorizations: { patient_id: noiseText, procedure_code: '99213', diagnosis_codes: ['Z00.00'], service_date: day },
  'authorization-inquiries': { patient_id: noiseText, auth_number: noiseText },
  claims: {
    patient_id: noiseText,
    patient_account: noiseText,
    diagnosis_codes: ['Z00.00'],
    lines: [{ procedure_code: '99213', charge: 1, date: day }],
  },
}

/** Yields a call of every exchange, without a real subject, and of the list. */
export function* x12Noise(): NoiseScript {
  for (const { path } of exchanges) yield noiseCall('clearinghouse', 'POST', path, { json: bodies[path] ?? {} })
  yield noiseCall('clearinghouse', 'GET', 'transactions')
}
