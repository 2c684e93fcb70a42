import { describeFindings, type Finding, type JsonValue, type SchemaFinding, type Steps } from '@carebench/protocol'
import type { TSchema } from 'typebox'
import { Check, Errors } from 'typebox/value'
import { type SchemaPiece, schemaPieces } from './schema-pieces.js'

/** Maximum number of findings, the same as TypeBox reports for one value. */
const enough = 8

/**
 * Checks a value against a schema that is known only at run time. TypeBox interprets the schema, so no code is
 * generated from strings. In steps: interpreting takes some microseconds for each value.
 */
export function* checkSchema(schema: TSchema, value: JsonValue, path: string): Steps<Finding[]> {
  const findings: SchemaFinding[] = []
  for (const piece of schemaPieces(schema, value)) {
    yield
    findings.push(...findingsIn(piece))
    if (findings.length >= enough) break
  }
  if (findings.length === 0) return []
  return describeFindings(findings).map((error) => ({ path: path + error.path, message: error.message }))
}

function findingsIn({ schema, value, path }: SchemaPiece): readonly SchemaFinding[] {
  if (Check(schema, value)) return []
  const findings = Errors(schema, value).flatMap(toFindings)
  return findings.map((finding) => ({ ...finding, instancePath: path + finding.instancePath }))
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
