import Type, { type Static } from 'typebox'

export const fhirConfigSchema = Type.Object(
  {
    dangling_references: Type.Optional(
      Type.Union([Type.Literal('refuse'), Type.Literal('accept')], {
        description:
          'Whether calls may write references to resources that the record does not have. Default "refuse"; never applied to datasets and scenarios.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The configuration of the FHIR simulator. */
export type FhirConfig = Static<typeof fhirConfigSchema>
