import { Type } from 'typebox'

function token(description: string) {
  return Type.String({ pattern: '^[A-Za-z0-9][\\w.-]{0,63}$', description })
}

const patient_id = Type.String({
  pattern: '^(Patient/)?[A-Za-z0-9][\\w.-]{0,63}$',
  description: 'Of the record, or a member number.',
})
const payer_id = Type.Optional(Type.String({ description: 'Default: the first that knows the patient.' }))
const day = Type.String({ format: 'date' })
const code = Type.String({ pattern: '^[A-Z0-9]{1,10}$', description: 'CPT or HCPCS.' })
const units = Type.Optional(Type.Number({ minimum: 0.000001, maximum: 9999, description: 'Default 1.' }))
const diagnosis_codes = Type.Array(
  Type.String({ pattern: '^[A-Z]\\d[0-9A-Z](\\.?[0-9A-Z]{1,4})?$', description: 'ICD-10-CM.' }),
  { minItems: 1, maxItems: 12 },
)

/** The members of a 270 in JSON. */
export const eligibilityForm = Type.Object(
  {
    payer_id,
    patient_id,
    member_id: Type.Optional(
      Type.String({ pattern: '^[A-Za-z0-9][\\w.-]{1,63}$', description: 'Default: what is found for the patient.' }),
    ),
    service_type: Type.Optional(
      Type.String({ pattern: '^[A-Z0-9]{1,2}$', description: 'X12 service type. Default 30, the whole plan.' }),
    ),
    date: Type.Optional(Type.String({ ...day, description: 'The day of the service. Default: today.' })),
  },
  { additionalProperties: false },
)

/** The members of a 276 in JSON. */
export const claimStatusForm = Type.Object(
  {
    payer_id,
    patient_id: Type.Optional(patient_id),
    patient_account: Type.Optional(token("The provider's number of the claim, as in the claim (CLM01).")),
    claim_number: Type.Optional(token("The payer's number of the claim, from its 277CA or 835.")),
  },
  { additionalProperties: false, anyOf: [{ required: ['patient_account'] }, { required: ['claim_number'] }] },
)

/** The members of a 278 request in JSON. */
export const authorizationForm = Type.Object(
  {
    payer_id,
    patient_id,
    procedure_code: code,
    units,
    diagnosis_codes,
    service_date: day,
    place_of_service: Type.Optional(
      Type.String({ pattern: '^\\d{2}$', description: 'Of the list of CMS: 11, an office.' }),
    ),
    additional_services: Type.Optional(
      Type.Array(Type.Object({ procedure_code: code, units }, { additionalProperties: false }), { maxItems: 9 }),
    ),
    urgency: Type.Optional(Type.Enum(['standard', 'expedited'])),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 264 })),
  },
  { additionalProperties: false },
)

/** The members of a 278 inquiry in JSON. */
export const authorizationInquiryForm = Type.Object(
  { payer_id, patient_id, auth_number: token("The payer's number of the authorization.") },
  { additionalProperties: false },
)

/** The members of an 837P in JSON. */
export const claimForm = Type.Object(
  {
    payer_id,
    patient_id,
    patient_account: token('Your number of the claim (CLM01).'),
    diagnosis_codes,
    place_of_service: Type.Optional(Type.String({ pattern: '^\\d{2}$', description: 'Default 11, an office.' })),
    authorization_number: Type.Optional(token('The number of a prior authorization.')),
    frequency: Type.Optional(Type.Enum(['1', '7', '8'], { description: '1 new (default), 7 replaces, 8 voids.' })),
    original_claim_number: Type.Optional(token("For 7 and 8: the payer's number of the claim.")),
    lines: Type.Array(
      Type.Object(
        {
          procedure_code: code,
          charge: Type.Number({ minimum: 0, maximum: 10_000_000 }),
          units,
          date: day,
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 50 },
    ),
  },
  { additionalProperties: false },
)

const patient = 'p1'

/** A complete call of each exchange, by path, without `payer_id`, whose values depend on the configuration. */
export const exchangeExamples = {
  eligibility: { patient_id: patient, member_id: 'M12345', service_type: '98', date: '2026-03-09' },
  'claim-status': { patient_id: patient, patient_account: 'A-1' },
  authorizations: {
    patient_id: patient,
    procedure_code: '72148',
    units: 1,
    diagnosis_codes: ['M54.16'],
    service_date: '2026-02-14',
  },
  'authorization-inquiries': { patient_id: patient, auth_number: 'PA30517742' },
  claims: {
    patient_id: patient,
    patient_account: 'A-1',
    diagnosis_codes: ['E11.9'],
    lines: [{ procedure_code: '83036', charge: 42, units: 1, date: '2026-01-05' }],
  },
} as const
