import { type Static, Type } from 'typebox'

function text(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, description })
}

function date(description: string) {
  return Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description })
}

function dollars(description: string) {
  return Type.Number({ minimum: 0, maximum: 1_000_000_000, description })
}

const closed = { additionalProperties: false } as const

/** The format of a payer or member identifier: two characters or more, no EDI delimiter, no space. */
function identifier(maxLength: number, description: string) {
  return Type.String({ pattern: `^[A-Za-z0-9][A-Za-z0-9._-]{1,${maxLength - 1}}$`, description })
}

const benefitSchema = Type.Object(
  {
    kind: Type.Enum(['copayment', 'coinsurance', 'deductible', 'out_of_pocket'], {
      description: 'What the member pays.',
    }),
    service_types: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Z0-9]{1,2}$' }), {
        minItems: 1,
        maxItems: 50,
        description: 'Service type codes to which it applies; default ["30"], the whole plan.',
      }),
    ),
    amount: Type.Optional(dollars('Dollars.')),
    percent: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: '0.2 for 20 percent.' })),
    in_network: Type.Optional(Type.Boolean({ description: "Whether it applies in the plan's network." })),
    message: Type.Optional(text(264, 'A message to include.')),
  },
  { ...closed, description: 'A share of the cost that the member pays.' },
)

const dependentSchema = Type.Object(
  {
    first_name: text(35, 'Given name.'),
    last_name: Type.Optional(text(60, "Last name; default the member's.")),
    patient_id: Type.Optional(identifier(64, 'The id by which JSON calls may name the dependent.')),
    birth_date: Type.Optional(date('Date of birth.')),
    gender: Type.Optional(Type.Enum(['female', 'male', 'unknown'])),
    status: Type.Optional(Type.Enum(['active', 'inactive'], { default: 'active' })),
    begin: Type.Optional(date("The first day of coverage; default the member's.")),
    end: Type.Optional(date("The last day of coverage; default the member's.")),
  },
  { ...closed, description: "A dependent covered under the member's number." },
)

const memberSchema = Type.Object(
  {
    member_id: identifier(64, 'The member id.'),
    patient_id: Type.Optional(identifier(64, 'The id by which JSON calls may name the member.')),
    last_name: text(60, 'Family name.'),
    first_name: Type.Optional(text(35, 'Given name.')),
    birth_date: Type.Optional(date('Date of birth.')),
    gender: Type.Optional(Type.Enum(['female', 'male', 'unknown'])),
    status: Type.Optional(
      Type.Enum(['active', 'inactive'], { default: 'active', description: 'Whether the coverage is active.' }),
    ),
    plan: Type.Optional(text(50, 'The name of the plan.')),
    begin: Type.Optional(date('The first day of coverage.')),
    end: Type.Optional(date('The last day of coverage.')),
    benefits: Type.Optional(Type.Array(benefitSchema, { maxItems: 50 })),
    dependents: Type.Optional(
      Type.Array(dependentSchema, { maxItems: 50, description: "Dependents covered under the member's number." }),
    ),
  },
  { ...closed, description: 'A member of the payer who is not in the record.' },
)

const outcome = {
  status: Type.Enum(['paid', 'denied', 'pending'], { description: 'The outcome of the claim.' }),
  allowed: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, default: 1, description: 'The allowed fraction of the charge.' }),
  ),
  patient_responsibility: Type.Optional(dollars('Dollars of the allowed amount that the patient owes; default 0.')),
  reason: Type.Optional(
    Type.String({
      pattern: '^[A-Z]?[0-9]{1,3}$',
      default: '96',
      description: 'The claim adjustment reason code of a denial.',
    }),
  ),
  delay_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 31_536_000,
      default: 60,
      description: "Time from the claim to its remittance, on the playground's clock.",
    }),
  ),
}

const adjudicationSchema = Type.Object(
  {
    procedure_code: Type.Optional(text(48, 'Applies only to claims with a line of this procedure code.')),
    member_id: Type.Optional(text(64, 'Applies only to claims for this member.')),
    authorization_number: Type.Optional(
      Type.String({
        maxLength: 50,
        description: 'Applies only to claims with this authorization number (REF*G1); "" to claims without one.',
      }),
    ),
    ...outcome,
  },
  closed,
)

export const x12ConfigSchema = Type.Object(
  {
    payer: Type.Optional(
      Type.Object(
        {
          name: text(60, 'The name of the payer.'),
          id: identifier(15, "The payer's identifier."),
          organization: Type.Optional(
            Type.String({
              pattern: '^Organization/[A-Za-z0-9.-]{1,64}$',
              description: 'The payer in the record: only policies with this payor count.',
            }),
          ),
        },
        { ...closed, description: 'The payer.' },
      ),
    ),
    provider: Type.Optional(
      Type.Object(
        {
          name: text(60, 'The name of the provider.'),
          npi: Type.String({ pattern: '^[0-9]{10}$', description: 'The National Provider Identifier.' }),
        },
        { ...closed, description: 'The provider on whose behalf JSON calls are made.' },
      ),
    ),
    acknowledge: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether accepted claims are acknowledged with 999 and 277CA.' }),
    ),
    members: Type.Optional(
      Type.Array(memberSchema, { maxItems: 10_000, description: 'Members who are not in the record.' }),
    ),
    adjudications: Type.Optional(
      Type.Array(adjudicationSchema, { maxItems: 1000, description: 'Rules; the first that applies decides.' }),
    ),
    default_adjudication: Type.Optional(
      Type.Object(outcome, { ...closed, description: 'Decides if no rule applies.' }),
    ),
  },
  { ...closed, description: 'Configuration of the X12 simulator.' },
)

/**
 * Configuration of the X12 simulator: a clearinghouse with one payer behind it.
 *
 * - `payer`: the payer that answers, and its organization in the record (default any); `provider`: the provider in JSON
 *   calls.
 * - `acknowledge`: whether accepted claims are acknowledged with 999 and 277CA (default true).
 * - `members`: people covered by the payer in addition to those of the record (default none).
 * - `adjudications`: rules; the first that applies decides a claim (default none); `default_adjudication`: the decision
 *   if none applies (default `{"status":"paid"}`).
 */
export type X12Config = Static<typeof x12ConfigSchema>

/** A member in the configuration. */
export type ConfiguredMember = Static<typeof memberSchema>

/** A cost share in the configuration. */
export type ConfiguredBenefit = Static<typeof benefitSchema>

/** A rule: the claims it applies to, and its decision. */
export type AdjudicationRule = Static<typeof adjudicationSchema>

/** The default payer. */
export const defaultPayer = { name: 'EXAMPLE HEALTH PLAN', id: 'EXAMPLE1' } as const

/** The default provider. */
export const defaultProvider = { name: 'EXAMPLE CLINIC', npi: '1234567893' } as const
