import type { AdmissionReason } from './admission.js'

/** AAA03 for a request that the payer can read, but does not take. */
export const admissionRefusals: Readonly<Record<AdmissionReason, string>> = {
  unknown_member: '75',
  birth_date_mismatch: '71',
  not_eligible: '95',
  unknown_provider: '51',
}
