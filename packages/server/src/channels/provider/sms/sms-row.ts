import type { JsonObject } from '@carebench/protocol'
import { hexOfId } from '../outside-id.js'
import { countSegments } from './segments.js'

/** The version in paths and responses. */
export const smsVersion = '2010-04-01'

/** Returns the prefix of the paths of an account. */
export function accountPath(sid: string): string {
  return `/${smsVersion}/Accounts/${sid}`
}

/** Returns the sid of a message: as long as those of real providers, and the id can be restored from it. */
export function toSid(id: string): string {
  return `SM${hexOfId(id)}`
}

/** Converts a message of the system to the format of SMS providers. */
export function smsRow(message: JsonObject, account: string): JsonObject {
  const sid = toSid(String(message.id))
  const isInbound = message.direction === 'inbound'
  const hasFailed = message.status === 'failed'
  const body = String(message.body)
  return {
    account_sid: account,
    api_version: smsVersion,
    body,
    date_created: mailDate(message.created_at),
    date_sent: mailDate(message.created_at),
    date_updated: mailDate(message.completed_at ?? message.created_at),
    direction: isInbound ? 'inbound' : 'outbound-api',
    error_code: hasFailed ? 30003 : null,
    error_message: hasFailed ? 'The recipient cannot be reached.' : null,
    from: message.from ?? null,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: String(countSegments(body)),
    price: null,
    price_unit: null,
    sid,
    status: hasFailed ? 'undelivered' : (message.status ?? null),
    subresource_uris: {},
    to: message.to ?? null,
    uri: `${accountPath(account)}/Messages/${sid}.json`,
  }
}

/** `Mon, 05 Jan 2026 09:00:00 +0000` */
function mailDate(instant: unknown): string {
  return new Date(String(instant)).toUTCString().replace('GMT', '+0000')
}
