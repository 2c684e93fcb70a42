import type { JsonObject } from '@carebench/protocol'
import { type Static, Type } from 'typebox'
import { documentTypePattern } from '../records/document-type.js'

const closed = { additionalProperties: false } as const

function text(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, description })
}

function day(description: string) {
  return Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description })
}

function count(maximum: number, description: string) {
  return Type.Integer({ minimum: 1, maximum, description })
}

const code = Type.String({ minLength: 1, maxLength: 20 })
const documentType = Type.String({ pattern: documentTypePattern, description: 'Such as clinical_note.' })
const statementName = '^[a-z][a-z0-9_]{0,63}$'

/** Criteria: the name of a statement, or a combination of criteria. */
export type Criteria =
  | string
  | { readonly all: readonly Criteria[] }
  | { readonly any: readonly Criteria[] }
  | { readonly at_least: number; readonly of: readonly Criteria[] }
  | { readonly not: Criteria }

const criteriaDescription =
  'The name of a statement, {"all": [criteria]}, {"any": [criteria]}, {"at_least": 2, "of": [criteria]} or {"not": ' +
  'criteria}.'

// Nested criteria are checked with the policy, because schemas of configurations have no references.
const criteria = Type.Unsafe<Criteria>({ type: ['string', 'object'], description: criteriaDescription })

const factSchema = Type.Object(
  {
    search: Type.Optional(
      Type.String({
        pattern: '^[A-Z][A-Za-z]+(?:\\?.*)?$',
        maxLength: 1000,
        description: 'A FHIR search of the chart, without the patient: Observation?code=http://loinc.org|59408-5',
      }),
    ),
    value: Type.Optional(
      text(64, 'The search parameter whose value counts: value-quantity. Default: whether anything is found.'),
    ),
    date: Type.Optional(text(64, 'The search parameter with the date of the resources. Default: date.')),
    within_days: Type.Optional(count(36_600, 'Only resources dated at most this many days before the service.')),
    pick: Type.Optional(
      Type.Enum(['latest', 'earliest', 'lowest', 'highest', 'count'], {
        default: 'latest',
        description: 'Which value counts, if there are several; count: how many resources are found, such as visits.',
      }),
    ),
    count: Type.Optional(count(1000, 'How many resources must be found. Default: 1.')),
    diagnosis: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Z][0-9A-Z.]{1,9}\\*?$' }), {
        minItems: 1,
        maxItems: 200,
        description: 'A diagnosis of the request has one of these codes: G47.33, or M54.* for all below M54.',
      }),
    ),
    age: Type.Optional(
      Type.Literal('years', { description: 'The age of the patient on the day of the service, in years.' }),
    ),
    place_of_service: Type.Optional(
      Type.Array(Type.String({ pattern: '^[0-9]{2}$' }), {
        minItems: 1,
        maxItems: 100,
        description: 'The service is at one of these places: 11 an office, 22 a hospital, 12 at home.',
      }),
    ),
    in_network: Type.Optional(
      Type.Literal(true, { description: "The provider is in the network of the member's plan." }),
    ),
  },
  {
    ...closed,
    minProperties: 1,
    description: 'Where the payer finds the fact: search, diagnosis, age, place_of_service or in_network.',
  },
)

const enoughSchema = Type.Object(
  {
    at_least: Type.Optional(Type.Number()),
    at_most: Type.Optional(Type.Number()),
    above: Type.Optional(Type.Number()),
    below: Type.Optional(Type.Number()),
    one_of: Type.Optional(Type.Array(text(100, 'A choice.'), { minItems: 1, maxItems: 100 })),
    within_days: Type.Optional(count(36_600, 'A date at most this many days before the service.')),
    days_before: Type.Optional(count(36_600, 'A date at least this many days before the service.')),
  },
  { ...closed, minProperties: 1, description: 'Which values are enough. A boolean has to be true.' },
)

const statementSchema = Type.Object(
  {
    question: Type.Optional(
      text(
        300,
        'What the requester is asked. Without a question, a statement that the chart does not show is not met.',
      ),
    ),
    answer_type: Type.Optional(Type.Enum(['boolean', 'number', 'date', 'choice'], { default: 'boolean' })),
    unit: Type.Optional(text(40, 'The unit of a number, in UCUM: kg/m2.')),
    options: Type.Optional(
      Type.Array(text(100, 'A choice.'), { minItems: 1, maxItems: 100, description: 'What can be chosen.' }),
    ),
    enough: Type.Optional(enoughSchema),
    fact: Type.Optional(factSchema),
    accepts: Type.Optional(
      Type.Array(documentType, { minItems: 1, maxItems: 20, description: 'Documents that show it; one is needed.' }),
    ),
    says: Type.Optional(
      Type.Array(Type.Array(text(200, 'A phrase.'), { minItems: 1, maxItems: 20 }), {
        minItems: 1,
        maxItems: 20,
        description: 'What such a document has to say: at least one phrase of each list.',
      }),
    ),
  },
  { ...closed, description: 'Something that is met or not.' },
)

const reasonSchema = Type.Object(
  {
    x12: Type.Optional(Type.String({ pattern: '^[0-9A-Z]{2}$', description: 'HCR03 of a 278. Default: 0F.' })),
    text: Type.Optional(text(1000, 'Why the request is denied if this is not met.')),
    appeal: Type.Optional(text(500, 'How to appeal, or what to send.')),
  },
  closed,
)

const decisionSchema = Type.Object(
  {
    outcome: Type.Optional(
      Type.Enum(['approved', 'denied', 'pending', 'more_information'], {
        default: 'approved',
        description: 'The decision if the criteria are met.',
      }),
    ),
    reason: Type.Optional(text(2000, 'The reason that goes with the outcome.')),
    reason_code: Type.Optional(Type.String({ pattern: '^[0-9A-Z]{2}$', description: 'HCR03 of a 278.' })),
    standard_hours: Type.Optional(
      Type.Number({ minimum: 0, maximum: 8760, description: 'Hours until a decision. Default: at once.' }),
    ),
    expedited_hours: Type.Optional(
      Type.Number({ minimum: 0, maximum: 8760, description: 'The same for urgent requests. Default: at once.' }),
    ),
    pend_when: Type.Optional(criteria),
    partial_when: Type.Optional(
      Type.Object({ when: criteria, units: count(9999, 'Maximum units approved then.') }, { ...closed }),
    ),
    reasons: Type.Optional(
      Type.Record(Type.String({ pattern: statementName }), reasonSchema, {
        ...closed,
        maxProperties: 200,
        description: 'Why a request is denied, by the name of the statement that is not met.',
      }),
    ),
    expires_days: Type.Optional(
      count(3660, 'How many days an approval is valid, from the service date on. Default: without an end.'),
    ),
  },
  { ...closed, description: 'The decision, its time and its reasons.' },
)

/** A policy of a payer: the services, the criteria, and the decision. */
export const policySchema = Type.Object(
  {
    $schema: Type.Optional(Type.String({ description: 'For editors.' })),
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{0,63}$', description: 'The number of the policy.' }),
    title: text(200, 'The title of the policy.'),
    version: text(40, 'Changes with each edition: 2026-01.'),
    source: Type.Optional(text(1000, 'Where the criteria come from.')),
    effective: Type.Optional(
      Type.Object({ from: Type.Optional(day('First day.')), to: Type.Optional(day('Last day.')) }, closed),
    ),
    plans: Type.Optional(
      Type.Array(text(50, 'A plan.'), { minItems: 1, maxItems: 100, description: 'Default: every plan.' }),
    ),
    members: Type.Optional(
      Type.Array(text(64, 'A member.'), { minItems: 1, maxItems: 1000, description: 'Default: every member.' }),
    ),
    services: Type.Optional(
      Type.Array(
        Type.Union([Type.Object({ code }, closed), Type.Object({ from: code, to: code }, closed)], {
          description: 'A code, or a range of codes: {"code": "72148"} or {"from": "72141", "to": "72158"}.',
        }),
        { minItems: 1, maxItems: 1000, description: 'CPT and HCPCS codes. Default: every service.' },
      ),
    ),
    requires_authorization: Type.Optional(
      Type.Union([Type.Boolean(), Type.Object({ when: criteria }, closed)], {
        default: true,
        description: 'true, false, or {"when": criteria}.',
      }),
    ),
    gold_card: Type.Optional(
      Type.Array(Type.String({ pattern: '^[0-9]{10}$' }), {
        minItems: 1,
        maxItems: 10_000,
        description: 'NPIs of providers whose requests are approved without criteria.',
      }),
    ),
    documents: Type.Optional(
      Type.Array(documentType, {
        maxItems: 20,
        uniqueItems: true,
        description: 'Documents that every request needs, whatever the criteria say.',
      }),
    ),
    statements: Type.Optional(
      Type.Record(Type.String({ pattern: statementName }), statementSchema, { ...closed, maxProperties: 200 }),
    ),
    criteria: Type.Optional(criteria),
    exceptions: Type.Optional(
      Type.Array(criteria, { minItems: 1, maxItems: 20, description: 'If one is met, the criteria need not be.' }),
    ),
    limits: Type.Optional(
      Type.Object(
        {
          units: Type.Optional(count(9999, 'Maximum units of a service that are approved.')),
          period_days: Type.Optional(
            count(3660, 'Units approved for services in this many days before the service count as well.'),
          ),
        },
        closed,
      ),
    ),
    decision: Type.Optional(decisionSchema),
  },
  { ...closed, description: 'A policy of a payer.' },
)

export type Policy = Static<typeof policySchema>

/** A condition that is met or not, and where the payer finds out. */
export type PolicyStatement = Static<typeof statementSchema>

export type StatementFact = Static<typeof factSchema>

/** Returns the JSON Schema (draft 7) of a policy file for editors, including nested criteria. */
export function policyEditorSchema(): JsonObject {
  const nested = { $ref: '#/definitions/criteria' }
  const list = { type: 'array', minItems: 1, items: nested }
  const alternative = (properties: JsonObject) => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  })
  const plain = JSON.parse(JSON.stringify(policySchema), (_, value) =>
    value?.description === criteriaDescription ? nested : value,
  )
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...plain,
    definitions: {
      criteria: {
        description: criteriaDescription,
        oneOf: [
          { type: 'string', pattern: statementName },
          alternative({ all: list }),
          alternative({ any: list }),
          alternative({ at_least: { type: 'integer', minimum: 1 }, of: list }),
          alternative({ not: nested }),
        ],
      },
    },
  }
}
