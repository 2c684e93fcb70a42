import Type, { type Static } from 'typebox'
import { poolSchema } from './model/pool-config.js'

export const fhirConfigSchema = Type.Object(
  {
    dangling_references: Type.Optional(
      Type.Union([Type.Literal('refuse'), Type.Literal('accept')], {
        description:
          'Whether calls may write references to resources that the record does not have. Default "refuse". Datasets ' +
          'and scenarios always may.',
      }),
    ),
    pools: Type.Optional(
      Type.Array(poolSchema, {
        maxItems: 100,
        description: 'Groups of people who work on Tasks, each with its own owner. Default none.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Configuration of the FHIR simulator.' },
)

/** The configuration of the FHIR simulator. */
export type FhirConfig = Static<typeof fhirConfigSchema>
