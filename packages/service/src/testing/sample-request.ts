import { type JsonValue, listSystemOperations, type Operation } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import type { TSchema } from 'typebox'
import { operatorKey } from './service-under-test.js'
import type { Tenant } from './two-organizations.js'

// For tests of this package only.

/** A request for a row of the operations table. */
export interface SampleRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  /** Undefined if the operation has no body. */
  readonly body: JsonValue | undefined
  /** Default: JSON. */
  readonly mediaType?: string
}

/** Valid values for members by name; `resource` distinguishes equal names. */
const values: Readonly<Record<string, JsonValue>> = {
  name: 'Sample',
  label: 'A sample',
  alias: 'sample',
  assertion: {
    assert: 'fhir-resource-state',
    resource_type: 'Task',
    search: { _id: 't1' },
    fields: [{ path: 'status', expected: 'completed' }],
  },
  data: {},
  advance_seconds: 0,
  seconds: 0,
  // Other requests may have changed the benchmark, which must not prevent publishing.
  allow_findings: true,
  config: { rows: {} },
  'simulators.type': 'fhir',
  'datasets.type': 'portal',
}

/** The rows of the table with their ids. */
export const rows = [...listSystemOperations(defaultSystems)]

/** Returns a token of the kind that the operation requires. */
export function tokenFor(row: Operation, tenant: Tenant): string | null {
  switch (row.auth) {
    case 'organization':
      return tenant.organizationKey
    case 'solver':
      return tenant.solverKey
    case 'run':
      return tenant.runToken
    case 'operator':
      return operatorKey
    default:
      return null
  }
}

/** Returns the smallest valid request of an operation, with references to the tenant's own resources. */
export function sampleRequest(row: Operation, tenant: Tenant): SampleRequest {
  const path = row.path
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(makeParam(row, name, tenant)))
    .replace('*', 'x')
  if (row.kind === 'proxy' || row.kind === 'document') return { method: 'GET', path, query: '', body: undefined }
  if (row.kind === 'raw' && row.path.endsWith('/mcp')) {
    return { method: row.method, path, query: '', body: { jsonrpc: '2.0', id: 1, method: 'ping' } }
  }
  if (row.kind === 'raw') {
    if (row.method === 'GET') return { method: 'GET', path, query: '', body: undefined }
    const { client_id = '', client_secret = '' } = tenant.ids
    const body = `grant_type=client_credentials&client_id=${client_id}&client_secret=${client_secret}`
    return { method: 'POST', path, query: '', body, mediaType: 'application/x-www-form-urlencoded' }
  }
  const query = required(row.query).map((name) => `${name}=${encodeURIComponent(tenant.ids[name] ?? 'x')}`)
  const body = row.body === null ? undefined : makeBody(row, row.body, tenant)
  return { method: row.method, path, query: query.length === 0 ? '' : `?${query.join('&')}`, body }
}

/**
 * Returns the value of a parameter of the path. `{id}` is a resource of the row's own group, other parameters are named
 * after their resource. Deletions use a spare resource, to which nothing refers. Records are requested for runs that
 * have ended.
 */
function makeParam(row: Operation, name: string, tenant: Tenant): string {
  if (name === 'version') return '1'
  const plural = row.resource.replace('v1/', '').replaceAll('-', '_')
  const singular = plural.replace('criteria', 'criterions').replace('boxes', 'boxs').slice(0, -1)
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const key = name === 'id' ? `${singular}_id` : snake
  const spare = row.method === 'DELETE' && row.path.endsWith('{id}') ? tenant.ids[`spare_${key}`] : undefined
  const verified = row.action === 'get_record' ? tenant.ids[`verified_${key}`] : undefined
  return spare ?? verified ?? tenant.ids[key] ?? 'none_1'
}

function makeBody(row: Operation, schema: TSchema, tenant: Tenant): JsonValue {
  const optional = ['allow_findings', 'seconds'].filter((name) => Object.hasOwn(readProperties(schema), name))
  const members = [...required(schema), ...optional].map((name): [string, JsonValue] => [
    name,
    name === 'benchmark'
      ? tenant.reference
      : (tenant.ids[name] ?? values[`${row.resource}.${name}`] ?? values[name] ?? 'sample'),
  ])
  return Object.fromEntries(members)
}

function readProperties(schema: TSchema): object {
  const { properties } = schema as { readonly properties?: object }
  return properties ?? {}
}

function required(schema: TSchema): readonly string[] {
  const { required: names } = schema as { readonly required?: readonly string[] }
  return names ?? []
}
