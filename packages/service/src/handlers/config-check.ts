import {
  type DatasetType,
  datasetConfigs,
  type FieldError,
  type JsonValue,
  type SimulatorType,
} from '@carebench/protocol'
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
  return checkSchema(datasetConfigs[type], config, path)
}

/**
 * Checks a value against a schema that is known at run time only. TypeBox interprets the schema, so that no code is
 * generated from strings.
 */
function checkSchema(schema: TSchema, value: JsonValue, path: string): FieldError[] {
  const errors = new Map<string, FieldError>()
  for (const error of Errors(schema, value)) {
    if (error.keyword === 'anyOf') continue
    const names =
      error.keyword === 'required'
        ? error.params.requiredProperties
        : error.keyword === 'additionalProperties'
          ? error.params.additionalProperties
          : [null]
    for (const name of names) {
      const at = `${path}${error.instancePath}${name === null ? '' : `/${name}`}`
      const message =
        error.keyword === 'required'
          ? 'is required'
          : error.keyword === 'additionalProperties'
            ? 'is not a known field'
            : error.message
      if (!errors.has(at)) errors.set(at, { path: at, message })
    }
  }
  return [...errors.values()]
}
