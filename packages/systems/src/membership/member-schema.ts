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

/** Returns the schema of a payer or member identifier: two characters or more, without EDI delimiters and spaces. */
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
    remaining: Type.Optional(
      dollars(
        'Dollars of a yearly deductible or out-of-pocket maximum that are left; what the member owes for claims ' +
          'that are paid reduces it.',
      ),
    ),
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

export const memberSchema = Type.Object(
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

/** A member in a configuration. */
export type ConfiguredMember = Static<typeof memberSchema>

/** A cost share in a configuration. */
export type ConfiguredBenefit = Static<typeof benefitSchema>
