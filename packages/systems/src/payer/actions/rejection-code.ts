import type { AdmissionReason } from './admission.js'

/** The AAA03 reject reason code for each reason of admission. */
export const admissionRefusals: Readonly<Record<AdmissionReason, string>> = {
  unknown_member: '75',
  birth_date_mismatch: '71',
  not_eligible: '95',
  unknown_provider: '51',
}
