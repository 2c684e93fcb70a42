import { benchmarkDefinitionSchema, type JsonObject } from '@carebench/protocol'
import { defaultSystems } from '@carebench/service'
import { defaultChecks } from '@carebench/systems/verifier'

/**
 * The JSON Schema (draft 7) of a benchmark in files, for editors: the definition, with the assertions of each kind and the
 * configuration of each simulator and dataset by their types. A dataset may name a file in the place of its configuration.
 */
export function editorSchema(): JsonObject {
  const schema = JSON.parse(JSON.stringify(benchmarkDefinitionSchema)) as EditableSchema
  const { environment, tasks } = schema.properties
  const { simulators, datasets } = environment.properties
  const criterion = tasks.items.properties.criteria.items
  const { config } = datasets.items.properties
  datasets.items.properties.file = {
    type: 'string',
    description: 'A JSON or YAML file in this folder with the configuration, or with a FHIR Bundle.',
  }
  datasets.items.required = datasets.items.required.filter((name) => name !== 'config')
  datasets.items.properties.config = config
  simulators.items.allOf = defaultSystems.map(({ type, configSchema }) => byType(type, configSchema))
  datasets.items.allOf = defaultSystems.flatMap(({ dataset }) =>
    dataset === null ? [] : [byType(dataset.type, dataset.configSchema)],
  )
  const kinds = defaultChecks.map(({ kind }) => kind)
  criterion.properties.assertion = {
    ...criterion.properties.assertion,
    type: 'object',
    required: ['assert'],
    properties: { assert: { type: 'string', enum: kinds } },
    allOf: defaultChecks.map(({ kind, schema: then }) => ({
      if: { properties: { assert: { const: kind } }, required: ['assert'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: plain(then),
    })),
  }
  return { $schema: 'http://json-schema.org/draft-07/schema#', title: 'A carebench benchmark', ...plain(schema) }
}

/** The part of the schema that is changed here, as plain data. */
interface EditableSchema {
  readonly properties: {
    readonly environment: {
      readonly properties: {
        readonly simulators: { readonly items: { allOf?: unknown } }
        readonly datasets: {
          readonly items: { allOf?: unknown; required: string[]; properties: Record<string, unknown> }
        }
      }
    }
    readonly tasks: {
      readonly items: {
        readonly properties: {
          readonly criteria: { readonly items: { readonly properties: Record<string, object> } }
        }
      }
    }
  }
}

function byType(type: string, config: object): object {
  return {
    if: { properties: { type: { const: type } }, required: ['type'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { config: plain(config) } },
  }
}

function plain(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject
}
