import Type, { type Static } from 'typebox'
import { poolSchema } from './model/pool-config.js'

export const fhirConfigSchema = Type.Object(
  {
    dangling_references: Type.Optional(
      Type.Union([Type.Literal('refuse'), Type.Literal('accept')], {
        description:
          'Whether calls may write references to resources that the record does not have. Default "refuse"; never ' +
          'applied to datasets and scenarios.',
      }),
    ),
    pools: Type.Optional(
      Type.Array(poolSchema, {
        maxItems: 100,
        description: 'Groups of people to whom Tasks can be handed over, each with its own owner. Default none.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The configuration of the FHIR simulator. */
export type FhirConfig = Static<typeof fhirConfigSchema>
