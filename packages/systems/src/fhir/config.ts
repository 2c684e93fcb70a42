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

/**
 * Sets what is missing to the defaults of today. What was frozen without `dangling_references`, before there was such a
 * setting, accepts them.
 */
export function withDefaults(config: FhirConfig): FhirConfig {
  return { dangling_references: 'refuse', ...config }
}
