import { type Static, Type } from 'typebox'
import { whenSchema } from '../listening.js'
import { memberSchema } from '../membership/member-schema.js'
import { policySchema } from '../policy/policy-schema.js'
import { documentTypePattern } from '../records/document-type.js'

/** The states that a rule can name; an approval of fewer units becomes `partially_approved`. */
const ruleStatuses = ['pending', 'approved', 'denied', 'more_information'] as const

const closed = { additionalProperties: false } as const

const outcome = {
  status: Type.Enum(ruleStatuses, { description: 'The new status of the request.' }),
  reason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'The reason that the portal shows with the determination.',
    }),
  ),
  reason_code: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Z]{2}$',
      description: 'The decision reason code of a 278 (HCR03), such as 0F: not medically necessary.',
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
  approved_units: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 9999,
      description: 'Maximum units of a service that are approved; default as many as requested.',
    }),
  ),
  valid_days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3660,
      description: 'How many days an approval is valid, from the service date on; default without an end.',
    }),
  ),
}

const conditions = {
  procedure_code: Type.Optional(Type.String({ minLength: 1, description: 'Applies only to this procedure code.' })),
  patient_member_id: Type.Optional(Type.String({ minLength: 1, description: 'Applies only to this member.' })),
  plan: Type.Optional(Type.String({ minLength: 1, description: 'Applies only to members of this plan.' })),
}

/** One rule: applies when all its conditions hold; a rule without a condition applies to every request. */
const determinationRuleSchema = Type.Object({ ...conditions, ...outcome }, closed)

/** A rule for the peer-to-peer review of a denial. */
const argumentRuleSchema = Type.Object({ ...conditions, says: Type.Optional(whenSchema), ...outcome }, closed)

const appealRuleSchema = Type.Object(
  {
    ...conditions,
    level: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 5, description: 'Applies only to appeals of this level; the first is 1.' }),
    ),
    says: Type.Optional(whenSchema),
    ...outcome,
  },
  closed,
)

function days(description: string) {
  return Type.Optional(Type.Integer({ minimum: 1, maximum: 3660, description }))
}

const planSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 50, description: "The plan's name, as its members have it." }),
    network: Type.Optional(
      Type.Array(Type.String({ pattern: '^[0-9]{10}$' }), {
        maxItems: 10_000,
        uniqueItems: true,
        description: 'NPIs of the network; requests of other providers are denied. Default: any provider.',
      }),
    ),
  },
  { ...closed, description: 'A plan of the payer.' },
)

const electronicSchema = Type.Object(
  {
    version: Type.Optional(
      Type.Enum(['2.0', '2.2'], {
        default: '2.2',
        description: 'The version of the guides that its responses follow; it reads both.',
      }),
    ),
    interfaces: Type.Optional(
      Type.Array(Type.Enum(['crd', 'dtr', 'pas']), {
        uniqueItems: true,
        description: 'The interfaces that it has; [] for a payer with only a portal. Default: all.',
      }),
    ),
    updates: Type.Optional(
      Type.Enum(['accept', 'reject'], {
        default: 'accept',
        description:
          'Whether it accepts updates of requests, or rejects them: then cancel the request and send a new one.',
      }),
    ),
    coverage_claims: Type.Optional(
      Type.Record(Type.String({ pattern: '^[0-9A-Z]{1,10}$' }), Type.Enum(['no-auth', 'auth-needed']), {
        ...closed,
        maxProperties: 200,
        description: 'What its CRD says about services, by procedure code, if that differs from its policies.',
      }),
    ),
  },
  { ...closed, description: 'Its interfaces for electronic prior authorization: CRD, DTR, PAS and CDex.' },
)

export const payerConfigSchema = Type.Object(
  {
    portal: Type.Optional(Type.Enum(['standard'], { default: 'standard', description: 'The kind of portal.' })),
    organization: Type.Optional(
      Type.String({
        pattern: '^Organization/[A-Za-z0-9.-]{1,64}$',
        description: 'The payer in the record: only policies with this payor make members. Default: all.',
      }),
    ),
    accept_unknown_members: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether the payer accepts requests for members that it does not know.',
      }),
    ),
    accept_unknown_providers: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Whether the payer accepts requests of providers that are not among its rows of providers.',
      }),
    ),
    members: Type.Optional(
      Type.Array(memberSchema, {
        maxItems: 10_000,
        description: 'Members of the payer, in addition to its rows of patients.',
      }),
    ),
    plans: Type.Optional(
      Type.Array(planSchema, { maxItems: 100, description: 'What the payer knows of the plans of its members.' }),
    ),
    duplicates: Type.Optional(
      Type.Enum(['accept', 'deny'], {
        default: 'accept',
        description:
          'Whether a second request for the same member, service, provider and date is accepted or denied while the ' +
          'first one is open or approved.',
      }),
    ),
    determinations: Type.Optional(
      Type.Array(determinationRuleSchema, { maxItems: 1000, description: 'Rules; the first that applies decides.' }),
    ),
    policies: Type.Optional(
      Type.Array(policySchema, {
        maxItems: 200,
        description: 'Policies; the first about a service decides it, unless one of the determinations applies.',
      }),
    ),
    default_determination: Type.Optional(
      Type.Object(outcome, { ...closed, description: 'Decides if no rule applies.' }),
    ),
    appeals: Type.Optional(
      Type.Array(appealRuleSchema, {
        maxItems: 1000,
        description: 'Rules for appeals; the first that applies decides; without one, an appeal stays filed.',
      }),
    ),
    appeal_levels: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 5,
        default: 1,
        description: 'How often a denial can be appealed: after a denied appeal, one of the next level may be filed.',
      }),
    ),
    appeal_days: days('How many days after a denial an appeal can be filed; default without a limit.'),
    peer_to_peer: Type.Optional(
      Type.Array(argumentRuleSchema, {
        maxItems: 1000,
        description:
          'Rules for peer-to-peer reviews of a denial; without one that applies, the review is only recorded.',
      }),
    ),
    electronic: Type.Optional(electronicSchema),
    peer_to_peer_days: days('How many days after a denial a review can be requested; default without a limit.'),
  },
  { ...closed, description: 'Configuration of the payer simulator.' },
)

export type DeterminationRule = Static<typeof determinationRuleSchema>

/** A rule for appeals or peer-to-peer reviews; the latter have no level. */
export type ArgumentRule = Static<typeof appealRuleSchema>

/** A plan in the configuration. */
export type ConfiguredPlan = Static<typeof planSchema>

/**
 * Configuration of the payer simulator: its members and providers, and the rules for prior authorizations.
 *
 * - `portal`: the kind of portal; `standard` (default) is the only one.
 * - `members`: members in addition to the rows of `patients`. If there are neither, the members are the people with a
 *   `Coverage` in the FHIR record of the environment, of `organization` if it is set.
 * - `accept_unknown_members`: whether requests for other people are accepted (default false).
 * - `accept_unknown_providers`: whether requests of providers without a row are accepted (default true).
 * - `plans`: networks by plan (default none); `duplicates`: `accept` (default) or `deny`.
 * - `determinations`: rules; the first that applies decides a service (default none).
 * - `policies`: policies; the first that is about a service decides it, if no rule applies (default none).
 * - `default_determination`: the determination if no rule and no policy applies (default `{"status":"pending"}`).
 * - `appeals`: rules for appeals against a denial; the first that applies decides (default none). An appeal to which
 *   none applies stays filed. `appeal_levels` (default 1), `appeal_days` (default no limit).
 * - `electronic`: the interfaces for electronic prior authorization (default all, version 2.2 of the guides).
 * - `peer_to_peer`: rules for reviews of a denial (default none); `peer_to_peer_days` (default no limit).
 */
export type PayerConfig = Static<typeof payerConfigSchema>
