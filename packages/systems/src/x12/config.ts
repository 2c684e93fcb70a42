import { type Static, Type } from 'typebox'
import { memberSchema } from '../membership/member-schema.js'

function text(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, description })
}

function dollars(description: string) {
  return Type.Number({ minimum: 0, maximum: 1_000_000_000, description })
}

const closed = { additionalProperties: false } as const

/** Returns the schema of a payer or member identifier: two characters or more, without EDI delimiters and spaces. */
function identifier(maxLength: number, description: string) {
  return Type.String({ pattern: `^[A-Za-z0-9][A-Za-z0-9._-]{1,${maxLength - 1}}$`, description })
}

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
      description: 'The claim adjustment reason code (CARC) of a denial.',
    }),
  ),
  remarks: Type.Optional(
    Type.Array(Type.String({ pattern: '^(M|MA|N)[0-9]{1,4}$' }), {
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
      description: 'Remittance advice remark codes (RARC) beside the adjustments: "N130".',
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
    authorization: Type.Optional(
      Type.Enum(['valid', 'invalid'], {
        description:
          'Applies only to claims whose authorization number is, or is not, that of an approval by the payer for ' +
          'the member, with the services, their units and their dates.',
      }),
    ),
    ...outcome,
  },
  closed,
)

const payerIdentity = {
  name: text(60, 'The name of the payer.'),
  id: identifier(15, "The payer's identifier."),
  organization: Type.Optional(
    Type.String({
      pattern: '^Organization/[A-Za-z0-9.-]{1,64}$',
      description: 'The payer in the record: only policies with this payor count.',
    }),
  ),
  system: Type.Optional(
    Type.String({
      pattern: '^[a-z][a-z0-9-]{0,31}$',
      description: 'The key of the payer simulator that decides for it; default the first payer of the environment.',
    }),
  ),
}

const members = Type.Optional(
  Type.Array(memberSchema, { maxItems: 10_000, description: 'Members who are not in the record.' }),
)

const adjudication = {
  adjudications: Type.Optional(
    Type.Array(adjudicationSchema, { maxItems: 1000, description: 'Rules; the first that applies decides.' }),
  ),
  default_adjudication: Type.Optional(Type.Object(outcome, { ...closed, description: 'Decides if no rule applies.' })),
}

export const x12ConfigSchema = Type.Object(
  {
    payer: Type.Optional(Type.Object(payerIdentity, { ...closed, description: 'The only payer.' })),
    payers: Type.Optional(
      Type.Array(Type.Object({ ...payerIdentity, members, ...adjudication }, { ...closed, description: 'A payer.' }), {
        minItems: 1,
        maxItems: 100,
        description: 'Several payers, instead of `payer`.',
      }),
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
      Type.Boolean({ default: true, description: 'Whether a valid 837 is acknowledged with 999 and 277CA.' }),
    ),
    members,
    ...adjudication,
  },
  { ...closed, description: 'Configuration of the X12 simulator.' },
)

/**
 * Configuration of the X12 simulator: a clearinghouse with payers behind it.
 *
 * - `payer`: the payer that answers, its organization in the record (default any), and the key of its system (default
 *   the first payer of the environment); `payers`: several of them, each with `members` and adjudications of its own,
 *   before those below. `provider`: the provider in JSON calls.
 * - `acknowledge`: whether a valid 837 is acknowledged with 999 and 277CA (default true).
 * - `members`: people covered by a payer, in addition to those of the record (default none). For a payer with its own
 *   system, they only add details to its members.
 * - `adjudications`: rules; the first that applies decides a claim (default none); `default_adjudication`: the decision
 *   if none applies (default `{"status":"paid"}`).
 */
export type X12Config = Static<typeof x12ConfigSchema>

/** A rule: the claims it applies to, and its decision. */
export type AdjudicationRule = Static<typeof adjudicationSchema>

/** The default payer. */
export const defaultPayer = { name: 'EXAMPLE HEALTH PLAN', id: 'EXAMPLE1' } as const

/** The default provider. */
export const defaultProvider = { name: 'EXAMPLE CLINIC', npi: '1234567893' } as const
