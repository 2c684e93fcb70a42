import type { Finding, JsonValue, Steps } from '@carebench/protocol'
import { checkSchema } from '../http/json/schema-check.js'
import type { DocumentContext } from './document-context.js'

/**
 * Returns the errors of a simulator's configuration, in steps; empty if it is valid. `path` is its pointer in the body.
 */
export function* checkSimulatorConfig(
  context: DocumentContext,
  type: string,
  config: JsonValue,
  path: string,
): Steps<Finding[]> {
  const simulator = context.simulators.get(type)
  if (simulator === undefined) {
    const known = [...context.simulators.keys()].join(', ')
    return [{ path: '/type', message: `must be one of the types that this service simulates: ${known}` }]
  }
  return yield* checkSchema(simulator.configSchema, config, path)
}

/**
 * Returns the places where a dataset's configuration does not match its type, in steps; empty if it matches. `path` is
 * its pointer in the dataset.
 */
export function* checkDatasetConfig(
  context: DocumentContext,
  type: string,
  config: JsonValue,
  path: string,
): Steps<Finding[]> {
  const datasets = context.systems.flatMap(({ dataset }) => dataset ?? [])
  const dataset = datasets.find((candidate) => candidate.type === type)
  if (dataset === undefined) {
    const known = datasets.map((candidate) => candidate.type).join(', ')
    return [{ path: '/type', message: `must be one of the dataset types of this service: ${known}` }]
  }
  const errors = yield* checkSchema(dataset.configSchema, config, path)
  if (errors.length > 0) return errors
  const findings = dataset.findingsInSteps && (yield* dataset.findingsInSteps(config))
  return (findings ?? dataset.findings?.(config) ?? []).map((finding) => ({
    path: path + finding.path,
    message: finding.message,
  }))
}
