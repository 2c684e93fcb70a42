import { describeFindings, type Finding, type JsonValue, type SchemaFinding } from '@carebench/protocol'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import type { ServiceContext } from '../context.js'

/** The errors of a simulator's configuration; empty if it is valid. `path` is its pointer in the body. */
export function checkSimulatorConfig(
  context: ServiceContext,
  type: string,
  config: JsonValue,
  path: string,
): Finding[] {
  const simulator = context.simulators.get(type)
  if (simulator === undefined) {
    const known = [...context.simulators.keys()].join(', ')
    return [{ path: '/type', message: `must be one of the types that this service simulates: ${known}` }]
  }
  return checkSchema(simulator.configSchema, config, path)
}

/** Where a dataset's configuration does not match its type; empty if it does. `path` is its pointer in the dataset. */
export function checkDatasetConfig(context: ServiceContext, type: string, config: JsonValue, path: string): Finding[] {
  const datasets = context.systems.flatMap(({ dataset }) => dataset ?? [])
  const dataset = datasets.find((one) => one.type === type)
  if (dataset === undefined) {
    const known = datasets.map((one) => one.type).join(', ')
    return [{ path: '/type', message: `must be a type that a system of this service is seeded from: ${known}` }]
  }
  const errors = checkSchema(dataset.configSchema, config, path)
  if (errors.length > 0 || dataset.findings === undefined) return errors
  return dataset.findings(config).map((finding) => ({ path: path + finding.path, message: finding.message }))
}

/**
 * Checks a value against a schema that is known only at run time. TypeBox interprets the schema, so no code is
 * generated from strings.
 */
function checkSchema(schema: TSchema, value: JsonValue, path: string): Finding[] {
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
