import { type Static, Type } from 'typebox'
import { cardSchema } from './model/card-schema.js'
import { whenSchema } from './model/condition.js'
import { hooks } from './model/hook.js'

const closed = { additionalProperties: false } as const

const serviceSchema = Type.Object(
  {
    id: Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$',
      description: 'The name of the service in the path.',
    }),
    hook: Type.Enum([...hooks]),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    description: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description: 'The purpose of the service. Default: the title, else the id.',
      }),
    ),
    usageRequirements: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    prefetch: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
        Type.String({ minLength: 1, maxLength: 2000, pattern: '^[A-Z]' }),
        {
          maxProperties: 50,
          additionalProperties: false,
          description: 'FHIR reads and searches by key: {"patient":"Patient/{{context.patientId}}"}.',
        },
      ),
    ),
    requirements: Type.Optional(
      Type.Object(
        {
          system: Type.Optional(
            Type.String({
              pattern: '^[a-z][a-z0-9-]{0,31}$',
              description: 'The key of the payer. Default: the first.',
            }),
          ),
          label: Type.String({ minLength: 1, maxLength: 200, description: 'The source of its cards.' }),
        },
        {
          ...closed,
          description:
            'Asks a payer about each order of the context: a card says whether it needs an authorization, and which ' +
            'questions the payer has.',
        },
      ),
    ),
    rules: Type.Optional(
      Type.Array(
        Type.Object(
          { when: Type.Optional(whenSchema), card: cardSchema },
          { ...closed, description: 'A card, and when it is returned.' },
        ),
        { maxItems: 100, description: 'Rules; each rule that holds returns its card.' },
      ),
    ),
  },
  { ...closed, description: 'A service that is called at a hook.' },
)

export const cdsConfigSchema = Type.Object(
  { services: Type.Optional(Type.Array(serviceSchema, { maxItems: 50, description: 'The services.' })) },
  { ...closed, description: 'Configuration of the CDS Hooks simulator.' },
)

/** Configuration of the CDS Hooks simulator: its `services` (default none). */
export type CdsConfig = Static<typeof cdsConfigSchema>

/** A service that is called at a hook. */
export type CdsService = Static<typeof serviceSchema>
