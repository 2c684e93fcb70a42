import { describeFindings, type Finding, type JsonValue, type SchemaFinding } from '@carebench/protocol'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'

/**
 * Checks a value against a schema that is known only at run time. TypeBox interprets the schema, so no code is
 * generated from strings.
 */
export function checkSchema(schema: TSchema, value: JsonValue, path: string): Finding[] {
  const findings = Errors(schema, value).flatMap(toFindings)
  if (findings.length === 0) return []
  return describeFindings(findings).map((error) => ({ path: path + error.path, message: error.message }))
}

/** TypeBox reports all missing or unknown members in one error, and the unknown ones a second time. */
function toFindings(error: ReturnType<typeof Errors>[number]): SchemaFinding[] {
  const { keyword, message, instancePath, params } = error
  const schemaPath = `${error.schemaPath}/${keyword}`
  switch (keyword) {
    case 'boolean':
      return []
    case 'required':
      return error.params.requiredProperties.map((missingProperty) => ({
        keyword,
        message,
        instancePath,
        schemaPath,
        params: { missingProperty },
      }))
    case 'additionalProperties':
      return error.params.additionalProperties.map((additionalProperty) => ({
        keyword,
        message,
        instancePath,
        schemaPath,
        params: { additionalProperty },
      }))
    default:
      return [{ keyword, message, instancePath, schemaPath, params: { ...params } }]
  }
}
