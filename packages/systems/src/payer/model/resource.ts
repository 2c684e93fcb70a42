import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { Value } from 'typebox/value'
import { show } from '../../json-shape.js'
import { type PriorAuth, priorAuthDefaults, priorAuthSchema } from './prior-auth-row.js'

interface ResourceMembers {
  /** The member that identifies a row. */
  readonly identity: string
  /** Indexed members. */
  readonly indexed: readonly string[]
}

/** The resources that the portal defines. Any other resource can be seeded too. */
const knownResources: ReadonlyMap<string, ResourceMembers> = new Map([
  ['prior_auth_requests', { identity: 'auth_number', indexed: ['patient_member_id'] }],
  ['attachments', { identity: 'attachment_id', indexed: ['auth_number'] }],
  ['appeals', { identity: 'appeal_id', indexed: ['auth_number'] }],
  ['peer_to_peer_requests', { identity: 'peer_to_peer_id', indexed: ['auth_number'] }],
  ['patients', { identity: 'member_id', indexed: [] }],
  ['providers', { identity: 'npi', indexed: [] }],
  ['crd_calls', { identity: 'crd_id', indexed: [] }],
  ['dtr_packages', { identity: 'dtr_id', indexed: [] }],
  ['questionnaire_responses', { identity: 'response_id', indexed: ['auth_number'] }],
  ['questionnaire_errors', { identity: 'error_id', indexed: [] }],
  ['pas_inquiries', { identity: 'inquiry_id', indexed: [] }],
  ['subscriptions', { identity: 'subscription_id', indexed: [] }],
  ['pas_notifications', { identity: 'notification_id', indexed: ['subscription_id'] }],
  ['pas_requests', { identity: 'pas_id', indexed: ['auth_number', 'patient_member_id'] }],
])

/** The resources besides `prior_auth_requests` that are in the evidence even if empty. */
export const recordResources = ['attachments', 'appeals', 'peer_to_peer_requests'] as const

/** Returns the name of the member that identifies the rows of a resource. */
export function nameIdentity(resource: string): string {
  return knownResources.get(resource)?.identity ?? 'id'
}

/** Returns the indexed members of a resource. */
export function indexedMembers(resource: string): readonly string[] {
  return knownResources.get(resource)?.indexed ?? []
}

/** Reads the `{rows:{resource:[row]}}` of a dataset. Throws an Error that says what is wrong. */
export function seededRows(config: JsonValue): [resource: string, rows: JsonObject[]][] {
  const rowsByResource = isJsonObject(config) ? config.rows : undefined
  if (!isJsonObject(rowsByResource)) {
    throw new Error(`A Portal dataset needs {"rows":{"<resource>":[{…}]}}, got ${show(config)}.`)
  }
  return Object.entries(rowsByResource).map(([resource, rows]) => {
    if (!Array.isArray(rows)) {
      throw new Error(`rows.${resource} of a Portal dataset must be an array of objects, got ${show(rows)}.`)
    }
    return [
      resource,
      rows.map((row: JsonValue, index): JsonObject => {
        if (isJsonObject(row)) return row
        throw new Error(`rows.${resource}[${index}] of a Portal dataset must be an object, got ${show(row)}.`)
      }),
    ]
  })
}

/**
 * Returns the identity of a row from a dataset or a scenario.
 *
 * A row of a resource that the portal defines needs its identifying member, a non-empty string, such as `auth_number`,
 * `member_id` of patients, or `npi` of providers. A row of any other resource is identified by its `id`; without one
 * every row is distinct. `size` is the number of rows in the resource.
 * Throws an Error that names what the row lacks.
 */
export function rowIdentity(resource: string, row: JsonObject, size: number): string {
  const known = knownResources.get(resource)
  const id = row[nameIdentity(resource)]
  if (known) {
    if (typeof id === 'string' && id !== '') return id
    throw new Error(`A row of ${resource} needs "${known.identity}", a non-empty string, got ${show(id)}.`)
  }
  return typeof id === 'string' || typeof id === 'number' ? `id:${JSON.stringify(id)}` : `row:${size + 1}`
}

/**
 * Validates a row of `prior_auth_requests` and fills in its defaults. Throws an Error that names the invalid member.
 */
export function completePriorAuth(row: JsonObject): PriorAuth {
  rowIdentity('prior_auth_requests', row, 0)
  const complete = { ...priorAuthDefaults, ...row }
  if (!Value.Check(priorAuthSchema, complete)) {
    const [fault] = Value.Errors(priorAuthSchema, complete)
    throw new Error(
      `The row ${show(row.auth_number)} of prior_auth_requests is invalid at ${fault?.instancePath || '/'}: ` +
        `${fault?.message}.`,
    )
  }
  const { decision_due_at: due, auth_number: number } = complete
  if (due !== null && !isInstant(due)) {
    throw new Error(
      `decision_due_at of ${number} must be a date-time such as "2026-01-05T09:00:00.000Z", got ${show(due)}.`,
    )
  }
  return complete
}

/** Whether a text is a date-time with a time zone, without which its meaning would depend on the machine. */
function isInstant(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.test(text) && !Number.isNaN(Date.parse(text))
  )
}
