import Type from 'typebox'

/** The configuration of the FHIR simulator. It has no settings. */
export type FhirConfig = Readonly<Record<string, never>>

export const fhirConfigSchema = Type.Object({}, { additionalProperties: false })
