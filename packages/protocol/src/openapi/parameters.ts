import type { TSchema } from 'typebox'
import { limits } from '../limits.js'
import { createsResource, type JsonOperation, type Operation } from '../operations/operation.js'
import type { PlainSchema } from './plain-schema.js'

/** The descriptions of all parameters of paths and queries, except `{id}`, which is described by its resource. */
const descriptions: Readonly<Record<string, string>> = {
  self_contained:
    '`true`: the record holds the environment of the version and all of its evidence. `false`: it names the ' +
    'environment by digest (`base`), and its evidence holds differences. Default: `true`, unless the environment ' +
    'has many records.',
  limit: 'Number of elements per page: at least 1; values above 100 count as 100. Default 20.',
  cursor: '`_meta.next` or `_meta.prev` of an earlier page of the same list and filter.',
  benchmark_id: 'The benchmark.',
  benchmark_run_id: 'The run.',
  task_id: 'The task.',
  task_run_id: 'The task run.',
  playground_id: 'The playground.',
  run_id: 'The run.',
  simulator_id: 'The simulator.',
  dataset_id: 'The dataset.',
  entity_id: 'The dataset entity.',
  key_id: 'The key.',
  version: 'The number of the version, from 1.',
  tag: 'Only tasks with this tag; if repeated, only tasks with all of them.',
  page: 'The path of the page; slashes are not encoded.',
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes it safe to send the call again: within 24 hours, the same key with the same body gets the first ' +
    'response again and creates nothing. Use a new random key, such as a UUID, for each resource.',
  schema: {
    type: 'string',
    minLength: limits.idempotencyKey.min,
    maxLength: limits.idempotencyKey.max,
    pattern: '^[ -~]*$',
  },
}

/** The header that names the task run of a call. */
export const taskRunHeader = {
  name: 'Task-Run-Id',
  in: 'header',
  description: 'The task run of the call; required if several of the run are started.',
  schema: { type: 'string' },
}

/** Lists the parameters of an operation in path, query and headers. */
export function listParameters(operation: JsonOperation, refer: (schema: TSchema) => PlainSchema): readonly object[] {
  const required = new Set(operation.query.required ?? [])
  const query = Object.entries(operation.query.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    description: describeParameter(name, operation),
    schema: refer(schema),
  }))
  const headers = [
    ...(createsResource(operation) ? [idempotencyKey] : []),
    ...(operation.namesTaskRun ? [taskRunHeader] : []),
  ]
  return [...pathParameters(operation.path, operation, refer), ...query, ...headers]
}

/** Lists the parameters in braces in a path; `callParameters` describes those that only this call has. */
export function pathParameters(
  path: string,
  operation: Operation,
  refer: (schema: TSchema) => PlainSchema = () => ({ type: 'string', minLength: 1 }),
  callParameters: Readonly<Record<string, string>> = {},
): readonly object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const schema = operation.params.properties[name]
    return {
      name,
      in: 'path',
      required: true,
      description: callParameters[name] ?? describeParameter(name, operation),
      schema: schema === undefined ? { type: 'string', minLength: 1 } : refer(schema),
    }
  })
}

function describeParameter(name: string, { resource }: Operation): string {
  if (name === 'id') return `The id of the ${singular(resource)}.`
  const description = descriptions[name]
  if (description === undefined) throw new Error(`The parameter ${name} of ${resource} needs a description.`)
  return description
}

/** Returns the singular of a resource: `benchmark run` for `v1/benchmark-runs`. */
function singular(resource: string): string {
  const words = resource.replace('v1/', '').replaceAll('-', ' ')
  return words.endsWith('criteria') ? 'criterion' : words.replace(/(x)es$|s$/, '$1')
}
