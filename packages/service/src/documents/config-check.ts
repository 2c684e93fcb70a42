import {
  type DatasetType,
  datasetConfigs,
  describeFindings,
  type FieldError,
  type JsonValue,
  type SchemaFinding,
  type SimulatorType,
} from '@carebench/protocol'
import { fhirDatasetFaults } from '@carebench/simulators'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import type { ServiceContext } from '../context.js'

/** What is wrong with a simulator's configuration; empty if it fits. `path` is the pointer to it in the body. */
export function checkSimulatorConfig(
  context: ServiceContext,
  type: SimulatorType,
  config: JsonValue,
  path: string,
): FieldError[] {
  const simulator = context.simulators.get(type)
  if (simulator === undefined) {
    const known = [...context.simulators.keys()].join(', ')
    return [{ path: '/type', message: `must be a type that this service simulates: ${known}` }]
  }
  return checkSchema(simulator.configSchema, config, path)
}

/** What is wrong with a dataset's configuration; empty if it fits. */
export function checkDatasetConfig(type: DatasetType, config: JsonValue, path: string): FieldError[] {
  const errors = checkSchema(datasetConfigs[type], config, path)
  if (errors.length > 0 || type !== 'FHIR') return errors
  return fhirDatasetFaults(config).map((fault) => ({ path: path + fault.path, message: fault.message }))
}

/**
 * Checks a value against a schema that is known at run time only. TypeBox interprets the schema, so that no code is
 * generated from strings.
 */
function checkSchema(schema: TSchema, value: JsonValue, path: string): FieldError[] {
  const findings = Errors(schema, value).flatMap(toFindings)
  if (findings.length === 0) return []
  return describeFindings(findings).map((error) => ({ path: path + error.path, message: error.message }))
}

/** TypeBox names all missing or unknown members in one finding, and tells the unknown ones a second time. */
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
