import type { JsonObject } from '@carebench/protocol'
import { hexOfId } from '../outside-id.js'
import type { ProviderAccount } from '../provider-api.js'

const failureReasons: Readonly<Record<string, string>> = { busy: 'user_busy', no_answer: 'receiver_no_answer' }

/** Converts the id of a fax to a UUID, from which the id can be restored. */
export function toUuid(id: string): string {
  return hexOfId(id).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Converts a fax of the system to the format of fax providers; with its text if the system returned it. */
export function faxResource(fax: JsonObject, { sandboxId, url }: ProviderAccount): JsonObject {
  const id = toUuid(String(fax.id))
  return {
    record_type: 'fax',
    id,
    connection_id: sandboxId,
    direction: fax.direction ?? null,
    from: fax.from_number ?? null,
    to: fax.to_number ?? null,
    status: fax.status ?? null,
    failure_reason: typeof fax.error === 'string' ? (failureReasons[fax.error] ?? fax.error) : null,
    page_count: fax.pages ?? null,
    media_url: fax.direction === 'inbound' ? `${url}/faxes/${id}/media` : null,
    created_at: fax.created_at ?? null,
    updated_at: fax.completed_at ?? fax.created_at ?? null,
    document_type: fax.document_type ?? null,
    ...(typeof fax.text === 'string' && { text: fax.text }),
  }
}
