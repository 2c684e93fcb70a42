import { type Static, Type } from 'typebox'

/** The states of a prior authorization; see `determine` for the state chart. */
export const priorAuthStatuses = ['pending', 'approved', 'denied', 'more_information'] as const

export type PriorAuthStatus = (typeof priorAuthStatuses)[number]

/** The format of document types, in rules and in attachments: `clinical_note`. */
export const documentTypePattern = '^[a-z][a-z0-9_]{0,63}$'

const outcome = {
  status: Type.Enum(priorAuthStatuses, { description: 'The new status of the request.' }),
  reason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'The reason that the portal shows with the determination.',
    }),
  ),
  delay_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 31_536_000,
      default: 0,
      description: "Time from submission to determination, on the playground's clock.",
    }),
  ),
  requires: Type.Optional(
    Type.Array(Type.String({ pattern: documentTypePattern }), {
      maxItems: 20,
      uniqueItems: true,
      description: 'Document types that must be attached; while one is missing, the request becomes more_information.',
    }),
  ),
}

/** One rule: applies when all its conditions hold; a rule without a condition applies to every request. */
const determinationRuleSchema = Type.Object(
  {
    procedure_code: Type.Optional(Type.String({ minLength: 1, description: 'Applies only to this procedure code.' })),
    patient_member_id: Type.Optional(Type.String({ minLength: 1, description: 'Applies only to this member.' })),
    ...outcome,
  },
  { additionalProperties: false },
)

export const payerConfigSchema = Type.Object(
  {
    portal: Type.Optional(Type.Enum(['standard'], { default: 'standard', description: 'The kind of portal.' })),
    determinations: Type.Optional(
      Type.Array(determinationRuleSchema, { maxItems: 1000, description: 'Rules; the first that applies decides.' }),
    ),
    default_determination: Type.Optional(
      Type.Object(outcome, { additionalProperties: false, description: 'Decides if no rule applies.' }),
    ),
    appeals: Type.Optional(
      Type.Array(determinationRuleSchema, {
        maxItems: 1000,
        description: 'Rules for appeals; the first that applies decides; without one, an appeal stays filed.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Configuration of the payer simulator.' },
)

export type DeterminationRule = Static<typeof determinationRuleSchema>

/**
 * Configuration of the payer simulator: how its portal decides prior authorizations.
 *
 * - `portal`: the kind of portal; `standard` (default) is the only one.
 * - `determinations`: rules; the first that applies decides a request (default none).
 * - `default_determination`: the decision if no rule applies (default `{"status":"pending"}`).
 * - `appeals`: rules for appeals against a denial; the first that applies decides (default none). An appeal to which
 *   none applies stays pending indefinitely.
 */
export type PayerConfig = Static<typeof payerConfigSchema>

/** The rules of a payer, in order, with the default as the last one: exactly one applies to every request. */
export type DeterminationRules = readonly [...DeterminationRule[], DeterminationRule]

/** Fills in the defaults of a configuration. */
export function determinationRules(config: PayerConfig): DeterminationRules {
  return [...(config.determinations ?? []), config.default_determination ?? { status: 'pending' }]
}

/** The rules for appeals, with the outcome if none applies. */
export function appealRules(config: PayerConfig): DeterminationRules {
  return [...(config.appeals ?? []), { status: 'pending' }]
}
