import { benchmarkDefinitionSchema, type JsonObject } from '@carebench/protocol'
import { defaultSystems } from '@carebench/service'
import { defaultChecks } from '@carebench/systems/verifier'

/**
 * Returns the JSON Schema (draft 7) of a benchmark in files, for editors: the definition, with the assertions of each
 * kind, the events of each system and the configuration of each type of simulator and dataset. A dataset may name a
 * file instead of a configuration, and the policies of a payer may be files.
 */
export function editorSchema(): JsonObject {
  const schema = JSON.parse(JSON.stringify(benchmarkDefinitionSchema)) as EditableSchema
  const { environment, tasks } = schema.properties
  const { simulators, datasets } = environment.properties
  const criterion = tasks.items.properties.criteria.items
  simulators.items.allOf = defaultSystems.map(({ type, configSchema }) => byType(type, withPolicyFiles(configSchema)))
  const [own] = tasks.items.properties.environment.anyOf
  for (const { items } of [datasets, own.properties.datasets]) {
    const { config } = items.properties
    items.properties.file = {
      type: 'string',
      description: 'A JSON or YAML file in this folder with the configuration, or with a FHIR Bundle.',
    }
    items.required = items.required.filter((name) => name !== 'config')
    items.properties.config = config
    items.allOf = defaultSystems.flatMap(({ dataset }) =>
      dataset === null ? [] : [byType(dataset.type, dataset.configSchema)],
    )
  }
  const kinds = defaultChecks.map(({ kind }) => kind)
  criterion.properties.assertion = {
    ...criterion.properties.assertion,
    type: 'object',
    required: ['assert'],
    properties: { assert: { type: 'string', enum: kinds } },
    allOf: defaultChecks.map(({ kind, schema: then }) => ({
      if: { properties: { assert: { const: kind } }, required: ['assert'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: offerEvents(plain(then) as EventKindSchema),
    })),
  }
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A carebench benchmark',
    ...plain(schema),
    definitions: { events: { anyOf: listEvents() } },
  }
}

/** Returns the events of all systems, with what they say and an example of their data. */
function listEvents(): JsonObject[] {
  return defaultSystems.flatMap(({ events }) =>
    events.map(({ type, summary, example }) => ({
      const: type,
      description: `${summary}. Its data: ${JSON.stringify(example)}`,
    })),
  )
}

/** The part of the schema of an assertion that selects events. */
interface EventKindSchema extends JsonObject {
  readonly properties: {
    readonly type?: { readonly anyOf?: JsonObject[] }
    readonly events?: { readonly items?: EventKindSchema }
  } & JsonObject
}

/** Makes editors offer the known types of events; systems of one's own have others. */
function offerEvents(schema: EventKindSchema): JsonObject {
  const { type, events } = schema.properties
  const { type: inOrder } = events?.items?.properties ?? {}
  for (const one of [type, inOrder]) one?.anyOf?.push({ $ref: '#/definitions/events' })
  return schema
}

/** The part of the schema that is changed here, as plain data. */
interface EditableSchema {
  readonly properties: {
    readonly environment: {
      readonly properties: {
        readonly simulators: { readonly items: { allOf?: unknown } }
        readonly datasets: EditableDatasets
      }
    }
    readonly tasks: {
      readonly items: {
        readonly properties: {
          readonly environment: {
            readonly anyOf: readonly [{ readonly properties: { readonly datasets: EditableDatasets } }, ...unknown[]]
          }
          readonly criteria: { readonly items: { readonly properties: Record<string, object> } }
        }
      }
    }
  }
}

interface EditableDatasets {
  readonly items: { allOf?: unknown; required: string[]; properties: Record<string, unknown> }
}

/** Changes the schema of a configuration so that its policies may name files. */
function withPolicyFiles(configSchema: object): object {
  const schema: { properties?: { policies?: { items: unknown } } } = plain(configSchema)
  const policies = schema.properties?.policies
  if (policies === undefined) return schema
  const file = { type: 'string', description: 'A JSON or YAML file in this folder with the policy.' }
  const named = { type: 'object', properties: { file }, required: ['file'], additionalProperties: false }
  policies.items = { anyOf: [policies.items, named] }
  return schema
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
